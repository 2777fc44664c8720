package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static io.useradmin.testsupport.Api.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Clock;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The view that revokes sessions and unblocks IP addresses of the whole tenant. */
class IncidentsViewIT {
    private static final Duration LONGER_THAN_A_PAUSE = Duration.ofSeconds(1);

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    final Tenant tenant = Tenant.create();

    @Test
    void revokesByKeyboardAlone() {
        String user = tenant.user();
        tenant.session(user, "s1", "portal");
        tenant.session(user, "s2", "portal");
        tenant.session(user, "s3", "web");
        Page page = BROWSER.open(tenant, "#/incidents");
        page.locator("ua-incidents h1").waitFor();

        tabTo(page, page.getByLabel("Client"));
        page.keyboard().type("portal");
        assertThat(page.getByText("This reaches 2 sessions of 1 user.")).isVisible();
        assertThat(page).hasURL(Pattern.compile("#/incidents\\?client_id=portal$"));
        tabTo(page, button(page, "Revoke …"));
        page.keyboard().press("Enter");
        assertThat(page.getByText("This revokes 2 sessions of 1 user.")).isVisible();
        BROWSER.assertAccessible();
        page.keyboard().type("TICKET-ä");
        page.keyboard().press("Enter");
        page.keyboard().press("Enter");

        assertThat(page.getByText("2 sessions of 1 user revoked in 1 call.")).isVisible();
        assertThat(page.getByText("Revoke sessions: done")).isFocused();
        BROWSER.assertAccessible();
        assertThat(sessions(user)).containsExactly("s3");
    }

    @Test
    void waitsForTheWholeTime() {
        String user = tenant.user();
        tenant.session(user, "s1", "portal");
        Page page = BROWSER.open(tenant, "#/incidents?client_id=portal");
        assertThat(page.getByText("This reaches 1 session of 1 user.")).isVisible();

        page.getByLabel("Started before").focus();
        page.keyboard().type("01012026");
        assertThat(page.getByText("Complete the date and time.")).isVisible();
        assertThat(button(page, "Revoke …")).isDisabled();
        page.keyboard().press("Tab");
        page.keyboard().type("0830AM");

        assertThat(page.getByText("This reaches 0 sessions of 0 users.")).isVisible();
        assertThat(page).hasURL(Pattern.compile("initiated_before=\\d+$"));
    }

    @Test
    void countsOnceWhenTypingPauses() {
        Page page = BROWSER.page();
        page.clock().install(new Clock.InstallOptions().setTime(0));
        BROWSER.open(tenant, "#/incidents");
        List<String> counts = new CopyOnWriteArrayList<>();
        page.onRequest(request -> {
            if (request.url().endsWith("/api/sessions/revoke")) {
                counts.add(request.postData());
            }
        });
        page.clock().pauseAt(Duration.ofDays(1).toMillis());

        page.getByLabel("Client").pressSequentially("portal");
        page.clock().runFor(LONGER_THAN_A_PAUSE.toMillis());

        assertThat(page.getByText("This reaches 0 sessions of 0 users.")).isVisible();
        assertThat(counts).containsExactly("{\"client_id\":\"portal\",\"dry_run\":true}");
    }

    @Test
    void stopsAfterACallAndContinues() {
        String user = tenant.user();
        manySessions(user, 2500);
        Page page = BROWSER.open(tenant, "#/incidents?client_id=leaked");
        assertThat(page.getByText("This reaches 2,500 sessions of 1 user.")).isVisible();
        List<String> bodies = new CopyOnWriteArrayList<>();
        page.route("**/api/sessions/revoke", route -> {
            String body = route.request().postData();
            if (!body.contains("dry_run")) {
                bodies.add(body);
            }
            if (bodies.size() == 2 && !body.contains("dry_run")) {
                page.evaluate(
                        "() => document.querySelector('ua-app').shadowRoot.querySelector('ua-incidents').shadowRoot"
                                + ".querySelector('ua-bulk-run').shadowRoot.querySelector('#stop').click()");
            }
            route.resume();
        });

        button(page, "Revoke …").click();
        button(page, "Revoke").click();
        assertThat(page.getByText(
                        Pattern.compile("^[0-9,]+ sessions of 1 user revoked in 2 calls. The rest is as it was.")))
                .isVisible();
        assertThat(page.getByText(Pattern.compile("^This reaches [0-9,]+ sessions? of 1 user")))
                .isVisible();

        assertThat(page.locator(".announcement").innerText()).isEmpty();

        button(page, "Resume").click();
        assertThat(page.getByText(Pattern.compile("^2,500 sessions of 1 user revoked in [0-9]+ calls")))
                .isVisible();
        assertThat(bodies).hasSizeGreaterThanOrEqualTo(3);
        assertThat(sessions(user)).isEmpty();
    }

