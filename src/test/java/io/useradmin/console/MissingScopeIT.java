package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Tenant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A key without the scopes for actions: every user can learn which scope is missing, also without a mouse. */
class MissingScopeIT {
    private static final String[] READING = {
        "users:read", "sessions:read", "blocked_ips:read", "groups:read", "public_data:read"
    };

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    final Tenant tenant = Tenant.create();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#/users/u",
                "#/users/u/sessions",
                "#/users/u/blocked",
                "#/users/u/data",
                "#/groups",
                "#/groups/staff",
                "#/incidents",
                "#/settings"
            })
    void namesItWhenAnActionIsPressed(String view) {
        data();
        Page page = open(view);

        for (Locator action : refused(page).all()) {
            action.focus();
            assertThat(action).isFocused();
            action.press("Enter");
            assertThat(announcement(page)).containsText(action.getAttribute("title"));
            assertThat(page.locator("dialog:visible")).hasCount(0);
        }
        BROWSER.assertAccessible();
    }

    @Test
    void namesItWhenAnActionIsTapped() {
        data();
        BROWSER.renew(new NewContextOptions().setHasTouch(true).setViewportSize(360, 740));
        Page page = open("#/users/u");

        button(page, "Delete").tap(new Locator.TapOptions().setForce(true));

        assertThat(announcement(page)).hasText("Your key lacks the scope users:delete.");
    }

    @Test
    void namesItWhenEnterWouldSendAForm() {
        data();
        Page page = open("#/users/u/sessions");

        page.getByLabel("Value").fill("web");
        page.getByLabel("Value").press("Enter");

        assertThat(announcement(page)).hasText("Your key lacks the scope sessions:revoke.");
        assertThat(page.locator("dialog:visible")).hasCount(0);
    }

    private void data() {
        tenant.user("u", "{}", "{}");
        tenant.session("u", "s", "web");
        tenant.blocked("u", "203.0.113.7");
        tenant.group("staff");
        tenant.member("u", "staff");
    }

    private Page open(String view) {
        Page page = BROWSER.open(tenant.key(READING).reveal(), view);
        refused(page).first().waitFor();
        assertThat(page.locator("[aria-busy=true]")).hasCount(0);
        return page;
    }

    private static Locator refused(Page page) {
        return page.locator("button[title^='Your key lacks']");
    }

    private static Locator announcement(Page page) {
        return page.locator(".announcement");
    }
}
