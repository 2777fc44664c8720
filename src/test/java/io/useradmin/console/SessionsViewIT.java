package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static io.useradmin.console.Controls.dialog;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The view of a user's sessions with a map, and revoking sessions. */
class SessionsViewIT {
    private static final String SUVA =
            "{\"city\": \"Suva\", \"country\": \"FJ\", \"latitude\": \"-18.1\", \"longitude\": \"178.4\"}";

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @Test
    void showsTheLoadedSessionsAndTheirNumberOnTheMap() {
        IntStream.range(0, 101).forEach(number -> tenant.session(user, "s" + number, "web"));

        Page page = open();

        assertThat(page.getByText("100 of 101 sessions shown.")).isVisible();
        assertThat(page.getByRole(AriaRole.OPTION, named("Turku, Finland: 100 sessions")))
                .isVisible();
        button(page, "More").click();
        assertThat(page.getByText("101 of 101 sessions shown.")).isVisible();
        BROWSER.assertAccessible();
    }

    /** The view is loaded when it is shown for the first time. */
    @Test
    void saysThatItIsLoading() {
        Page page = BROWSER.open(tenant, "#/groups");
        List<Route> requests = HeldRequests.of(page, "**/assets/sessions-*.js", "GET");
        Locator loading = page.getByRole(AriaRole.MAIN).getByText("Loading …");

        BROWSER.goTo(view(""));
        assertThat(loading).isVisible();
        assertThat(page.locator("h1")).hasText(user);
        page.reload();
        assertThat(loading).isVisible();
        assertThat(page.locator("h1")).hasText(user);
        page.waitForCondition(() -> requests.size() == 2);
        requests.getLast().resume();

        assertThat(page.getByText("The user has no live session.")).isVisible();
        assertThat(loading).hasCount(0);
    }

    /** The view is loaded when it is shown for the first time. Until then, the service may have another release. */
    @Test
    void saysInItsOwnPlaceThatItCannotBeLoaded() {
        Page page = BROWSER.open(tenant, "#/groups");
        assertThat(page.getByText("No groups yet.")).isVisible();
        List<Route> requests = HeldRequests.of(page, "**/assets/*.js", "GET");
        BROWSER.goTo(view(""));
        page.waitForCondition(() -> !requests.isEmpty());
        BROWSER.goTo("#/users");
        assertThat(page.locator("h1")).hasText("Users");
        List<String> failed = new CopyOnWriteArrayList<>();
        page.onRequestFailed(request -> failed.add(request.url()));
        requests.forEach(Route::abort);
        page.waitForCondition(() -> !failed.isEmpty());
        page.unroute("**/assets/*.js");
        assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
        assertThat(page).hasTitle("Users – User administration");

        page.route("**/assets/*.js", Route::abort);
        BROWSER.goTo(view(""));

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("A part of the console could not be loaded.");
        assertThat(page.locator("h1")).hasText(user);
        assertThat(page.locator("ua-users")).hasCount(0);
    }

    @Test
    void showsNoDayOfTheCalendarForAnAge() {
        tenant.session(user, "a", "web");
        Sql.run("update sessions set initiated_at = now() - interval '47 hours' where tenant_id = ?", tenant.id());

        Page page = open();

        assertThat(page.locator("tbody tr")).containsText("1 day ago");
    }

    @Test
    void isolatesTheNamesOfPlacesAndClients() {
        tenant.session(user, "a", "web\u202e", "app");
        place("a", "{\"latitude\": \"60\", \"longitude\": \"22\", \"city\": \"Turku\u202e\"}");
        Page page = open();

        places(page).focus();

        Locator details = page.locator(".details");
        assertThat(details.locator("strong")).hasText("Turku\u202e");
        assertThat(details.locator("strong")).hasCSS("unicode-bidi", "isolate");
        assertThat(details).containsText("\u2068web\u202e\u2069");
    }

