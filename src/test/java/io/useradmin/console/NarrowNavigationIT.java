package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.IsInViewportOptions;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Tenant;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On a narrow screen, the navigation scrolls. */
class NarrowNavigationIT {
    /** The browser scrolls in whole pixels, so a fraction of a pixel may be outside. */
    private static final IsInViewportOptions ALL = new IsInViewportOptions().setRatio(0.95);

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    final Tenant tenant = Tenant.create();

    @Test
    void showsTheCurrentViewAfterTheWindowIsNarrowed() {
        String user = tenant.user();
        Page page = BROWSER.open(tenant, "#/settings");
        assertThat(current(page, "Views")).isInViewport(ALL);

        page.setViewportSize(320, 700);
        assertThat(current(page, "Views")).isInViewport(ALL);

        page.setViewportSize(1280, 700);
        BROWSER.goTo("#/users/" + user + "/history");
        assertThat(current(page, "User")).hasText("History");
        page.setViewportSize(320, 700);
        assertThat(current(page, "User")).isInViewport(ALL);
        BROWSER.goTo("#/users/" + user);
        assertThat(current(page, "User")).isInViewport(ALL);
    }

    @Test
    void hasRoomForTheNameOfTheTenant() {
        BROWSER.page()
                .route(
                        "**/api/key",
                        route -> route.fulfill(new FulfillOptions()
                                .setStatus(200)
                                .setBody("{\"tenant_id\": \"a-tenant-with-a-long-name\", \"scopes\": [\"*\"]}")));
        Page page = BROWSER.open(tenant, "#/groups");
        page.setViewportSize(320, 700);

        assertThat(button(page, "Sign out")).isInViewport(new IsInViewportOptions().setRatio(1));
        assertThat((Integer) page.evaluate("() => document.documentElement.scrollWidth"))
                .isEqualTo(320);
    }

    @Test
    void staysAtTheFieldWhileTheUrlFollowsTheInput() {
        Page page = BROWSER.open(tenant, "#/incidents");
        page.setViewportSize(320, 500);
        Locator field = page.getByLabel("Users to exclude");

        field.focus();
        Object before = page.evaluate("() => scrollY");

        page.keyboard().type("u");

        assertThat(page).hasURL(Pattern.compile("except_user_ids=u$"));
        assertThat(field).isFocused();
        assertThat(page.evaluate("() => scrollY")).isEqualTo(before);
    }

    @Test
    void beginsAtTheTopOfAnotherView() {
        Page page = BROWSER.open(tenant, "#/incidents");
        page.setViewportSize(320, 500);
        page.getByLabel("Users to exclude").focus();
        assertThat((Integer) page.evaluate("() => scrollY")).isPositive();

        BROWSER.goTo("#/settings");
        page.locator("ua-settings h1").waitFor();

        page.waitForCondition(() -> (Integer) page.evaluate("() => scrollY") == 0);
        assertThat(current(page, "Views")).isInViewport(ALL);
    }

    private static Locator current(Page page, String navigation) {
        return page.getByLabel(navigation, new Page.GetByLabelOptions().setExact(true))
                .locator("[aria-current]");
    }
}