    @Test
    void continuesAfterAFailedCall() {
        String user = tenant.user();
        manySessions(user, 1500);
        Page page = BROWSER.open(tenant, "#/incidents?client_id=leaked");
        assertThat(page.getByText("This reaches 1,500 sessions of 1 user.")).isVisible();
        page.route("**/api/sessions/revoke", route -> {
            String body = route.request().postData();
            if (body.contains("\"next\"") && !body.contains("dry_run")) {
                route.abort();
            } else {
                route.resume();
            }
        });

        button(page, "Revoke …").click();
        button(page, "Revoke").click();
        assertThat(page.getByText("The service cannot be reached")).isVisible();
        assertThat(page.getByText(
                        Pattern.compile("^[0-9,]+ sessions of 1 user revoked in 1 call. One more call failed")))
                .isVisible();
        page.unroute("**/api/sessions/revoke");
        button(page, "Resume").click();

        assertThat(page.getByText(Pattern.compile("^1,500 sessions of 1 user revoked in [0-9]+ calls")))
                .isVisible();
        assertThat(sessions(user)).isEmpty();
    }

    @Test
    void continuesByItselfAfterTooManyRequests() {
        String user = tenant.user();
        manySessions(user, 1500);
        Page page = BROWSER.open(tenant, "#/incidents?client_id=leaked");
        assertThat(page.getByText("This reaches 1,500 sessions of 1 user.")).isVisible();
        AtomicInteger refusals = new AtomicInteger(2);
        page.route("**/api/sessions/revoke", route -> {
            String body = route.request().postData();
            boolean continues = body.contains("\"next\"") && !body.contains("dry_run");
            if (continues && refusals.getAndDecrement() > 0) {
                route.fulfill(tooEarly(429, 2));
            } else {
                route.resume();
            }
        });

        button(page, "Revoke …").click();
        button(page, "Revoke").click();

        assertThat(
                        page.getByText(
                                Pattern.compile(
                                        "^[0-9,]+ sessions of 1 user revoked in 1 call so far. Too many requests: it continues in 2 s.$")))
                .isVisible();
        assertThat(page.getByText(Pattern.compile("^1,500 sessions of 1 user revoked in [0-9]+ calls")))
                .isVisible();
        assertThat(sessions(user)).isEmpty();
    }

    @Test
    void canBeStoppedWhileItWaits() {
        Page page = startARunThatMustWait(429);
        assertThat(page.getByText("it continues in 600 s.")).isVisible();
        button(page, "Stop").click();

        assertThat(page.getByText("Revoke sessions: stopped")).isFocused();
        assertThat(page.getByText("2 sessions of 1 user revoked in 1 call. The rest is as it was."))
                .isVisible();
    }

    @Test
    void waitsBeforeItContinuesAsLongAsTheServiceAsks() {
        Page page = startARunThatMustWait(503);

        assertThat(page.getByText("You can try again in")).isVisible();
        assertThat(button(page, "Resume")).hasCount(1);
        assertThat(button(page, "Resume")).isDisabled();
        assertThat(page.getByText("Revoke sessions: failed")).isFocused();
    }

    @Test
    void stopsWaitingForACallWithoutAResponse() {
        BROWSER.page().clock().install();
        Page page = startARun(_ -> {});
        assertThat(button(page, "Stop")).isFocused();
        page.keyboard().press("Enter");
        assertThat(page.getByText("Revoke sessions: stopping")).isFocused();
        assertThat(button(page, "Stop")).isDisabled();

        page.clock().fastForward(HeldRequests.PATIENCE.toMillis());
        assertThat(page.getByText("It stops when the current call is answered. The service has not responded yet."))
                .isVisible();
        BROWSER.assertAccessible();
        button(page, "Stop waiting").click();

        assertThat(page.getByText("Revoke sessions: failed")).isFocused();
        assertThat(page.getByText("One more call failed; what it did or still does is not counted."))
                .isVisible();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("its outcome is unknown");
        page.unroute("**/api/sessions/revoke");
        page.route(
                "**/api/sessions/revoke",
                route -> route.fulfill(new Route.FulfillOptions().setBody("{\"revoked\": 3, \"users\": 0}")));
        button(page, "Resume").click();
        assertThat(page.getByText("5 sessions of 1 user revoked in 2 calls.")).isVisible();
    }

