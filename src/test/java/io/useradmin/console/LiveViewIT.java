package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import io.useradmin.apikey.ApiKey;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.TcpProxy;
import io.useradmin.testsupport.Tenant;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The live view of the change feed. */
class LiveViewIT {
    private static final String STREAM = "**/api/events*";
    /** Longer than the console waits before it gives up a silent connection. */
    private static final Duration SILENCE = Duration.ofSeconds(65);

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @Test
    void showsEventsAsTheyHappenWithTheirUserAndJson() {
        Page page = open("#/live");

        change("disable");

        assertThat(events(page)).hasCount(1);
        assertThat(events(page)).containsText("User disabled");
        assertThat(events(page).getByRole(AriaRole.LINK)).hasAttribute("href", "#/users/" + user);
        assertThat(page.getByText("The newest 1 event is shown.")).isVisible();
        Locator json = events(page).getByRole(AriaRole.BUTTON);
        assertThat(json.boundingBox().y)
                .isCloseTo(events(page).getByText("User disabled").boundingBox().y, within(5.0));
        json.click();
        assertThat(events(page)).containsText("\"type\": \"io.useradmin.user.disabled\"");
        assertThat(page.getByRole(AriaRole.IMG)).hasAttribute("aria-label", Pattern.compile("^1 event in"));
        BROWSER.assertAccessible();
    }

    /** The name of a member must not look like the author. */
    @Test
    void showsEachChangedMemberAndTheAuthorOnTheirOwn() {
        Api.as(tenant)
                .body("{\"public_data\": {\"theme, by security-team\": 1, \"a\u202eb\": 2}}")
                .patch("/api/users/" + user + "/public_data")
                .then()
                .statusCode(200);

        Page page = open("#/live?from=oldest&type=io.useradmin.user.public_data.updated");

        assertThat(events(page).locator(".author")).hasText("by test");
        assertThat(events(page).locator(".fact code")).hasText(new String[] {"theme, by security-team", "a\\u202eb"});
        assertThat(events(page).locator(".fact code").first()).hasCSS("unicode-bidi", "isolate");
        events(page).getByRole(AriaRole.BUTTON).click();
        assertThat(events(page).locator("pre")).containsText("a\\u202eb");
        BROWSER.assertAccessible();
    }

