package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static io.useradmin.console.Controls.heading;
import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Tenant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The list of users, and searching on an unreliable connection. */
class UsersViewIT {
    /** Shows that what is below it is about to change. */
    private static final Pattern BAR = Pattern.compile(".* 0px -3px 0px 0px");

    private static final String LIST = "**/api/users?*";

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    final Tenant tenant = Tenant.create();

    @Test
    void findsAUserByEachIdentifier() {
        String user = tenant.user();
        tenant.user();
        tenant.username(user, "aino");
        tenant.email(user, "aino@example.com", true);
        tenant.phone(user, "+358401234567");
        tenant.identity(user, "google", "104211");
        Page page = BROWSER.open(tenant, "#/users");
        assertThat(rows(page)).hasCount(2);

        for (String[] search : new String[][] {
            {"Username", "aino"},
            {"Email", "aino@example.com"},
            {"Phone", "+358401234567"},
            {"External identity", "google:104211"}
        }) {
            find(page, search[0], search[1]);
            assertThat(rows(page)).hasCount(1);
            assertThat(rows(page)).containsText(user);
        }
        find(page, "User id", user);
        assertThat(page).hasURL(Pattern.compile("#/users/" + user + "$"));
    }

    /** For example, the address books of some computers copy invisible characters around a phone number. */
    @Test
    void findsAUserByWhatAnotherProgramHasCopied() {
        String user = tenant.user();
        tenant.user();
        tenant.email(user, "aino@example.com", true);
        tenant.phone(user, "+358401234567");
        Page page = BROWSER.open(tenant, "#/users");
        assertThat(rows(page)).hasCount(2);

        find(page, "Phone", "\u202d+358401234567\u202c");
        assertThat(rows(page)).hasCount(1);
        find(page, "Email", "\u200baino@example.com");

        assertThat(page).hasURL(Pattern.compile("email=aino%40example.com$"));
        assertThat(rows(page)).hasCount(1);
        assertThat(rows(page)).containsText(user);
    }

    /** Programs can store such a name. */
    @Test
    void findsAUsernameWithSpacesAroundIt() {
        String user = tenant.user();
        tenant.user();
        tenant.username(user, " aino\u200b");
        Page page = BROWSER.open(tenant, "#/users");
        assertThat(rows(page)).hasCount(2);

        find(page, "Username", " aino\u200b");

        assertThat(rows(page)).hasCount(1);
        assertThat(rows(page)).containsText(user);
        assertThat(page).hasURL(Pattern.compile("username=\\+aino%E2%80%8B$"));
        find(page, "Username", " nobody");
        assertThat(page.getByText("No user matches.")).isVisible();
    }

    @Test
    void showsWhyThereAreNoGroupsToFilterBy() {
        tenant.user();
        tenant.group("staff");
        Page page = BROWSER.page();
        page.route("**/api/groups?*", Route::abort);
        BROWSER.open(tenant, "#/users");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("cannot be reached");
        page.unroute("**/api/groups?*");

        button(page, "Try again").click();

        assertThat(page.getByLabel("Group")).isVisible();
        assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
    }

    @Test
    void saysThatThereIsNoSuchUser() {
        tenant.user();
        Page page = BROWSER.open(tenant, "#/users");

        find(page, "User id", "nobody");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("There is no such user");

        find(page, "Email", "nobody@example.com");
        assertThat(page.getByText("No user matches.")).isVisible();
    }

    /** A browser applies dots to the path: then the request is not about one user. */
    @Test
    void refusesAnIdThatChangesThePath() {
        Page page = BROWSER.open(tenant, "#/users");
        List<String> requests = new CopyOnWriteArrayList<>();
        page.onRequest(request -> requests.add(request.url()));

        find(page, "User id", "..");
        assertThat(page.getByLabel("Exact value")).hasAttribute("aria-invalid", "true");
        find(page, "User id", "https://example.com/users/aino");
        assertThat(page.locator(".field-error")).containsText("must not contain /");
        BROWSER.goTo("#/users/../blocked");
        assertThat(heading(page, "Page not found")).isVisible();

        assertThat(requests)
                .noneMatch(url -> url.endsWith("/api/") || url.contains("blocked_ips") || url.contains("example.com"));
    }

