package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.testsupport.Api.as;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Tenant;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The view of a user's audit log. */
class UserHistoryIT {
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    private static final int PAGE_SIZE = 30;

    final Tenant tenant = Tenant.create();

    @BeforeEach
    void createUser() {
        as(tenant).body("{}").put("/api/users/u").then().statusCode(201);
        change("support:aino", "<b>TICKET-1</b>", "Aino");
    }

    @Test
    void showsWhoDidWhatAndWhyInWords() {
        Page page = BROWSER.open(tenant, "#/users/u/history");

        Locator entries = entries(page);
        assertThat(entries).hasCount(2);
        assertThat(entries.first()).containsText("User changed");
        assertThat(entries.first()).containsText("claims › name");
        assertThat(entries.first()).containsText("<b>TICKET-1</b>");
        assertThat(entries.first()).containsText("By support:aino with the key test");
        assertThat(entries.nth(1)).containsText("User created");
        entries.first()
                .getByText("JSON", new Locator.GetByTextOptions().setExact(true))
                .click();
        assertThat(entries.first().locator("pre")).containsText("\"type\": \"io.useradmin.user.updated\"");
        BROWSER.assertAccessible();
    }

    @Test
    void showsHostileMemberNamesAsText() {
        as(tenant)
                .body("{\"public_data\": {\"a\u202eb\": 1, \"\u05d0\": 2}}")
                .patch("/api/users/u/public_data")
                .then()
                .statusCode(200);

        Page page = BROWSER.open(tenant, "#/users/u/history");

        assertThat(entries(page).first().locator("dd")).containsText("a\\u202eb\u2069, \u2068");
        assertThat(entries(page).first().locator("pre")).containsText("a\\u202eb");
    }

    @Test
    void showsTheDayAndTheTimeInUtc() {
        BROWSER.renew(new NewContextOptions().setTimezoneId("Europe/Helsinki"));
        BROWSER.page()
                .route(
                        "**/audit_log?*",
                        route -> route.fulfill(
                                new FulfillOptions()
                                        .setBody(
                                                "[{\"id\": \"1\", \"time\": 1767310200, \"type\": \"io.useradmin.user.created\"}]")));

        Page page = BROWSER.open(tenant, "#/users/u/history");

        assertThat(entries(page)).containsText("23:30:00");
        assertThat(page.locator("ua-timeline h2")).hasText("Thursday, January 1, 2026");
    }

    @Test
    void filtersByTypeActorAndKeyInTheUrl() {
        change("support:eino", "another", "Eino");
        Page page = BROWSER.open(tenant, "#/users/u/history");

        page.getByText("Types: all").click();
        page.getByLabel("User changed", new Page.GetByLabelOptions().setExact(true))
                .check();
        page.getByLabel("Actor").fill("support:aino");
        page.getByLabel("Actor").press("Enter");
        assertThat(page).hasURL(Pattern.compile("\\?type=user.updated&actor=support%3Aaino$"));
        assertThat(entries(page)).hasCount(1);

        page.reload();
        assertThat(entries(page)).hasCount(1);
        assertThat(page.getByLabel("Actor")).hasValue("support:aino");

        page.getByLabel("Key id").fill("none");
        page.getByLabel("Key id").press("Enter");
        assertThat(page.getByText("No entry matches.")).isVisible();

        page.getByText("Clear").click();
        assertThat(entries(page)).hasCount(3);
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("support:eino"))
                .click();
        assertThat(entries(page)).hasCount(1);
    }

    @Test
    void showsAWrongFilterAtItsFieldAndNoEntries() {
        Page page = BROWSER.open(tenant, "#/users/u/history");
        assertThat(entries(page)).hasCount(2);
        page.getByLabel("Actor").fill("a b");
        page.getByLabel("Actor").press("Enter");

        assertThat(page.locator(".field-error")).containsText("must be 1 to 128 characters");
        assertThat(entries(page)).hasCount(0);
    }

    @Test
    void loadsMore() {
        for (int change = 1; change < PAGE_SIZE; change++) {
            change("support:aino", "change", "Aino " + change);
        }
        Page page = BROWSER.open(tenant, "#/users/u/history");

        assertThat(entries(page)).hasCount(PAGE_SIZE);
        page.getByText("More").click();
        assertThat(entries(page)).hasCount(PAGE_SIZE + 1);
        assertThat(entries(page).last()).containsText("User created");
        assertThat(page.getByText("More")).hasCount(0);
    }

    @Test
    void namesTheMissingScope() {
        Page page = BROWSER.open(tenant.key("users:read").reveal(), "#/users/u/history");

        assertThat(page.getByText("Your key lacks the scope audit:read.")).isVisible();
    }

    private void change(String actor, String reason, String name) {
        as(tenant)
                .header("X-Actor", actor)
                .header("X-Reason", reason)
                .body("{\"claims\": {\"name\": \"" + name + "\"}}")
                .patch("/api/users/u/claims")
                .then()
                .statusCode(200);
    }

    private static Locator entries(Page page) {
        return page.locator("ua-timeline ol > li");
    }
}