    /** The second call of the run is refused. */
    private Page startARunThatMustWait(int status) {
        return startARun(route -> route.fulfill(tooEarly(status, 600)));
    }

    private Page startARun(Consumer<Route> second) {
        Page page = BROWSER.page();
        page.route("**/api/sessions/revoke", route -> {
            if (route.request().postData().contains("\"next\"")) {
                second.accept(route);
            } else {
                route.fulfill(firstPage(route));
            }
        });
        BROWSER.open(tenant, "#/incidents?client_id=leaked");
        assertThat(page.getByText("This reaches 2 sessions of 1 user.")).isVisible();
        button(page, "Revoke …").click();
        button(page, "Revoke").click();
        return page;
    }

    private static Route.FulfillOptions firstPage(Route route) {
        String next = route.request().postData().contains("dry_run") ? "" : ", \"next\": \"2\"";
        return new Route.FulfillOptions().setBody("{\"revoked\": 2, \"users\": 1" + next + "}");
    }

    private static Route.FulfillOptions tooEarly(int status, int seconds) {
        return new Route.FulfillOptions()
                .setStatus(status)
                .setHeaders(Map.of("Retry-After", Integer.toString(seconds)))
                .setBody("{\"title\": \"Too early\"}");
    }

    /** Nobody could stop the other calls. */
    @Test
    void makesNoMoreCallsIfTheViewIsLeftDuringTheFirstOne() {
        String user = tenant.user();
        manySessions(user, 1500);
        Page page = BROWSER.open(tenant, "#/incidents?client_id=leaked");
        assertThat(page.getByText("This reaches 1,500 sessions of 1 user.")).isVisible();
        button(page, "Revoke …").click();
        assertThat(page.getByText("This revokes 1,500 sessions of 1 user.")).isVisible();
        List<Route> calls = HeldRequests.of(page, "**/api/sessions/revoke", "POST");
        button(page, "Revoke").click();
        page.waitForCondition(() -> !calls.isEmpty());

        BROWSER.goTo("#/users");
        assertThat(page.locator("h1")).hasText("Users");
        calls.getFirst().resume();

        assertThat(page.locator(".announcement"))
                .containsText(Pattern.compile("[0-9,]+ sessions of 1 user revoked in 1 call. The rest is as it was."));
        assertThat(calls).hasSize(1);
    }

    @Test
    void findsWhoIsBlockedAndUnblocks() {
        String one = tenant.user();
        String other = tenant.user();
        tenant.blocked(one, "203.0.113.7");
        tenant.blocked(other, "203.0.113.9");
        tenant.blocked(other, "198.51.100.1");
        Page page = BROWSER.open(tenant, "#/incidents?action=unblock&ip_address=203.0.113.0%2F24");
        assertThat(page.getByText("This reaches 2 blocked addresses of 2 users."))
                .isVisible();
        assertThat(page.locator("ua-blocked-across tbody tr")).hasCount(2);
        BROWSER.assertAccessible();

        button(page, "Unblock …").click();
        button(page, "Unblock").click();

        assertThat(page.getByText(Pattern.compile("^2 blocked addresses of 2 users unblocked in 1 call")))
                .isVisible();
        assertThat(page.getByText("Nobody is blocked.")).isVisible();
        assertThat(given().header("X-API-KEY", tenant.apiKey())
                        .get("/api/blocked_ips")
                        .jsonPath()
                        .getList("ip"))
                .containsExactly("198.51.100.1");
    }

    /** Other programs copy invisible characters around an address. */
    @Test
    void findsWhoIsBlockedFromAPastedAddress() {
        tenant.blocked(tenant.user(), "203.0.113.7");
        Page page = BROWSER.open(tenant, "#/incidents?action=unblock");

        page.getByLabel("IP address or network").fill(" 203.0.113.7\u200b");

        assertThat(page.getByText("This reaches 1 blocked address of 1 user.")).isVisible();
        assertThat(page.locator("ua-blocked-across h2")).hasText("Who is blocked from 203.0.113.7");
        assertThat(page.locator("ua-blocked-across tbody tr")).hasCount(1);
        assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
    }

    @Test
    void countsAgainIfTheOutcomeIsUnknown() {
        tenant.blocked(tenant.user(), "203.0.113.7");
        Page page = BROWSER.open(tenant, "#/incidents?action=unblock&ip_address=203.0.113.7");
        button(page, "Unblock …").click();
        assertThat(page.getByText("This unblocks 1 blocked address of 1 user.")).isVisible();
        page.route("**/api/blocked_ips/unblock", HeldRequests::loseResponse);
        button(page, "Unblock").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Lost");
        page.unroute("**/api/blocked_ips/unblock");
        button(page, "Cancel").click();

        assertThat(page.getByText("This reaches 0 blocked addresses of 0 users."))
                .isVisible();
        assertThat(page.getByText("Nobody is blocked.")).isVisible();
    }