    @Test
    void showsNoErrorOfAnEarlierSearch() {
        Page page = BROWSER.open(tenant, "#/users");
        find(page, "User id", "nobody");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("There is no such user");

        page.getByRole(AriaRole.COLUMNHEADER, new GetByRoleOptions().setName("Created"))
                .getByRole(AriaRole.BUTTON)
                .click();

        assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
        assertThat(page.getByLabel("Exact value")).hasValue("nobody");
    }

    /** Otherwise, its late response would open that user. */
    @Test
    void endsASearchWhenAnotherOneStarts() {
        String user = tenant.user();
        Page page = BROWSER.open(tenant, "#/users");
        List<Route> requests = HeldRequests.of(page, "**/api/users/" + user + "?*", "GET");
        List<String> ended = new CopyOnWriteArrayList<>();
        page.onRequestFailed(request -> ended.add(request.url()));
        find(page, "User id", user);
        page.waitForCondition(() -> !requests.isEmpty());
        assertThat(page.getByRole(AriaRole.SEARCH)).hasCSS("box-shadow", BAR);

        find(page, "Email", "nobody@example.com");

        assertThat(page.getByText("No user matches.")).isVisible();
        assertThat(page.getByRole(AriaRole.SEARCH)).hasCSS("box-shadow", "none");
        page.waitForCondition(() -> ended.stream().anyMatch(url -> url.contains(user)));
        assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
    }

    @Test
    void endsASearchWhenSomebodyTypesOn() {
        String user = tenant.user();
        Page page = BROWSER.open(tenant, "#/users");
        List<Route> requests = HeldRequests.of(page, "**/api/users/" + user + "?*", "GET");
        List<String> ended = new CopyOnWriteArrayList<>();
        page.onRequestFailed(request -> ended.add(request.url()));
        find(page, "User id", user);
        page.waitForCondition(() -> !requests.isEmpty());

        page.getByLabel("Exact value").press("End");
        page.keyboard().press("x");

        assertThat(page.getByRole(AriaRole.SEARCH)).hasAttribute("aria-busy", "false");
        page.waitForCondition(() -> ended.stream().anyMatch(url -> url.contains(user)));
        assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
        assertThat(page.getByLabel("Exact value")).hasValue(user + "x");
    }

    @Test
    void showsTheIdOfAUserWithABlankName() {
        as(tenant)
                .body("{\"claims\": {\"name\": \" \"}, \"username\": {\"username\": \" \\u200b\"}}")
                .put("/api/users/blank")
                .then()
                .statusCode(201);
        Page page = BROWSER.open(tenant, "#/users");

        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("blank"))
                .click();

