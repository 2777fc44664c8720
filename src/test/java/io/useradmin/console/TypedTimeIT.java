package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Tenant;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Typing and correcting a date and time. */
class TypedTimeIT {
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    final Tenant tenant = Tenant.create();

    @BeforeEach
    void setZone() {
        BROWSER.renew(new NewContextOptions().setTimezoneId("Europe/Helsinki").setLocale("en-US"));
    }

    @Test
    void backspaceRemovesOnlyOnePart() {
        Page page = BROWSER.open(tenant, "#/incidents?client_id=portal&initiated_before=1767249000");
        Locator field = page.getByLabel("Started before");
        assertThat(field).hasValue("2026-01-01T08:30");

        field.focus();
        page.keyboard().press("Backspace");
        assertThat(page.getByText("Complete the date and time.")).isVisible();
        assertThat(button(page, "Revoke …")).isDisabled();
        page.keyboard().type("02");

        assertThat(field).hasValue("2026-02-01T08:30");
        assertThat(page.getByText("This reaches 0 sessions of 0 users.")).isVisible();
        assertThat(page).hasURL(Pattern.compile("initiated_before=1769927400$"));
    }

    @Test
    void anotherYearIsTypedDigitByDigit() {
        Page page = BROWSER.open(tenant, "#/incidents?initiated_before=1767249000");
        Locator field = page.getByLabel("Started before");
        assertThat(field).hasValue("2026-01-01T08:30");

        field.focus();
        page.keyboard().press("ArrowRight");
        page.keyboard().press("ArrowRight");
        page.keyboard().type("2025");

        assertThat(field).hasValue("2025-01-01T08:30");
        assertThat(page).hasURL(Pattern.compile("initiated_before=1735713000$"));
    }

    @Test
    void theZoneIsNamedAndTheTimeIsAlsoInUtc() {
        Page page = BROWSER.open(tenant, "#/incidents?initiated_before=1767249000");

        assertThat(page.getByLabel("Started before (Europe/Helsinki)"))
                .hasAccessibleDescription(Pattern.compile("In UTC: 2026-01-01T06:30:00Z$"));

        BROWSER.goTo("#/settings");
        button(page, "Create a key").click();
        page.getByLabel("Ends after").selectOption("On a date …");
        page.getByLabel("Ends at (Europe/Helsinki)").fill("2030-01-01T08:30");
        assertThat(page.getByLabel("Ends at")).hasAccessibleDescription("In UTC: 2030-01-01T06:30:00Z");
    }

    @Test
    void theEndOfAKeyIsCorrectedInTheSameWay() {
        Page page = BROWSER.open(tenant, "#/settings");
        button(page, "Create a key").click();
        page.getByLabel("Ends after").selectOption("On a date …");
        Locator field = page.getByLabel("Ends at");
        field.fill("2030-01-01T08:30");

        field.focus();
        page.keyboard().press("Backspace");
        assertThat(page.getByText("Still needed: a name, a scope, a date")).isVisible();
        page.keyboard().type("02");

        assertThat(field).hasValue("2030-02-01T08:30");
    }
}