    @Test
    void showsAllClientsAndTheUserAgentOnRequest() {
        tenant.session(
                user,
                "a",
                IntStream.range(0, 7).mapToObj(number -> "client-" + number).toArray(String[]::new));
        place("a", "{\"user_agent\": \"Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0\"}");
        Page page = open();
        assertThat(page.getByText("client-6")).isHidden();

        page.getByText("and 2 more").press("Enter");
        page.locator("summary", new Page.LocatorOptions().setHasText("Firefox 140"))
                .press("Enter");

        assertThat(page.getByText("client-6")).isVisible();
        assertThat(page.getByText("(X11; Linux x86_64)")).isVisible();
        assertThat(page.getByText("a", new Page.GetByTextOptions().setExact(true)))
                .isVisible();
        assertThat(missingWidth(page)).isEqualTo(0);
        BROWSER.assertAccessible();
    }

    @Test
    void showsExactTimesAlsoWithoutAMouse() {
        tenant.session(user, "a", "web");
        Pattern exact = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}Z");
        Page page = open();
        page.setViewportSize(1440, 900);
        Locator row = page.locator("tbody tr");
        assertThat(row).not().containsText(exact);

        button(page, "Exact times").press("Enter");
        assertThat(row).containsText(exact);
        page.reload();
        assertThat(row).containsText(exact);
        assertThat(button(page, "Exact times")).hasAttribute("aria-pressed", "true");
        assertThat(missingWidth(page)).isEqualTo(0);
        BROWSER.assertAccessible();