    @Test
    void showsARefusalAtItsField() {
        Page page = BROWSER.open(tenant, "#/incidents?ip_address=203.0.113.7%2F24");

        assertThat(page.getByLabel("IP address or network")).hasAttribute("aria-invalid", "true");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("/ip_address");
        BROWSER.assertAccessible();
    }

    @Test
    void showsHostileValuesAsText() {
        String hostile = "<img src=x onerror=alert(1)>\u202e" + "x".repeat(2000);
        Page page = BROWSER.open(tenant, "#/incidents");
        page.getByLabel("Client").fill(hostile);
        assertThat(page.getByLabel("Client")).hasAttribute("aria-invalid", "true");

        button(page, "Revoke …").click();

        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("<img src=x");
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("/client_id");
        assertThat(button(page, "Revoke")).isDisabled();
        assertThat(page.getByRole(AriaRole.DIALOG).locator("img")).hasCount(0);
        assertThat((Integer) page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
                .isLessThanOrEqualTo(0);
    }

    @Test
    void countsWithAnotherKeyThatMay() {
        String list = "**/api/blocked_ips?*";
        Page page = BROWSER.open(tenant.key("blocked_ips:read").reveal(), "#/incidents?action=unblock");
        assertThat(page.getByText("Nobody is blocked.")).isVisible();
        page.route(
                list,
                route -> route.fulfill(new Route.FulfillOptions().setStatus(401).setBody("{\"title\": \"Ended\"}")));
        BROWSER.goTo("#/incidents?action=unblock&ip_address=203.0.113.7");
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        assertThat(dialog).isVisible();
        page.unroute(list);

        dialog.getByLabel("API key").fill(tenant.apiKey());
        page.keyboard().press("Enter");

        assertThat(page.getByText("This reaches 0 blocked addresses of 0 users."))
                .isVisible();
    }

    @Test
    void namesTheMissingScope() {
        Page page = BROWSER.open(tenant.key("blocked_ips:read").reveal(), "#/incidents?action=unblock");

        assertThat(page.getByText("blocked_ips:unblock_many")).isVisible();
        assertThat(button(page, "Unblock …")).isDisabled();
        assertThat(page.getByText("Nobody is blocked.")).isVisible();
    }

    @Test
    void narrowsTheListWithAKeyThatMayNotUnblock() {
        String user = tenant.user();
        List.of("203.0.113.7", "198.51.100.1").forEach(ip -> tenant.blocked(user, ip));
        Page page = BROWSER.open(tenant.key("blocked_ips:read").reveal(), "#/incidents?action=unblock");
        Locator rows = page.locator("ua-blocked-across tbody tr");
        assertThat(rows).hasCount(2);
        List<String> lists = new CopyOnWriteArrayList<>();
        page.onRequest(request -> lists.add(request.url()));

        page.getByLabel("IP address or network").pressSequentially("203.0.113.7");

        assertThat(rows).hasCount(1);
        assertThat(lists).hasSize(1);
        assertThat(page.getByText("Your key lacks the scope blocked_ips:unblock_many."))
                .isVisible();
        assertThat(button(page, "Unblock …")).hasAttribute("aria-disabled", "true");
        BROWSER.assertAccessible();
    }

    private void manySessions(String user, int count) {
        tenant.session(user, "s0", "leaked");
        Sql.run(
                "insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at,"
                        + " client_ids, last_metadata) select tenant_id, user_id, 's' || n, 'key-' || n, initiated_at, expires_at,"
                        + " last_updated_at, client_ids, last_metadata from sessions, generate_series(1, cast(? as int)) n"
                        + " where tenant_id = ? and user_id = ? and session_id = 's0'",
                count - 1,
                tenant.id(),
                user);
    }

    private List<String> sessions(String user) {
        return given().header("X-API-KEY", tenant.apiKey())
                .get("/api/users/" + user + "/sessions")
                .jsonPath()
                .getList("session_id");
    }

    private static void tabTo(Page page, Locator wanted) {
        for (int presses = 0; presses < 60; presses++) {
            if ((Boolean) wanted.evaluate("element => element.matches(':focus')")) {
                return;
            }
            page.keyboard().press("Tab");
        }
        throw new AssertionError("Tab does not reach " + wanted);
    }
}