        assertThat(page.locator("h1")).hasText("blank");
    }

    @Test
    void showsWhatIsWrongWithTheSearch() {
        Page page = BROWSER.open(tenant, "#/users?phone=0401234567");

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("phone");
        assertThat(page.getByLabel("Exact value")).hasValue("0401234567");
        assertThat(page.getByLabel("Exact value")).hasAttribute("aria-invalid", "true");
        assertThat(button(page, "Find").boundingBox().y)
                .isEqualTo(page.getByLabel("Exact value").boundingBox().y);
    }

    @Test
    void showsPageAfterPageAndTheGroup() {
        tenant.group("staff");
        IntStream.range(0, 60).forEach(_ -> tenant.member(tenant.user(), "staff"));
        tenant.user();
        Page page = BROWSER.open(tenant, "#/users?group_id=staff&sort=user_id%3A1");
        assertThat(page.getByText("Users: 50 of 60")).isVisible();

        button(page, "More").click();

        assertThat(page.getByText("60 of 60")).isVisible();
        assertThat(page.getByLabel("Group")).hasValue("staff");
        assertThat(page.getByRole(
                                AriaRole.COLUMNHEADER,
                                new GetByRoleOptions().setName("User").setExact(false))
                        .first())
                .hasAttribute("aria-sort", "ascending");
    }

    @Test
    void showsTheGroupAlsoIfTheKeyMayNotListGroups() {
        tenant.group("staff");
        tenant.member(tenant.user(), "staff");
        tenant.user();
        Page page = BROWSER.open(tenant.key("users:read").reveal(), "#/users?group_id=staff");
        assertThat(rows(page)).hasCount(1);
        assertThat(page.getByLabel("Group")).hasValue("staff");

        page.getByLabel("Group").selectOption("");

        assertThat(rows(page)).hasCount(2);
    }

    @Test
    void saysThatTheNewestUsersComeFirst() {
        tenant.user();
        Page page = BROWSER.open(tenant, "#/users");
        Locator created = page.getByRole(AriaRole.COLUMNHEADER, new GetByRoleOptions().setName("Created"));

        assertThat(created).hasAttribute("aria-sort", "descending");
        created.getByRole(AriaRole.BUTTON).click();
        assertThat(created).hasAttribute("aria-sort", "ascending");
    }

    @Test
    void continuesWhenTheServiceIsBack() {
        IntStream.range(0, 60).forEach(_ -> tenant.user());
        Page page = BROWSER.open(tenant, "#/users");
        assertThat(rows(page)).hasCount(50);
        page.route(LIST, Route::abort);

        button(page, "More").click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("cannot be reached");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Nothing was changed.");
        assertThat(rows(page)).hasCount(50);

        page.unroute(LIST);
        button(page, "Try again").press("Enter");
        assertThat(rows(page)).hasCount(60);
        assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
        assertThat(page.getByText("60 of 60")).isFocused();
    }

    @Test
    void isAtTheSamePlaceAfterBackAndReload() {
        IntStream.range(0, 120).forEach(_ -> tenant.user());
        Page page = BROWSER.open(tenant, "#/users?sort=user_id%3A1");
        for (String loaded : List.of("100 of 120", "120 of 120")) {
            button(page, "More").click();
            assertThat(page.getByText(loaded)).isVisible();
        }
        page.evaluate("() => scrollTo(0, 3000)");
        page.waitForFunction("() => history.state?.top === scrollY && scrollY > 1000");
        Object place = page.evaluate("() => scrollY");

        // Without scrolling to the link first, as Playwright does.
        rows(page).nth(70).getByRole(AriaRole.LINK).evaluate("link => link.click()");
        page.waitForFunction("() => location.hash.startsWith('#/users/') && scrollY === 0");
        page.goBack();
        page.waitForFunction("place => scrollY === place", place);
        assertThat(page.getByText("120 of 120")).isVisible();

        page.reload();
        page.waitForFunction("place => scrollY === place", place);
        assertThat(page.getByText("120 of 120")).isVisible();

        button(page, "Created").click();
        assertThat(page.getByText("Users: 50 of 120")).isVisible();
    }

    @Test
    void keepsTheFocusWhenMoreRowsAreLoaded() {
        IntStream.range(0, 101).forEach(_ -> tenant.user());
        Page page = BROWSER.open(tenant, "#/users");
        assertThat(rows(page)).hasCount(50);

        button(page, "More").focus();
        page.keyboard().press("Enter");
        assertThat(rows(page)).hasCount(100);
        assertThat(button(page, "More")).isFocused();
        page.keyboard().press("Enter");
        assertThat(rows(page)).hasCount(101);

        assertThat(page.getByText("101 of 101")).isFocused();
    }

    @Test
    void showsThatTheRowsAreThoseOfAnEarlierSearch() {
        tenant.user();
        Page page = BROWSER.open(tenant, "#/users");
        Locator table = page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Users"));
        assertThat(rows(page)).hasCount(1);
        assertThat(table).hasCSS("box-shadow", "none");
        List<Route> requests = HeldRequests.of(page, "**/api/users?*", "GET");

        find(page, "Email", "nobody@example.com");
        assertThat(rows(page)).hasCount(1);
        assertThat(table).hasCSS("box-shadow", BAR);
        BROWSER.assertAccessible();
        page.waitForCondition(() -> !requests.isEmpty());
        requests.getFirst().resume();

        assertThat(page.getByText("No user matches.")).isVisible();
        assertThat(table).hasCSS("box-shadow", "none");
    }

    @Test
    void reportsALostResponseBody() {
        Page page = BROWSER.page();
        page.route(LIST, route -> route.fulfill(new FulfillOptions().setStatus(200)));

        BROWSER.open(tenant, "#/users");

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("cannot be reached");
    }

    @Test
    void waitsAsLongAsTheServiceAsks() {
        Page page = BROWSER.page();
        page.clock().install();
        page.route(LIST, route -> route.fulfill(HeldRequests.tooMany()));
        BROWSER.open(tenant, "#/users");

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("You can try again in");
        // Otherwise, screen readers read the whole alert each second.
        assertThat(page.getByText("You can try again in")).hasAttribute("aria-live", "off");
        // The clock also ends a read of the groups that still runs, which can be tried again, too.
        Locator retry = button(page.locator("ua-cursor-table"), "Try again");
        assertThat(retry).isDisabled();
        page.unroute(LIST);
        page.clock().fastForward(HeldRequests.LONG_WAIT.toMillis());
        retry.click();
        assertThat(page.getByText("The tenant has no users yet.")).isVisible();
    }

    /** A proxy between the console and the service may respond with anything. */
    @Test
    void showsAResponseThatIsNoProblemDocument() {
        Page page = BROWSER.page();
        page.route(
                LIST, route -> route.fulfill(new FulfillOptions().setStatus(502).setBody("<html>Bad gateway</html>")));
        BROWSER.open(tenant, "#/users");

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("502");
    }

    @Test
    void namesTheMissingScope() {
        Page page = BROWSER.open(tenant.key("groups:read").reveal(), "#/users");

        assertThat(page.getByRole(AriaRole.MAIN)).containsText("users:read");
        assertThat(rows(page)).hasCount(0);
    }

    @Test
    void opensAUserByIdWithAKeyForSessionsOnly() {
        Page page = BROWSER.open(tenant.key("sessions:read").reveal(), "#/users");
        assertThat(page.getByLabel("Find by").locator("option")).hasText(new String[] {"User id"});

        page.getByLabel("Exact value").fill("alice");
        page.keyboard().press("Enter");

        assertThat(page).hasURL(Pattern.compile("#/users/alice$"));
        page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName("Sessions"))
                .click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("There is no such user");
    }

    @Test
    void showsValuesOfUsersAsText() {
        String hostile = "<img src=x onerror=alert(1)>\u202e\u2066 " + "long ".repeat(40);
        String user = tenant.user();
        tenant.username(user, hostile.substring(0, 120));

        Page page = BROWSER.open(tenant, "#/users");

        assertThat(rows(page)).containsText("<img src=x");
        assertThat(page.locator("img")).hasCount(0);
        assertThat((Integer) page.evaluate("() => document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo((Integer) page.evaluate("() => innerWidth"));
        BROWSER.assertAccessible();
    }

    @Test
    void copiesTheRequestWithoutTheKey() {
        Page page = BROWSER.open(tenant, "#/users?email=a%40example.com");

        button(page, "Copy as curl").click();

        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Copied");
        assertThat(BROWSER.clipboard())
                .startsWith("curl -H \"X-API-KEY: $KEY\"")
                .contains("email=a%40example.com")
                .doesNotContain("uak_");
    }

    /** There, browsers have no clipboard API. */
    @Test
    void copiesAlsoWithoutHttps() {
        BROWSER.page().addInitScript("Object.defineProperty(navigator, 'clipboard', {value: undefined})");
        Page page = BROWSER.open(tenant, "#/users");

        button(page, "Copy as curl").click();

        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Copied");
        page.getByLabel("Exact value").press("ControlOrMeta+v");
        assertThat(page.getByLabel("Exact value")).hasValue(Pattern.compile("^curl .*/api/users"));
    }

    /** Screen readers read it again only if it is another element. */
    @Test
    void announcesTheSameTextAgain() {
        Page page = BROWSER.open(tenant, "#/users");
        Locator announcement = page.locator(".announcement p");
        button(page, "Copy as curl").click();
        announcement.evaluate("text => text.classList.add('first')");

        button(page, "Copy as curl").click();

        assertThat(announcement).not().hasClass("first");
        assertThat(announcement).hasText("Copied.");
    }

    private static void find(Page page, String kind, String value) {
        page.getByLabel("Find by").selectOption(kind);
        page.getByLabel("Exact value").fill(value);
        button(page, "Find").click();
    }

    private static Locator rows(Page page) {
        return page.locator("tbody tr");
    }
}
