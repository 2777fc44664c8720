package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static io.useradmin.console.Controls.dialog;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Tenant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the console says while sessions are revoked, and after it was stopped or failed. */
class RevocationProgressIT {
    private static final String ONE = "**/api/users/*/sessions/*";
    private static final String MATCHING = "**/api/users/*/sessions/revoke";

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @BeforeEach
    void startSessions() {
        List.of("a", "b", "c").forEach(session -> tenant.session(user, session, "web"));
    }

    @Test
    void saysHowManyAreRevokedAndStopsAfterTheRunningCall() {
        Page page = open();
        List<Route> calls = new CopyOnWriteArrayList<>();
        page.route(ONE, calls::add);
        revokeSelected(page);

        page.waitForCondition(() -> calls.size() == 1);
        assertThat(dialog(page)).containsText("0 of 3 sessions done.");
        calls.get(0).resume();
        page.waitForCondition(() -> calls.size() == 2);
        assertThat(dialog(page)).containsText("1 of 3 sessions done.");
        BROWSER.assertAccessible();
        assertAsksBeforeItIsReloaded(page);
        button(dialog(page), "Stop").click();
        assertThat(dialog(page)).containsText("1 of 3 sessions done. It stops after the running call.");
        calls.get(1).resume();

        assertThat(page.locator(".announcement")).hasText("2 sessions revoked. Stopped: 1 session is as it was.");
        assertThat(dialog(page)).not().isVisible();
        assertThat(page.locator("tbody tr")).hasCount(1);
        assertThat(sessions()).hasSize(1);
        assertThat(calls).hasSize(2);
    }

    private static void assertAsksBeforeItIsReloaded(Page page) {
        List<String> questions = new CopyOnWriteArrayList<>();
        page.onceDialog(dialog -> {
            questions.add(dialog.type());
            dialog.dismiss();
        });
        page.evaluate("() => { setTimeout(() => location.reload()); }");
        page.waitForCondition(() -> questions.equals(List.of("beforeunload")));
    }

    @Test
    void saysWhatIsDoneWhenACallFails() {
        Page page = open();
        List<Route> calls = new CopyOnWriteArrayList<>();
        page.route(ONE, calls::add);
        revokeSelected(page);
        page.waitForCondition(() -> calls.size() == 1);
        calls.get(0).resume();
        page.waitForCondition(() -> calls.size() == 2);
        calls.get(1).abort();

        assertThat(dialog(page)).containsText("The service cannot be reached");
        assertThat(dialog(page)).containsText("1 of 3 sessions done.");
        page.setViewportSize(360, 640);
        assertThat(button(dialog(page), "Revoke").boundingBox().y)
                .isEqualTo(button(dialog(page), "Cancel").boundingBox().y);
        page.unroute(ONE);
        button(dialog(page), "Revoke").click();

        assertThat(page.locator(".announcement")).hasText("3 sessions revoked.");
        assertThat(sessions()).isEmpty();
    }

    @Test
    void continuesWhenTheKeyMaySendRequestsAgain() {
        BROWSER.page().clock().install();
        Page page = open();
        refuseSecondCall(page);
        revokeSelected(page);

        assertThat(dialog(page)).containsText("1 of 3 sessions done. Too many requests: it continues in");
        // Each timer runs at most once, as in a hidden tab, where browsers run timers rarely.
        page.clock().fastForward(HeldRequests.LONG_WAIT.toMillis());

        assertThat(page.locator(".announcement")).hasText("3 sessions revoked.");
        assertThat(sessions()).isEmpty();
    }

    @Test
    void stopsWhileItWaitsForTheService() {
        Page page = open();
        refuseSecondCall(page);
        revokeSelected(page);
        assertThat(dialog(page)).containsText("Too many requests: it continues in");

        button(dialog(page), "Stop").click();

        assertThat(page.locator(".announcement")).hasText("1 session revoked. Stopped: 2 sessions are as they were.");
        assertThat(sessions()).hasSize(2);
    }

    private static void refuseSecondCall(Page page) {
        AtomicInteger calls = new AtomicInteger();
        page.route(ONE, route -> {
            if (calls.incrementAndGet() == 2) {
                route.fulfill(HeldRequests.tooMany());
            } else {
                route.resume();
            }
        });
    }

    @Test
    void waitsAsLongAsTheServiceAsks() {
        BROWSER.page().clock().install();
        Page page = open();
        button(page, "Revoke all …").click();
        assertThat(dialog(page)).containsText("This ends 3 sessions");
        page.route(MATCHING, route -> route.fulfill(HeldRequests.tooMany()));
        button(dialog(page), "Revoke").click();

        assertThat(dialog(page)).containsText("You can try again in");
        assertThat(button(dialog(page), "Revoke")).isDisabled();
        page.unroute(MATCHING);
        page.clock().fastForward(HeldRequests.LONG_WAIT.toMillis());
        button(dialog(page), "Revoke").click();

        assertThat(page.getByText("The user has no live session.")).isVisible();
    }

    @Test
    void showsThatOneLongCallRunsAndReadsTheTableAgainIfItsOutcomeIsUnknown() {
        Page page = open();
        page.getByRole(AriaRole.COLUMNHEADER).getByText("Started").click();
        button(page, "Revoke all …").click();
        assertThat(dialog(page)).containsText("This ends 3 sessions");
        List<Route> calls = new CopyOnWriteArrayList<>();
        page.route(MATCHING, calls::add);
        button(dialog(page), "Revoke").click();

        page.waitForCondition(() -> calls.size() == 1);
        assertThat(dialog(page)).containsText("One call revokes all of them or none.");
        assertThat(button(dialog(page), "Stop")).hasCount(0);
        calls.getFirst().fetch();
        calls.getFirst().abort();
        assertThat(dialog(page)).containsText("its outcome is unknown");
        assertThat(dialog(page)).not().containsText("One call revokes all of them or none.");
        button(dialog(page), "Cancel").click();

        assertThat(page.getByText("The user has no live session.")).isVisible();
    }

    private Page open() {
        Page page = BROWSER.open(tenant, "#/users/" + user + "/sessions");
        page.locator("tbody tr").first().waitFor();
        return page;
    }

    private static void revokeSelected(Page page) {
        page.getByLabel("Select all that are shown").check();
        button(page, "Revoke selected (3)").click();
        button(dialog(page), "Revoke").click();
    }

    private List<String> sessions() {
        return Api.as(tenant).get("/api/users/" + user + "/sessions").jsonPath().getList("session_id");
    }
}
