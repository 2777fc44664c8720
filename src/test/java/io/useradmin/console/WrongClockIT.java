package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static io.useradmin.console.Controls.dialog;
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
    private static final String ONE_SESSION = "**/api/users/*/sessions/*";
    private static final String GROUPS = "**/api/groups?*";

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

    /** Otherwise, it would wait hours longer than the service asks. */
    @Test
    void waitsNoLongerIfTheClockIsSetBack() {
        String user = tenant.user();
        tenant.session(user, "s", "web");
        Page page = BROWSER.open(tenant, "#/users/" + user + "/sessions");
        page.getByLabel("Select all that are shown").check();
        page.route(ONE_SESSION, route -> route.fulfill(HeldRequests.tooMany()));
        button(page, "Revoke selected (1)").click();
        button(dialog(page), "Revoke").click();
        assertThat(dialog(page)).containsText("Too many requests: it continues in");
        page.unroute(ONE_SESSION);

        setClockBack(page);

        assertThat(page.locator(".announcement")).hasText("1 session revoked.");
    }

    @Test
    void allowsANewAttemptInTimeIfTheClockIsSetBack() {
        Page page = BROWSER.open(tenant, "#/groups");
        page.route(GROUPS, route -> route.fulfill(HeldRequests.tooMany()));
        page.reload();
        assertThat(page.getByText("You can try again in")).isVisible();

        setClockBack(page);

        assertThat(button(page, "Try again")).isEnabled();
    }

    /** After that, it has passed the time that the service asked for. */
    private static void setClockBack(Page page) {
        page.clock().setSystemTime(Instant.now().toEpochMilli());
        page.clock().fastForward(HeldRequests.LONG_WAIT.toMillis());
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
