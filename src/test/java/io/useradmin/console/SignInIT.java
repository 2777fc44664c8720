package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static io.useradmin.console.Controls.dialog;
import static io.useradmin.console.Controls.pressEscapeRepeatedly;
import static io.useradmin.console.Controls.title;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.useradmin.apikey.ApiKey;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signing in with a key, which may be revoked at any moment. */
class SignInIT {
    private static final String OWN_KEY = "**/api/key";

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of("useradmin.api-key-cache.ttl", "1s"));

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    final Tenant tenant = Tenant.create();

    @Test
    void showsTheViewOfTheUrlAfterSignIn() {
        String user = tenant.user();

        Page page = BROWSER.open(tenant, "#/users/" + user);

        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)))
                .hasText(user);
        assertThat(page.getByText(tenant.id(), new Page.GetByTextOptions().setExact(true)))
                .isVisible();
        assertThat(page.locator("main")).isFocused();
        BROWSER.assertAccessible();
    }

    @Test
    void refusesAKeyThatNobodyHas() {
        Page page = BROWSER.page();
        page.navigate("/");
        BROWSER.assertAccessible();

        page.getByLabel("API key").fill(Tenant.newKey().reveal());
        page.keyboard().press("Enter");

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("API key");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Trace");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Check that you pasted all of it.");
        assertThat(page.getByLabel("API key")).not().hasValue("");
    }

    @Test
    void signsInWithAKeyThatAnotherProgramHasCopied() {
        BROWSER.open("\u200b" + tenant.apiKey() + "\u2069 ", "#/groups");

        assertThat(title(BROWSER.page())).hasText("Groups");
    }

    /** As Chromium does if the user blocks all cookies. */
    @Test
    void worksWithoutStorage() {
        Page page = BROWSER.page();
        page.addInitScript("""
                for (const name of ['localStorage', 'sessionStorage']) {
                  Object.defineProperty(window, name, {get() { throw new DOMException('blocked', 'SecurityError'); }});
                }""");

        BROWSER.open(tenant, "#/groups");
        page.getByLabel("Theme").selectOption("dark");

        assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
        button(page, "Sign out").click();
        assertThat(page.getByLabel("API key")).isVisible();
    }

    @Test
    void waitsAsLongAsTheServiceAsks() {
        Page page = BROWSER.page();
        page.clock().install();
        page.navigate("/");
        page.route(OWN_KEY, route -> route.fulfill(HeldRequests.tooMany()));
        page.getByLabel("API key").fill(tenant.apiKey());
        button(page, "Sign in").click();

        assertThat(page.getByText("You can try again in")).isVisible();
        assertThat(button(page, "Sign in")).isDisabled();
        page.unroute(OWN_KEY);
        page.clock().fastForward(HeldRequests.LONG_WAIT.toMillis());
        button(page, "Sign in").click();

        assertThat(button(page, "Sign out")).isVisible();
    }

    /** Dev mode prints such a link after each start, also while the console is open. */
    @Test
    void startsAgainWithTheKeyOfALink() {
        Page page = BROWSER.open(Tenant.create(), "#/groups");
        assertThat(page.getByText("No groups yet.")).isVisible();

        BROWSER.goTo("#key=" + tenant.apiKey());

        assertThat(page.getByText(tenant.id(), new Page.GetByTextOptions().setExact(true)))
                .isVisible();
        assertThat(title(page)).hasText("Users");
        assertThat(page).hasURL(Pattern.compile("#/users$"));
    }

    /** Whoever sends the link would see what the other person changes. */
    @Test
    void doesNotSignInWithTheKeyOfALinkToAnotherHost() {
        String sent = Tenant.create().apiKey();
        Page page = openAtOtherHost();
        List<String> keys = keysInRequests(page);

        page.navigate("/console/#key=" + sent);

        assertThat(page.getByLabel("API key")).isVisible();
        assertThat(page).hasURL(Pattern.compile("#/users$"));
        assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
        assertThat(keys).isEmpty();
    }

    @Test
    void staysSignedInDespiteTheKeyOfALinkToAnotherHost() {
        String sent = Tenant.create().apiKey();
        Page page = openAtOtherHost();
        List<String> keys = keysInRequests(page);
        BROWSER.open(tenant, "#/groups");
        Locator shownTenant = page.getByText(tenant.id(), new Page.GetByTextOptions().setExact(true));

        BROWSER.goTo("#key=" + sent);
        assertThat(page).hasURL(Pattern.compile("#/users$"));
        assertThat(title(page)).hasText("Users");
        assertThat(shownTenant).isVisible();
        page.navigate("about:blank");
        page.navigate("/console/#key=" + sent);

        assertThat(page).hasURL(Pattern.compile("#/users$"));
        assertThat(shownTenant).isVisible();
        assertThat(keys).containsOnly(tenant.apiKey());
    }

    private static Page openAtOtherHost() {
        return BROWSER.renew(new NewContextOptions().setBaseURL("http://" + Chromium.OTHER_HOST + ":" + Api.port()));
    }

    /** Grows with the requests to the API. */
    private static List<String> keysInRequests(Page page) {
        List<String> keys = new CopyOnWriteArrayList<>();
        page.onRequest(request -> {
            String key = request.headers().get("x-api-key");
            if (key != null) {
                keys.add(key);
            }
        });
        return keys;
    }

    @Test
    void fitsAPhoneWithLargeText() {
        Page page = BROWSER.page();
        page.setViewportSize(320, 640);
        page.navigate("/");
        page.getByLabel("API key").waitFor();

        page.evaluate("() => { document.documentElement.style.fontSize = '24px'; }");

        assertThat(page.evaluate("() => document.documentElement.scrollWidth")).isEqualTo(320);
    }

    @Test
    void keepsTheKeyInTheTabUntilSignOut() {
        Page page = BROWSER.open(tenant, "#/groups");

        page.reload();
        assertThat(button(page, "Sign out")).isVisible();

        button(page, "Sign out").click();
        assertThat(page.getByLabel("API key")).isVisible();
        page.reload();
        assertThat(page.getByLabel("API key")).isVisible();
        assertThat(page.evaluate("() => sessionStorage.length")).isEqualTo(0);
        assertThat(page.evaluate("() => JSON.stringify(localStorage)").toString())
                .doesNotContain("uak_");
    }

    @Test
    void usesTheStoredKeyAgainWhenTheServiceReturns() {
        Page page = BROWSER.open(tenant, "#/groups");
        page.route(OWN_KEY, Route::abort);
        page.reload();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("cannot be reached");

        page.unroute(OWN_KEY);
        button(page, "Try again").click();

        assertThat(button(page, "Sign out")).isVisible();
        assertThat(page).hasURL(Pattern.compile("#/groups$"));
    }

    @Test
    void saysThatItIsLoadingWhileTheServiceIsSlow() {
        Page page = BROWSER.open(tenant, "#/groups");
        List<Route> requests = HeldRequests.of(page, OWN_KEY, "GET");

        page.reload();

        assertThat(page.getByRole(AriaRole.MAIN)).hasText("Loading …");
        page.waitForCondition(() -> !requests.isEmpty());
        requests.getFirst().resume();
        assertThat(page.getByText("No groups yet.")).isVisible();
    }

    @Test
    void forgetsAStoredKeyThatHasEnded() {
        ApiKey key = tenant.key("*");
        Page page = BROWSER.open(key.reveal(), "#/groups");
        page.route(OWN_KEY, route -> route.fulfill(unauthorised()));
        page.reload();

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("A valid API key is required");
        assertThat(page.evaluate("() => sessionStorage.length")).isEqualTo(0);
    }

    @Test
    void saysAtOnceThatAStoredKeyHasEnded() {
        Page page = BROWSER.open(tenant.key("*").reveal(), "#/groups");
        BROWSER.goTo("#/users/u/sessions");
        page.route(OWN_KEY, route -> route.fulfill(unauthorised()));
        HeldRequests.of(page, "**/assets/sessions-*.js", "GET");

        page.reload();

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("A valid API key is required");
    }

    @Test
    void asksForAnotherKeyWhenItIsRevokedAndKeepsTheInput() {
        ApiKey key = tenant.key("*");
        Page page = BROWSER.open(key.reveal(), "#/users");
        page.getByLabel("Exact value").fill("typed-before");
        Sql.run("update api_keys set revoked_at = now() where key_id = ?", key.keyId());

        Locator dialog = page.getByRole(AriaRole.DIALOG);
        while (!dialog.isVisible()) {
            button(page, "Find").click(new Locator.ClickOptions().setForce(true));
            page.waitForTimeout(100);
        }
        assertThat(dialog).hasAccessibleName("Sign in");
        assertThat(dialog).containsText(Pattern.compile("no longer works: it has expired or was revoked"));
        pressEscapeRepeatedly(page);
        assertThat(dialog).isVisible();
        BROWSER.assertAccessible();
        dialog.getByLabel("API key").fill(tenant.apiKey());
        page.keyboard().press("Enter");

        assertThat(dialog).not().isVisible();
        assertThat(page.getByLabel("Exact value")).hasValue("typed-before");
        assertThat(button(page, "Find")).isFocused();
    }

    @Test
    void asksBeforeAKeyOfAnotherTenantDiscardsTheInput() {
        Tenant other = Tenant.create();
        Page page = BROWSER.open(tenant.key("*").reveal(), "#/users");
        List<String> questions = new CopyOnWriteArrayList<>();
        page.onceDialog(question -> {
            questions.add(question.message());
            question.dismiss();
        });
        page.getByLabel("Exact value").fill("typed-before");
        page.route("**/api/**", route -> route.fulfill(unauthorised()));
        button(page, "Find").click();
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        assertThat(dialog).isVisible();
        page.unroute("**/api/**");

        dialog.getByLabel("API key").fill(other.apiKey());
        page.keyboard().press("Enter");
        page.waitForCondition(() -> !questions.isEmpty());
        assertThat(questions.getFirst()).contains(other.id(), tenant.id(), "did not send is lost");
        assertThat(page.getByLabel("Exact value")).hasValue("typed-before");
        assertThat(button(dialog, "Sign in")).isEnabled();
        page.onceDialog(Dialog::accept);
        button(dialog, "Sign in").click();

        assertThat(page.getByText(other.id(), new Page.GetByTextOptions().setExact(true)))
                .isVisible();
        assertThat(page.getByLabel("Exact value")).hasValue("");
    }

    @Test
    void countsAgainWithAnotherKey() {
        Page page = BROWSER.open(tenant.key("*").reveal(), "#/users/" + tenant.user());
        page.route("**/sessions?*", route -> route.fulfill(unauthorised()));
        button(page, "Disable").click();
        Locator signIn = page.locator("#ended");
        assertThat(signIn).isVisible();
        page.unroute("**/sessions?*");
        signIn.getByLabel("API key").fill(tenant.apiKey());
        page.keyboard().press("Enter");

        assertThat(dialog(page)).containsText("The user has 0 sessions.");
        assertThat(dialog(page).getByRole(AriaRole.ALERT)).hasCount(0);
        assertThat(button(dialog(page), "Disable")).isEnabled();
    }

    /** All parts of each view that were refused. */
    @Test
    void loadsWhatWasRefusedAgainWithAnotherKey() {
        tenant.group("staff");
        String user = tenant.user("{\"theme\": \"dark\"}", "{}");
        Sql.run("update users set name = 'Ada Lovelace' where tenant_id = ? and user_id = ?", tenant.id(), user);
        Page page = BROWSER.open(tenant.key("*").reveal(), "#/settings");

        continueWithAnotherKey("#/users");
        assertThat(page.getByLabel("Group")).isVisible();
        continueWithAnotherKey("#/groups/staff");
        assertThat(title(page)).hasText("Group");
        continueWithAnotherKey("#/users/" + user + "/data");
        assertThat(title(page)).hasText("Ada Lovelace");
        assertThat(page.getByText("\"dark\"")).isVisible();
        assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
    }

    /** Opens a view with a key that has ended, and signs in again. */
    private void continueWithAnotherKey(String view) {
        Page page = BROWSER.page();
        page.route("**/api/**", route -> route.fulfill(unauthorised()));
        BROWSER.goTo(view);
        assertThat(page.getByRole(AriaRole.DIALOG)).isVisible();
        page.unroute("**/api/**");
        signInAgain();
    }

    /** The dialog of the key that has ended closes. */
    private void signInAgain() {
        Page page = BROWSER.page();
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        dialog.getByLabel("API key").fill(tenant.apiKey());
        page.keyboard().press("Enter");
        assertThat(dialog).not().isVisible();
    }

    @Test
    void loadsDataThatTheKeyBeforeMayNotRead() {
        String user = tenant.user("{\"theme\": \"dark\"}", "{}");
        Page page = openWithKeyThatEnds(user, "#/users/" + user + "/data");

        signInAgain();

        assertThat(page.getByText("\"dark\"")).isVisible();
    }

    @Test
    void connectsToEventsThatTheKeyBeforeMayNotRead() {
        Page page = openWithKeyThatEnds(tenant.user(), "#/live");

        signInAgain();

        assertThat(page.getByText("Connected", new Page.GetByTextOptions().setExact(true)))
                .isVisible();
    }

    /** Opens a view that the key may not read. The late response to the overview says that the key has ended. */
    private Page openWithKeyThatEnds(String user, String view) {
        Page page = BROWSER.page();
        String url = "**/api/users/" + user + "?*";
        List<Route> requests = HeldRequests.of(page, url, "GET");
        BROWSER.open(tenant.key("users:read").reveal(), "#/users/" + user);
        page.waitForCondition(() -> requests.size() == 1);
        BROWSER.goTo(view);
        assertThat(page.getByText("Your key lacks the scope").first()).isVisible();
        requests.getFirst().fulfill(unauthorised());
        page.unroute(url);
        return page;
    }

    @Test
    void staysSignedInWhenALateResponseRefusesTheKeyBefore() {
        ApiKey before = tenant.key("*");
        Page page = BROWSER.open(before.reveal(), "#/groups");
        List<Route> requests = new CopyOnWriteArrayList<>();
        page.route("**/api/groups?*", requests::add);
        sort(page);
        page.waitForCondition(() -> requests.size() == 1);
        sort(page);
        page.waitForCondition(() -> requests.size() == 2);
        requests.get(0).fulfill(unauthorised());
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        dialog.getByLabel("API key").fill(tenant.apiKey());
        page.keyboard().press("Enter");
        assertThat(dialog).not().isVisible();

        requests.get(1).fulfill(unauthorised());
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("A valid API key is required");

        assertThat(dialog).not().isVisible();
        page.unroute("**/api/groups?*");
        button(page, "Try again").click();
        assertThat(page.getByText("No groups yet.")).isVisible();
        page.reload();
        assertThat(button(page, "Sign out")).isVisible();
    }

    /** The form is next to "Try again". Whatever was sent last counts. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void ignoresALateResponseAboutTheStoredKey(boolean isValid) {
        List<Route> requests = tryAgainThenSignIn();
        Page page = BROWSER.page();
        requests.get(1).resume();
        Locator shownTenant = page.getByText(tenant.id(), new Page.GetByTextOptions().setExact(true));
        assertThat(shownTenant).isVisible();
        var late = page.waitForResponse(OWN_KEY, () -> end(requests.get(0), isValid));
        late.finished();

        assertThat(page.getByText("No groups yet.")).isVisible();
        assertThat(shownTenant).isVisible();
        assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
        assertThat((String) page.evaluate("() => sessionStorage.getItem('useradmin.key')"))
                .isEqualTo(tenant.apiKey());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void signsInAfterAResponseAboutTheStoredKey(boolean isValid) {
        List<Route> requests = tryAgainThenSignIn();
        Page page = BROWSER.page();
        page.waitForResponse(OWN_KEY, () -> end(requests.get(0), isValid)).finished();
        requests.get(1).resume();

        assertThat(page.getByText(tenant.id(), new Page.GetByTextOptions().setExact(true)))
                .isVisible();
        assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
    }

    /** Holds the request about the stored key, of another tenant, and then that of the form. */
    private List<Route> tryAgainThenSignIn() {
        Page page = BROWSER.open(Tenant.create(), "#/groups");
        page.route(OWN_KEY, Route::abort);
        page.reload();
        Locator retry = button(page, "Try again");
        assertThat(retry).isVisible();
        page.unroute(OWN_KEY);
        List<Route> requests = HeldRequests.of(page, OWN_KEY, "GET");

        retry.click();
        page.waitForCondition(() -> requests.size() == 1);
        page.getByLabel("API key").fill(tenant.apiKey());
        button(page, "Sign in").click();
        page.waitForCondition(() -> requests.size() == 2);
        return requests;
    }

    private static void end(Route request, boolean isValid) {
        if (isValid) {
            request.resume();
        } else {
            request.fulfill(unauthorised());
        }
    }

    @Test
    void showsNothingOfTheUserOfTheKeyBefore() {
        String user = tenant.user();
        Sql.run("update users set name = 'Ada Lovelace' where tenant_id = ? and user_id = ?", tenant.id(), user);
        Page page = BROWSER.open(tenant, "#/users/" + user);
        Locator heading = page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1));
        assertThat(heading).hasText("Ada Lovelace");

        button(page, "Sign out").click();
        page.getByLabel("API key").fill(Tenant.create().key("sessions:read").reveal());
        page.keyboard().press("Enter");

        assertThat(heading).hasText(user);
    }

    private static void sort(Page page) {
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Id"))
                .click();
    }

    private static Route.FulfillOptions unauthorised() {
        return new Route.FulfillOptions()
                .setStatus(401)
                .setBody("{\"status\": 401, \"title\": \"A valid API key is required\"}");
    }
}
