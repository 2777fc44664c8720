package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.options.ForcedColors;
import com.microsoft.playwright.options.Media;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Tenant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console on paper, and with the colors of Windows' contrast themes. */
class AppearanceIT {
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    final Tenant tenant = Tenant.create();

    @Test
    void printsDarkTextOfTheDarkTheme() {
        Page page = BROWSER.open(tenant, "#/users");
        page.getByLabel("Theme").selectOption("light");
        Object dark = colorOf(page);
        page.getByLabel("Theme").selectOption("dark");
        assertThat(colorOf(page)).isNotEqualTo(dark);

        page.emulateMedia(new EmulateMediaOptions().setMedia(Media.PRINT));

        assertThat(colorOf(page)).isEqualTo(dark);
    }

    private static Object colorOf(Page page) {
        return page.locator("html").evaluate("html => getComputedStyle(html).color");
    }

    @Test
    void underlinesOnlyTheCurrentViewOfAUserWithForcedColors() {
        Page page = withForcedColors("#/users/" + tenant.user() + "/sessions");
        Locator views = page.getByLabel("User", new Page.GetByLabelOptions().setExact(true));

        assertThat(styleOf(views.locator("[aria-current]"), "borderBottomWidth"))
                .isEqualTo("3px");
        assertThat(styleOf(views.getByText("History"), "borderBottomWidth")).isEqualTo("0px");
    }

    @Test
    void showsThatAButtonIsPressedWithForcedColors() {
        Page page = withForcedColors("#/users");
        Locator button = button(page, "Exact times");
        Object before = styleOf(button, "backgroundColor");

        button.click();
        button(page, "Sign out").hover();

        assertThat(button).hasAttribute("aria-pressed", "true");
        assertThat(styleOf(button, "backgroundColor")).isNotEqualTo(before);
    }

    private Page withForcedColors(String fragment) {
        BROWSER.page().emulateMedia(new EmulateMediaOptions().setForcedColors(ForcedColors.ACTIVE));
        return BROWSER.open(tenant, fragment);
    }

    private static Object styleOf(Locator element, String property) {
        return element.evaluate("(element, property) => getComputedStyle(element)[property]", property);
    }
}