    @Test
    void saysThatItBeganWithTheOldestEventAndShowsDays() {
        BROWSER.page()
                .route(
                        STREAM,
                        route -> route.fulfill(new FulfillOptions()
                                .setContentType("text/event-stream")
                                .setBody("""
                        id: 12345678-9-0
                        data: {"id": "1", "type": "io.useradmin.user.created", "time": "2020-02-03T04:05:06.789Z"}

                        """)));

        Page page = BROWSER.open(tenant, "#/live?from=oldest&user_id=" + user);

        assertThat(events(page).locator("time")).hasText("2020-02-03 04:05:06");
        assertThat(page.getByText("Read from the oldest kept event on. The last 1 event is shown."))
                .isVisible();
        assertThat(page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("user’s history")))
                .hasAttribute("href", "#/users/" + user + "/history");
    }

    @Test
    void filtersByTypeAndUserInTheUrl() {
        change("disable");
        change("enable");

        Page page = open("#/live?from=oldest&type=io.useradmin.user.enabled&user_id=" + user);

        assertThat(events(page)).hasCount(1);
        assertThat(events(page)).containsText("User enabled");
        page.getByLabel("Type").selectOption("");
        assertThat(events(page)).hasCount(2);
    }

    @Test
    void filtersByTheTypedUserAlsoIfATypeIsChosenNext() {
        Page page = open("#/live");

        page.getByLabel("User id").fill(user);
        page.getByLabel("Type").selectOption("io.useradmin.user.enabled");

        assertThat(page.getByLabel("User id")).hasValue(user);
        assertThat(page).hasURL(Pattern.compile("user_id=" + user));
        assertThat(page).hasURL(Pattern.compile("type=io.useradmin.user.enabled"));
    }

    @Test
    void copiesACommandThatStartsWhereTheListStarts() {
        Page page = open("#/live");
        button(page, "Copy as curl").click();
        page.waitForCondition(() -> BROWSER.clipboard().endsWith("/api/events?after=now'"));

        page.getByLabel("Begin with").selectOption("oldest");
        button(page, "Copy as curl").click();
        page.waitForCondition(() -> BROWSER.clipboard().endsWith("/api/events'"));
    }

    @Test
    void keepsWhatArrivesWhileItIsPaused() {
        Page page = open("#/live");
        change("disable");
        assertThat(events(page)).hasCount(1);

        button(page, "Pause").click();
        change("enable");

        assertThat(page.getByText("1 more arrived since.")).isVisible();
        assertThat(events(page)).hasCount(1);
        // "Resume, pressed" would say the opposite.
        assertThat(button(page, "Resume").and(page.locator("[aria-pressed]"))).hasCount(0);
        button(page, "Resume").click();
        assertThat(events(page)).hasCount(2);
    }

    @Test
    void saysThatAnEmptyListIsPaused() {
        Page page = open("#/live");
        button(page, "Pause").click();

        change("disable");

        assertThat(page.getByText("Paused. 1 more arrived since.")).isVisible();
        button(page, "Resume").click();
        assertThat(events(page)).hasCount(1);
    }

    @Test
    void continuesAfterTheLastEventWhenTheConnectionReturns() {
        Page page = open("#/live");
        change("disable");
        assertThat(events(page)).hasCount(1);
        page.route(STREAM, Route::abort);
        page.evaluate("() => { location.hash = '#/live?type=io.useradmin.user.*'; }");
        assertThat(page.getByText("Connection lost")).isVisible();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("cannot be reached");

        // From now on, only the button connects again soon.
        page.route(STREAM, route -> route.fulfill(HeldRequests.tooMany()));
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Too many requests");
        page.unroute(STREAM);
        button(page, "Connect now").click();

        assertThat(page.getByText("Connected", new Page.GetByTextOptions().setExact(true)))
                .isVisible();
        assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
        change("enable");
        assertThat(events(page)).hasCount(1);
    }

    /** The service sends a comment now and then. So if nothing arrives, the connection is lost. */
    @Test
    void connectsAgainWhenTheStreamIsSilent() {
        BROWSER.page().clock().install();
        Page page = open("#/live?user_id=" + user);

        Request again = page.waitForRequest(STREAM, () -> page.clock().fastForward(SILENCE.toMillis()));

        assertThat(again.url()).endsWith("?user_id=" + user);
        assertThat(again.headers()).containsKey("last-event-id");
        change("disable");
        assertThat(events(page)).hasCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"#/live", "#/live?from=oldest"})
    void connectsAgainWithoutAResponse(String fragment) {
        BROWSER.page().clock().install();
        List<Route> requests = HeldRequests.first(BROWSER.page(), STREAM);
        Page page = BROWSER.open(tenant, fragment);
        assertThat(page.getByText("Connecting …")).isVisible();
        page.waitForCondition(() -> !requests.isEmpty());

        page.waitForRequest(STREAM, () -> page.clock().fastForward(SILENCE.toMillis()));

        assertThat(page.getByText("Connected", new Page.GetByTextOptions().setExact(true)))
                .isVisible();
    }

    @Test
    void continuesWithTheSameFilterWhenTheServerReturns() {
        TcpProxy line = new TcpProxy(Api.port());
        BROWSER.renew(new NewContextOptions().setBaseURL("http://localhost:" + line.port()));
        Page page = open("#/live?type=io.useradmin.user.disabled&user_id=" + user);
        change("disable");
        assertThat(events(page)).hasCount(1);

        line.cut();
        assertThat(page.getByText("Connection lost")).isVisible();
        change("enable");
        change("disable");
        line.join();

        assertThat(page.getByText("Connected", new Page.GetByTextOptions().setExact(true)))
                .isVisible();
        assertThat(events(page)).hasCount(2);
        assertThat(events(page).getByText("User disabled")).hasCount(2);
        line.cut();
    }

    @Test
    void waitsAsLongAsTheServiceSays() {
        Page page = failing(problem(429, "\"title\": \"Too many requests\""), "777");

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Too many requests");
        assertThat(page.getByText("Next attempt in 7")).isVisible();
    }

    /** A proxy may do this while the service restarts. */
    @Test
    void waitsLongerAfterEachConnectionWithoutData() {
        Page page = BROWSER.page();
        page.route(STREAM, route -> route.fulfill(new FulfillOptions().setContentType("text/event-stream")));

        BROWSER.open(tenant, "#/live?from=oldest");

        assertThat(page.getByText(Pattern.compile("Next attempt in [3-9] s"))).isVisible();
    }

    @Test
    void saysThatEventsAreMissingAndContinuesAfterThem() {
        change("disable");
        String cursor = Api.as(tenant).get("/api/events?after=now").header("X-Next-Cursor");
        String expired =
                problem(410, "\"title\": \"Gone\", \"detail\": \"Some were purged.\", \"cursor\": \"" + cursor + "\"");
        Page page = failing(expired, "0");

        assertThat(page.getByText("Events are missing here. Some were purged.")).isVisible();
        page.unroute(STREAM);
        assertThat(page.getByText("Connected", new Page.GetByTextOptions().setExact(true)))
                .isVisible();
        change("enable");
        assertThat(events(page)).hasCount(1);
    }

    /** The service also tells the position after events that do not pass the filter. */
    @Test
    void continuesAfterAnIdWithoutAnEvent() {
        Page page = BROWSER.page();
        page.route(
                STREAM,
                route -> route.fulfill(
                        new FulfillOptions().setContentType("text/event-stream").setBody(":\n\nid: 12345678-9-0\n\n")));

        Request again = page.waitForRequest(
                request -> request.headers().containsKey("last-event-id"),
                () -> BROWSER.open(tenant, "#/live?from=oldest"));

        assertThat(again.headers()).containsEntry("last-event-id", "12345678-9-0");
    }

    @Test
    void stopsAtARefusalAndSaysWhy() {
        Page page = open("#/live?user_id=not%20one");

        assertThat(page.getByText("Stopped", new Page.GetByTextOptions().setExact(true)))
                .isVisible();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("user_id");
    }

    @Test
    void continuesWithAnotherKey() {
        ApiKey key = tenant.key("*");
        Page page = BROWSER.open(key.reveal(), "#/live");
        assertThat(page.getByText("Connected", new Page.GetByTextOptions().setExact(true)))
                .isVisible();
        page.route(
                STREAM,
                route -> route.fulfill(answer(problem(401, "\"title\": \"A valid API key is required\""))),
                new Page.RouteOptions().setTimes(1));
        page.evaluate("() => { location.hash = '#/live?type=io.useradmin.user.*'; }");

        Locator dialog = page.getByRole(AriaRole.DIALOG);
        dialog.getByLabel("API key").fill(tenant.apiKey());
        page.keyboard().press("Enter");

        assertThat(dialog).not().isVisible();
        assertThat(page.getByText("Connected", new Page.GetByTextOptions().setExact(true)))
                .isVisible();
    }

    private Page open(String fragment) {
        Page page = BROWSER.open(tenant, fragment);
        page.getByText(Pattern.compile("^(Connected|Stopped)$")).waitFor();
        return page;
    }

    private Page failing(String body, String retryAfter) {
        Page page = BROWSER.page();
        page.route(
                STREAM,
                route -> route.fulfill(answer(body)
                        .setHeaders(Map.of("Content-Type", "application/problem+json", "Retry-After", retryAfter))));
        return BROWSER.open(tenant, "#/live?from=oldest");
    }

    private static FulfillOptions answer(String body) {
        int status = Integer.parseInt(body.replaceFirst("(?s).*\"status\": (\\d+).*", "$1"));
        return new FulfillOptions().setStatus(status).setBody(body);
    }

    private static String problem(int status, String members) {
        return "{\"status\": " + status + ", " + members + "}";
    }

    private void change(String action) {
        Api.as(tenant).post("/api/users/" + user + "/" + action).then().statusCode(200);
    }

    private static Locator events(Page page) {
        return page.getByRole(AriaRole.LIST, new Page.GetByRoleOptions().setName("Events"))
                .getByRole(AriaRole.LISTITEM);
    }
}