        button(page, "Exact times").press("Enter");
        assertThat(row).not().containsText(exact);
    }

    @Test
    void choosesAPlaceByKeyboardAndKeepsItInTheUrl() {
        tenant.session(user, "here", "web");
        tenant.session(user, "there", "web");
        place("there", SUVA);
        Page page = open();

        places(page).first().focus();
        page.keyboard().press("End");
        assertThat(places(page).last()).isFocused();
        String chosen = places(page).last().getAttribute("aria-label");
        page.keyboard().press("Enter");

        assertThat(page.locator("tbody tr:visible")).hasCount(1);
        assertThat(page.locator("tbody tr:visible")).containsText(chosen.substring(0, chosen.indexOf(',')));
        assertThat(page.url()).contains("place=");
        BROWSER.assertAccessible();
    }

    @Test
    void showsOnlyThePlaceOfALinkWhoseSessionsAreNotLoadedYet() {
        IntStream.range(0, 100).forEach(number -> tenant.session(user, "s" + number, "web"));
        tenant.session(user, "there", "web");
        place("there", SUVA);
        Sql.run(
                "update sessions set last_updated_at = now() - interval '1 day' where tenant_id = ? and session_id = 'there'",
                tenant.id());
        Page page = BROWSER.open(tenant, view("?place=-18.1%2C178.4"));
        assertThat(page.getByText("Nothing found yet. There is more to search."))
                .isVisible();
        assertThat(page.locator("tbody tr:visible")).hasCount(0);

        button(page, "More").click();

        assertThat(page.locator("tbody tr:visible")).hasCount(1);
        assertThat(page.locator("tbody tr:visible")).containsText("Suva");
    }

    @Test
    void saysThatNoSessionIsAtThePlaceOfALink() {
        tenant.session(user, "a", "web");
        Page page = BROWSER.open(tenant, view("?place=1%2C2"));
        assertThat(page.getByText("No session is at the chosen place.")).isVisible();
        BROWSER.assertAccessible();

        button(page, "Show all places").click();

        assertThat(page.locator("tbody tr:visible")).hasCount(1);
        assertThat(button(page, "Show all places")).hasCount(0);
    }

    @Test
    void deselectsThePlaceWithTheSameKey() {
        List.of("here", "there").forEach(session -> tenant.session(user, session, "web"));
        place("there", SUVA);
        Page page = open();
        places(page).last().press("Enter");
        assertThat(page.locator("tbody tr:visible")).hasCount(1);
        assertThat(places(page).last()).isFocused();

        page.keyboard().press("Enter");

        assertThat(page.locator("tbody tr:visible")).hasCount(2);
        page.keyboard().press("ArrowLeft");
        assertThat(places(page).first()).isFocused();
    }

    @Test
    void revokesTheSelectedSessionsWithAReason() {
        List.of("a", "b", "c").forEach(session -> tenant.session(user, session, "web"));
        Page page = open("?sort=session_id%3A1");
        page.locator("tbody input[type=checkbox]").first().check();
        page.locator("tbody input[type=checkbox]").last().check();

        button(page, "Revoke selected (2)").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("This ends 2 sessions");
        confirm(page, "TICKET-1");

        assertThat(page.getByRole(AriaRole.STATUS)).containsText("2 sessions revoked");
        assertThat(sessions()).containsExactly("b");
        assertThat(Sql.list("select reason from events where tenant_id = ? and type = 'session.revoked'", tenant.id()))
                .containsOnly("TICKET-1");
    }

    @Test
    void showsNoSessionOnTheMapIfTheTableCannotBeReadAgain() {
        List.of("a", "b").forEach(session -> tenant.session(user, session, "web"));
        Page page = open();
        assertThat(page.getByText("2 of 2 sessions shown.")).isVisible();
        page.route("**/sessions?*", Route::abort);

        page.locator("tbody").getByRole(AriaRole.BUTTON).first().click();
        confirm(page, "");

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("cannot be reached");
        assertThat(page.getByText("sessions shown.")).hasCount(0);
        assertThat(places(page)).hasCount(0);
        page.unroute("**/sessions?*");
        button(page, "Try again").click();
        assertThat(page.getByText("1 of 1 sessions shown.")).isVisible();
        assertThat(places(page)).hasCount(1);
    }

    @Test
    void keepsATypedReasonForItsSessionOnly() {
        List.of("a", "b").forEach(session -> tenant.session(user, session, "web"));
        Page page = BROWSER.open(tenant, "#/users");
        assertThat(page.locator("h1")).hasText("Users");
        BROWSER.goTo(view("?sort=session_id%3A1"));
        Locator rows = page.locator("tbody tr");
        rows.first().getByRole(AriaRole.BUTTON).first().click();
        dialog(page).getByLabel("Reason").fill("TICKET-A");

        page.goBack();
        assertThat(dialog(page)).isHidden();
        page.goForward();
        rows.last().getByRole(AriaRole.BUTTON).first().click();
        assertThat(dialog(page)).containsText("session b");
        assertThat(dialog(page).getByLabel("Reason")).hasValue("");
        button(dialog(page), "Cancel").click();
        rows.first().getByRole(AriaRole.BUTTON).first().click();

        assertThat(dialog(page)).containsText("session a");
        assertThat(dialog(page).getByLabel("Reason")).hasValue("TICKET-A");
    }

    @Test
    void keepsATypedClientWhenTheOrderChanges() {
        tenant.session(user, "a", "web");
        Page page = open();
        page.getByLabel("Only with client").fill("we");

        page.getByRole(AriaRole.BUTTON, named("Started")).click();

        assertThat(page).hasURL(Pattern.compile("sort=initiated_at"));
        assertThat(page.getByLabel("Only with client")).hasValue("we");
    }

    @Test
    void keepsSelectedSessionsThatThePlaceHides() {
        List.of("here", "there").forEach(session -> tenant.session(user, session, "web"));
        place("there", SUVA);
        Page page = open();
        page.getByLabel("Select all that are shown").check();
        assertThat(button(page, "Revoke selected (2)")).isEnabled();

        page.getByRole(AriaRole.OPTION, named("Suva, Fiji")).press("Enter");
        button(page, "Revoke selected (1)").click();
        confirm(page, "");

        assertThat(page.getByRole(AriaRole.STATUS)).containsText("1 session revoked");
        assertThat(sessions()).containsExactly("here");
    }

    @Test
    void saysWhenASelectedSessionHadEndedBefore() {
        List.of("a", "b").forEach(session -> tenant.session(user, session, "web"));
        Page page = open();
        page.getByLabel("Select all that are shown").check();
        Api.as(tenant).delete("/api/users/" + user + "/sessions/a");

        button(page, "Revoke selected (2)").click();
        confirm(page, "");

        assertThat(page.getByRole(AriaRole.STATUS)).containsText("1 session revoked, 1 had already ended.");
        assertThat(sessions()).isEmpty();
    }

    @Test
    void readsTheTableAgainIfTheSessionHadEndedBefore() {
        List.of("a", "b").forEach(session -> tenant.session(user, session, "web"));
        Page page = open("?sort=session_id%3A1");
        Api.as(tenant).delete("/api/users/" + user + "/sessions/a");

        page.locator("tbody").getByRole(AriaRole.BUTTON).first().click();
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        button(dialog, "Revoke").click();
        assertThat(dialog.getByRole(AriaRole.ALERT)).containsText("Trace");
        button(dialog, "Cancel").click();

        assertThat(page.locator("tbody tr")).hasCount(1);
    }

    @Test
    void keepsOneSessionAndRevokesAllOthersByKeyboard() {
        List.of("a", "b", "c").forEach(session -> tenant.session(user, session, "web"));
        Page page = open("?sort=session_id%3A1");

        page.getByRole(AriaRole.BUTTON, named("All but this")).first().focus();
        page.keyboard().press("Enter");
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("This ends 2 sessions");
        page.keyboard().press("Tab");
        page.getByRole(AriaRole.DIALOG).getByLabel("Reason").press("Enter");
        page.keyboard().press("Enter");

        assertThat(page.getByRole(AriaRole.STATUS)).containsText("2 sessions revoked");
        assertThat(sessions()).containsExactly("a");
        assertThat(page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Sessions")))
                .isFocused();
    }

    /** On a phone, the table is higher than the screen. */
    @Test
    void staysAtTheRowsAfterOneIsRevoked() {
        IntStream.range(0, 30).forEach(number -> tenant.session(user, "s" + number, "web"));
        Page page = open();
        page.setViewportSize(360, 640);
        page.locator("tbody").getByRole(AriaRole.BUTTON).first().focus();
        Object before = page.evaluate("() => scrollY");

        page.keyboard().press("Enter");
        confirm(page, "");

        assertThat(page.locator("tbody tr")).hasCount(29);
        assertThat(page.getByRole(AriaRole.REGION, named("Sessions"))).isFocused();
        assertThat(page.evaluate("() => scrollY")).isEqualTo(before);
    }

    @Test
    void keepsTheFocusInAFieldWhenTheRowsAreReadAgain() {
        List.of("a", "b").forEach(session -> tenant.session(user, session, "web"));
        Page page = open();
        List<Route> requests = HeldRequests.of(page, "**/sessions?*", "GET");
        page.locator("tbody").getByRole(AriaRole.BUTTON).first().click();
        confirm(page, "");
        page.waitForCondition(() -> !requests.isEmpty());

        page.getByLabel("Only with client").press("w");
        requests.getFirst().resume();

        assertThat(page.locator("tbody tr")).hasCount(1);
        page.keyboard().press("e");
        assertThat(page.getByLabel("Only with client")).hasValue("we");
    }

    @Test
    void hasRoomForFingersInTheTable() {
        tenant.session(user, "a", "web");
        Page page = open();

        for (Locator target : List.of(
                page.locator("label:has([aria-label^='Select'])").first(),
                page.locator("label:has([aria-label^='Select'])").last(),
                page.getByRole(AriaRole.BUTTON, named("Started")))) {
            assertThat(target.boundingBox().height).isGreaterThanOrEqualTo(24);
            assertThat(target.boundingBox().width).isGreaterThanOrEqualTo(24);
        }
    }

    /** Several sessions can have the same device and place. A screen reader says it as well. */
    @Test
    void namesTheSessionInTheQuestion() {
        List.of("one", "two").forEach(session -> tenant.session(user, session, "web"));
        place("one", "{\"ip_address\": \"203.0.113.7\", \"city\": \"Turku\"}");
        place("two", "{\"ip_address\": \"203.0.113.8\", \"city\": \"Turku\"}");
        String one = "\u2068Turku\u2069, \u2068address 203.0.113.7\u2069, session one.";
        Page page = open("?sort=session_id%3A1");

        page.getByRole(AriaRole.BUTTON, named("All but this")).first().click();
        assertThat(dialog(page))
                .hasAccessibleDescription("This one stays: " + one + " This ends 1 session of " + user + ".");
        button(dialog(page), "Cancel").click();
        page.locator("tbody").getByRole(AriaRole.BUTTON).first().click();

        assertThat(dialog(page)).hasAccessibleDescription(one + " This ends 1 session of " + user + ".");
    }

    @Test
    void asksAlsoIfEnterIsHeld() {
        List.of("a", "b").forEach(session -> tenant.session(user, session, "web"));
        Page page = open();

        page.locator("tbody").getByRole(AriaRole.BUTTON).first().focus();
        for (int repetition = 0; repetition < 5; repetition++) {
            page.keyboard().down("Enter");
        }
        page.keyboard().up("Enter");
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("This ends 1 session");
        assertThat(sessions()).containsExactlyInAnyOrder("a", "b");

        page.keyboard().press("Enter");
        page.keyboard().press("Enter");
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("1 session revoked");
    }

    @Test
    void asksAlsoIfEnterIsPressedTwice() {
        List.of("a", "b").forEach(session -> tenant.session(user, session, "web"));
        Page page = open();
        button(page, "Revoke all …").focus();
        page.keyboard().press("Enter");
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("This ends 2 sessions");

        page.keyboard().press("Enter");

        assertThat(button(page.getByRole(AriaRole.DIALOG), "Revoke")).isFocused();
        assertThat(sessions()).containsExactlyInAnyOrder("a", "b");
        page.keyboard().press("Enter");
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("2 sessions revoked");
    }

    @Test
    void revokesByClientAndByNetwork() {
        tenant.session(user, "a", "web");
        tenant.session(user, "b", "app");
        tenant.session(user, "c", "app");
        place("c", "{\"ip_address\": \"203.0.113.7\"}");
        Page page = open();

        page.getByLabel("Value").fill("web");
        button(page, "Revoke matching …").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("This ends 1 session of");
        confirm(page, "");
        assertThat(page.locator("tbody tr")).hasCount(2);
        page.getByLabel("Select by").selectOption("ip_address");
        page.getByLabel("Value").fill("203.0.113.0/24");
        button(page, "Revoke matching …").click();
        confirm(page, "");

        assertThat(page.locator("tbody tr")).hasCount(1);
        assertThat(sessions()).containsExactly("b");
    }

    @Test
    void showsWhatIsWrongWithANetworkAndKeepsTheSessions() {
        tenant.session(user, "a", "web");
        Page page = open();

        page.getByLabel("Select by").selectOption("ip_address");
        page.getByLabel("Value").fill("203.0.113.7/24");
        button(page, "Revoke matching …").click();

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("/ip_address");
        assertThat(page.getByRole(AriaRole.DIALOG)).not().isVisible();
        assertThat(page.getByLabel("Value")).isFocused();
        assertThat(page.getByLabel("Value")).hasAttribute("aria-invalid", "true");
        BROWSER.assertAccessible();
        assertThat(sessions()).containsExactly("a");
    }

    @Test
    void namesTheMissingScope() {
        tenant.session(user, "a", "web");
        Page page = BROWSER.open(tenant.key("users:read", "sessions:read").reveal(), view(""));

        assertThat(button(page, "Revoke all …")).isDisabled();
        assertThat(button(page, "Revoke all …")).hasAttribute("title", "Your key lacks the scope sessions:revoke");
        assertThat(page.getByRole(AriaRole.BUTTON, named("All but this")))
                .hasCSS("color", (String) button(page, "Revoke all …").evaluate("off => getComputedStyle(off).color"));
        BROWSER.goTo("#/users/" + user + "/blocked");
        assertThat(page.getByText("blocked_ips:read")).isVisible();
    }

    @Test
    void revokesWithAKeyThatMayNotReadSessions() {
        List.of("a", "b").forEach(session -> tenant.session(user, session, session));
        Page page = BROWSER.open(tenant.key("sessions:revoke").reveal(), view(""));
        assertThat(page.getByText("Your key lacks the scope sessions:read.")).isVisible();
        BROWSER.assertAccessible();

        page.getByLabel("Value").fill("a");
        button(page, "Revoke matching …").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("This ends 1 session");
        confirm(page, "");

        assertThat(page.getByRole(AriaRole.STATUS)).containsText("1 session revoked");
        assertThat(sessions()).containsExactly("b");
    }

    @Test
    void showsHostileValuesAsText() {
        tenant.session(user, "a", "web");
        String huge = "x".repeat(10_000);
        place(
                "a",
                "{\"city\": \"<img src=x onerror=alert(1)>\", \"country\": \"\\u202e\", \"latitude\": \"1e999\","
                        + " \"longitude\": \"0\", \"user_agent\": \"" + huge + "\", \"ip_address\": \"" + huge + "\"}");

        Page page = open();

        assertThat(page.locator("tbody tr")).containsText("<img src=x onerror=alert(1)>");
        assertThat(page.getByText("1 session without coordinates.")).isVisible();
        assertThat(page.locator("tbody img")).hasCount(0);
        assertThat((Integer) page.evaluate("() => document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(page.viewportSize().width);
    }

    /** Both lengths are common. The last column must not be hidden behind the actions, which stay visible. */
    @Test
    void hasRoomForAllColumnsWithLongAddressesAndClients() {
        tenant.session(user, "a", "0bc1a38a-bd19-462a-be36-9de72b298bbf", "x".repeat(60));
        place("a", "{\"ip_address\": \"2001:db8:85a3:8d3:1319:8a2e:370:7348\", \"city\": \"Turku\"}");
        Page page = open();

        page.setViewportSize(1440, 900);

        assertThat(missingWidth(page)).isEqualTo(0);
    }

    private static Object missingWidth(Page page) {
        return page.locator(".scroll:visible").evaluate("table => table.scrollWidth - table.clientWidth");
    }

    private Page open() {
        return open("");
    }

    private Page open(String query) {
        Page page = BROWSER.open(tenant, view(query));
        page.locator("tbody tr").first().waitFor();
        return page;
    }

    private String view(String query) {
        return "#/users/" + user + "/sessions" + query;
    }

    private void place(String session, String metadata) {
        Sql.run(
                "update sessions set last_metadata = cast(? as jsonb) where tenant_id = ? and session_id = ?",
                metadata,
                tenant.id(),
                session);
    }

    private List<String> sessions() {
        return Api.as(tenant).get("/api/users/" + user + "/sessions").jsonPath().getList("session_id");
    }

    private static Locator places(Page page) {
        return page.getByRole(AriaRole.LISTBOX, named("Places")).getByRole(AriaRole.OPTION);
    }

    private static void confirm(Page page, String reason) {
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        dialog.getByLabel("Reason").fill(reason);
        button(dialog, "Revoke").click();
        assertThat(dialog).not().isVisible();
    }

    private static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name);
    }
}
