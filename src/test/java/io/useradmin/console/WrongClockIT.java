package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Clock;
import com.microsoft.playwright.Page;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A browser whose clock is wrong: the console uses the time of the service. */
class WrongClockIT {
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    final Tenant tenant = Tenant.create();

    @BeforeEach
    void setClock() {
        long wrong = Instant.now().plus(Duration.ofHours(3)).toEpochMilli();
        BROWSER.page().clock().install(new Clock.InstallOptions().setTime(wrong));
    }

    @Test
    void showsTimesRelativeToTheService() {
        String user = tenant.user();
        tenant.session(user, "s", "web");

        Page page = BROWSER.open(tenant, "#/users/" + user + "/sessions");

        assertThat(page.locator("tbody tr")).containsText(Pattern.compile("in (1 hour|[0-9]+ minutes)"));
        assertThat(page.locator("tbody tr")).not().containsText("hours ago");
    }

    @Test
    void selectsWhatBeganBeforeTheServicesNow() {
        Page page = BROWSER.open(tenant, "#/incidents");

        button(page, "Started before now").click();

        assertThat(page).hasURL(Pattern.compile("initiated_before=\\d+$"));
        long selected = Long.parseLong(page.url().replaceAll(".*=", ""));
        assertThat(selected)
                .isCloseTo(
                        Instant.now().getEpochSecond(),
                        within(Duration.ofMinutes(30).toSeconds()));
    }
}
