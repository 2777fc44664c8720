package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static io.useradmin.console.Controls.heading;
import static io.useradmin.testsupport.Api.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.useradmin.apikey.ApiKey;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The view of a tenant's API keys. */
class SettingsViewIT {
    private static final String HOSTILE = "<img src=x onerror=alert(1)> \u05d0bc";

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    final Tenant tenant = Tenant.create();

    @Test
    void createsAKeyAndShowsItOnce() {
        Page page = BROWSER.open(tenant, "#/settings");

        button(page, "Create a key").click();
        page.getByLabel("Name").fill(HOSTILE);
        page.getByLabel("Read and find users").check();
        page.getByLabel("Read sessions").check();
        page.getByLabel("Rate").fill("100");
        BROWSER.assertAccessible();
        button(page, "Create the key").click();

        Locator shown = page.getByRole(AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName("Key"));
        String key = shown.inputValue();
        BROWSER.assertAccessible();
        assertThat(button(page, "Copy the key")).hasClass("primary");
        button(page, "Copy the key").click();
        page.waitForCondition(() -> BROWSER.clipboard().equals(key));
        Map<String, Object> own =
                given().header("X-API-KEY", key).get("/api/key").jsonPath().getMap("$");
        assertThat(own)
                .containsEntry("name", HOSTILE)
                .containsEntry("scopes", List.of("users:read", "sessions:read"))
                .containsEntry("rate", "100/s")
                .containsKey("expires_at");

        assertThat(action(own(page), "Rotate")).isDisabled();
        button(page, "I have stored it").click();
        assertThat(shown).hasCount(0);
        assertThat(action(own(page), "Rotate")).isEnabled();
        assertThat(page.locator("ua-cursor-table tbody")).containsText(HOSTILE);
        assertThat(page.locator("ua-cursor-table img")).hasCount(0);
    }

    @Test
    void showsANewKeyAgainUntilItIsStored() {
        Page page = BROWSER.open(tenant, "#/settings");
        Route request = createAndLeave(page);

        request.resume();
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("is created");
        BROWSER.goTo("#/settings");
        Locator shown = page.getByRole(AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName("Key"));
        assertThat(shown).hasValue(Pattern.compile("^uak_"));
        BROWSER.goTo("#/users");
        assertThat(shown).hasCount(0);
        BROWSER.goTo("#/settings");
        button(page, "I have stored it").click();

        BROWSER.goTo("#/users");
        assertThat(button(page, "Create a key")).hasCount(0);
        BROWSER.goTo("#/settings");
        button(page, "Create a key").click();
        assertThat(page.getByLabel("Name")).hasValue("");
        assertThat(shown).hasCount(0);
    }

    @Test
    void showsANewKeyThatArrivesAfterTheViewIsOpenedAgain() {
        Page page = BROWSER.open(tenant, "#/settings");
        Route request = createAndLeave(page);
        BROWSER.goTo("#/settings");
        assertThat(button(page, "Create a key")).isEnabled();

        request.resume();

        assertThat(page.getByRole(AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName("Key")))
                .hasValue(Pattern.compile("^uak_"));
        assertThat(page.locator("ua-cursor-table tbody tr")).hasCount(2);
    }

    @Test
    void showsOneNewKeyAfterTheOther() {
        Page page = BROWSER.open(tenant, "#/settings");
        List<Route> requests = HeldRequests.first(page, "**/api/keys");
        fillKey(page);
        button(page, "Create the key").click();
        page.waitForCondition(() -> !requests.isEmpty());
        BROWSER.goTo("#/users");
        assertThat(page.getByLabel("Name")).hasCount(0);
        BROWSER.goTo("#/settings");
        button(page, "Create a key").click();
        page.getByLabel("Name").fill("web");
        button(page, "Create the key").click();
        assertThat(heading(page, "The new key web")).isVisible();

        requests.getFirst().resume();
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("portal");
        assertThat(heading(page, "The new key web")).isVisible();
        button(page, "I have stored it").click();

        assertThat(heading(page, "The new key portal")).isVisible();
        button(page, "I have stored it").click();
        assertThat(page.locator("ua-new-key")).hasCount(0);
    }

    @Test
    void waitsAsLongAsTheServiceAsks() {
        Page page = BROWSER.page();
        page.clock().install();
        BROWSER.open(tenant, "#/settings");
        page.route("**/api/keys", route -> route.fulfill(HeldRequests.tooMany()));
        fillKey(page);
        button(page, "Create the key").click();

        assertThat(page.getByText("You can try again in")).isVisible();
        assertThat(button(page, "Create the key")).isDisabled();
        page.clock().fastForward(HeldRequests.LONG_WAIT.toMillis());

        assertThat(button(page, "Create the key")).isEnabled();
    }

    @Test
    void asksBeforeANewKeyIsLost() {
        Page page = BROWSER.open(tenant, "#/settings");
        List<String> questions = new CopyOnWriteArrayList<>();
        page.onDialog(dialog -> {
            questions.add(dialog.type() + dialog.message());
            dialog.dismiss();
        });
        fillKey(page);
        button(page, "Create the key").click();
        Locator shown = page.getByRole(AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName("Key"));
        assertThat(shown).hasValue(Pattern.compile("^uak_"));

        page.evaluate("() => { setTimeout(() => location.reload()); }");
        page.waitForCondition(() -> questions.equals(List.of("beforeunload")));
        BROWSER.goTo("#/users");
        button(page, "Sign out").click();
        assertThat(questions)
                .containsExactly("beforeunload", "confirmYou have not stored the new API key. Sign out anyway?");
        BROWSER.goTo("#/settings");
        button(page, "I have stored it").click();
        button(page, "Sign out").click();

        assertThat(page.getByLabel("API key")).isVisible();
        assertThat(questions).hasSize(2);
    }

    @Test
    void forgetsANewKeyThatArrivesAfterSignOut() {
        Page page = BROWSER.open(tenant, "#/settings");
        Route request = createWithoutResponse(page);

        button(page, "Sign out").click();
        page.getByLabel("API key").fill(tenant.key("keys:manage").reveal());
        button(page, "Sign in").click();
        request.resume();
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("is created");
        BROWSER.goTo("#/users");
        assertThat(button(page, "Create a key")).hasCount(0);
        BROWSER.goTo("#/settings");

        assertThat(button(page, "Create a key")).isEnabled();
        assertThat(page.getByText("The new key")).hasCount(0);
    }

    /** Creates a key, and leaves the view before the response. */
    private static Route createAndLeave(Page page) {
        Route request = createWithoutResponse(page);
        BROWSER.goTo("#/users");
        assertThat(page.getByLabel("Name")).hasCount(0);
        return request;
    }

    /** Creates a key. The request waits until the test resumes it. */
    private static Route createWithoutResponse(Page page) {
        List<Route> requests = new CopyOnWriteArrayList<>();
        page.route("**/api/keys", requests::add);
        fillKey(page);
        button(page, "Create the key").click();
        page.waitForCondition(() -> !requests.isEmpty());
        return requests.getFirst();
    }

    /** The 429 comes before the service looks for the first request, so it says nothing about that one. */
    @Test
    void createsOneKeyIfTheOutcomeOfTheFirstRequestIsUnknown() {
        Page page = openAfterALostResponse();

        refuse(page, 409, "idempotency-key-in-use");
        refuse(page, 429, "rate-limited");
        page.unroute("**/api/keys");
        button(page, "Create the key").click();

        assertShownAndTheOnlyOne(page);
    }

    @Test
    void stopsWaitingForAKeyWhoseResponseDoesNotArrive() {
        BROWSER.page().clock().install();
        Page page = BROWSER.open(tenant, "#/settings");
        Route request = createWithoutResponse(page);
        assertThat(button(page, "Cancel")).isDisabled();

        page.clock().fastForward(HeldRequests.PATIENCE.toMillis());
        assertThat(page.getByText("The service has not responded yet.")).isVisible();
        request.fetch();
        button(page, "Stop waiting").click();

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("its outcome is unknown");
        assertThat(page.getByText("The new key may be in the list.")).isVisible();
        assertThat(page.locator("ua-cursor-table tbody")).containsText("portal");
        BROWSER.assertAccessible();
        page.unroute("**/api/keys");
        button(page, "Create the key").click();
        assertShownAndTheOnlyOne(page);
    }

    @Test
    void listsAKeyWhoseResponseIsLost() {
        Page page = openAfterALostResponse();

        assertThat(page.locator("ua-cursor-table tbody")).containsText("portal");
    }

    @Test
    void createsOneKeyIfTheViewIsLeftAfterAnUnknownOutcome() {
        Page page = openAfterALostResponse();

        BROWSER.goTo("#/users");
        assertThat(page.getByLabel("Name")).hasCount(0);
        BROWSER.goTo("#/settings");
        button(page, "Create a key").click();
        button(page, "Create the key").click();

        assertShownAndTheOnlyOne(page);
    }

    @Test
    void sendsAReasonAgainAfterItWasRefused() {
        Page page = BROWSER.open(tenant, "#/settings");
        fillKey(page);
        page.getByLabel("Reason").fill("\u0085");
        button(page, "Create the key").click();
        assertThat(page.getByLabel("Reason")).hasAttribute("aria-invalid", "true");

        page.getByLabel("Reason").fill("TICKET-1");
        button(page, "Create the key").click();

        assertShownAndTheOnlyOne(page);
    }

    private Page openAfterALostResponse() {
        Page page = BROWSER.open(tenant, "#/settings");
        fillKey(page);
        page.route("**/api/keys", HeldRequests::loseResponse);
        button(page, "Create the key").click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Lost");
        page.unroute("**/api/keys");
        return page;
    }

    private static void fillKey(Page page) {
        button(page, "Create a key").click();
        page.getByLabel("Name").fill("portal");
        page.getByLabel("Read sessions").check();
    }

    /** Sends the form; the request is refused before it arrives. */
    private static void refuse(Page page, int status, String type) {
        page.unroute("**/api/keys");
        String problem = "{\"title\": \"%s\", \"type\": \"urn:useradmin:problem:%s\"}".formatted(type, type);
        page.route(
                "**/api/keys",
                route -> route.fulfill(
                        new Route.FulfillOptions().setStatus(status).setBody(problem)));
        button(page, "Create the key").click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText(type);
    }

    private void assertShownAndTheOnlyOne(Page page) {
        assertThat(page.getByRole(AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName("Key")))
                .hasValue(Pattern.compile("^uak_"));
        assertThat(Sql.list("select key_id from api_keys where tenant_id = ? and name = 'portal'", tenant.id()))
                .hasSize(1);
    }

    @Test
    void keepsAHalfFilledKeyWhenTheViewIsLeft() {
        Page page = BROWSER.open(tenant, "#/settings");
        button(page, "Create a key").click();
        page.getByLabel("Name").fill("portal");
        page.getByLabel("Read sessions").check();

        page.evaluate("() => { location.hash = '#/users'; }");
        assertThat(page.getByLabel("Name")).hasCount(0);
        page.evaluate("() => { location.hash = '#/settings'; }");
        button(page, "Create a key").click();

        assertThat(page.getByLabel("Name")).hasValue("portal");
        assertThat(page.getByLabel("Read sessions")).isChecked();
        button(page, "Cancel").click();
        button(page, "Create a key").click();
        assertThat(page.getByLabel("Name")).hasValue("");
    }

    @Test
    void sendsNothingAfterSignOut() {
        Page page = BROWSER.open(tenant, "#/settings");
        assertThat(own(page)).isVisible();
        List<String> requests = new CopyOnWriteArrayList<>();
        page.onRequest(request -> requests.add(request.url()));

        button(page, "Sign out").click();
        assertThat(page.getByLabel("API key")).isVisible();
        page.getByLabel("API key").fill(tenant.apiKey());
        button(page, "Sign in").click();
        assertThat(own(page)).isVisible();

        assertThat(requests).filteredOn(url -> url.endsWith("/api/key")).hasSize(2);
        assertThat(requests).filteredOn(url -> url.contains("/api/keys")).hasSize(1);
    }

    @Test
    void leavesNothingOfAFormToTheNextUser() {
        Page page = BROWSER.open(tenant, "#/settings");
        button(page, "Create a key").click();
        page.getByLabel("Name").fill("portal");
        button(page, "Sign out").click();

        page.getByLabel("API key").fill(tenant.apiKey());
        button(page, "Sign in").click();
        button(page, "Create a key").click();

        assertThat(page.getByLabel("Name")).hasValue("");
    }

    @Test
    void signsInWithTheKeyThatReplacesItsOwn() {
        ApiKey own = tenant.key("*");
        Page page = BROWSER.open(own.reveal(), "#/settings");

        action(own(page), "Rotate").click();
        page.getByLabel("The old key works for another").selectOption("30");
        BROWSER.assertAccessible();
        button(page.getByRole(AriaRole.DIALOG), "Rotate").click();
        String key = page.getByRole(AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName("Key"))
                .inputValue();
        button(page, "Sign in with the new key").click();

        assertThat(button(page, "Sign in with the new key")).hasCount(0);
        String newId =
                given().header("X-API-KEY", key).get("/api/key").jsonPath().getString("key_id");
        assertThat(own(page)).containsText(newId);
        assertThat(page.locator("ua-own-key")).containsText(newId);
        assertThat((String) page.evaluate("() => sessionStorage.getItem('useradmin.key')"))
                .isEqualTo(key);
    }

    /** The dialog to sign in covers the view with the new key. */
    @Test
    void showsANewKeyUntilItIsStoredAfterItsOwnKeyIsRevoked() {
        Page page = BROWSER.open(tenant.key("*").reveal(), "#/settings");
        fillKey(page);
        button(page, "Create the key").click();
        String key = newKey(page.locator("ua-settings")).inputValue();

        action(own(page), "Revoke").click();
        button(page.getByRole(AriaRole.DIALOG), "Revoke").click();
        Locator signIn = page.getByRole(AriaRole.DIALOG, new Page.GetByRoleOptions().setName("Sign in"));
        assertThat(newKey(signIn)).hasValue(key);
        assertThat(signIn.getByText("The new key portal")).isFocused();
        BROWSER.assertAccessible();
        button(signIn, "Copy the key").click();
        page.waitForCondition(() -> BROWSER.clipboard().equals(key));
        button(signIn, "I have stored it").click();

        assertThat(newKey(signIn)).hasCount(0);
        assertThat(signIn.getByLabel("API key")).isFocused();
        signIn.getByLabel("API key").fill(key);
        page.keyboard().press("Enter");
        assertThat(page.locator("ua-own-key")).containsText("portal");
        assertThat(page.getByText("The new key")).hasCount(0);
    }

    @Test
    void signsInWithTheNewKeyAfterTheReplacedOneHasEnded() {
        Page page = BROWSER.open(tenant.key("*").reveal(), "#/settings");
        action(own(page), "Rotate").click();
        button(page.getByRole(AriaRole.DIALOG), "Rotate").click();
        String key = newKey(page.locator("ua-settings")).inputValue();
        page.route("**/api/keys?*", route -> route.fulfill(ended()));
        page.getByRole(AriaRole.COLUMNHEADER).getByText("Name").click();

        Locator signIn = page.getByRole(AriaRole.DIALOG, new Page.GetByRoleOptions().setName("Sign in"));
        assertThat(newKey(signIn)).hasValue(key);
        page.unroute("**/api/keys?*");
        button(signIn, "Sign in with the new key").click();

        assertThat(signIn).not().isVisible();
        assertThat(newKey(page.locator("ua-settings"))).hasValue(key);
        assertThat(button(page, "Sign in with the new key")).hasCount(0);
        assertThat((String) page.evaluate("() => sessionStorage.getItem('useradmin.key')"))
                .isEqualTo(key);
    }

    private static Locator newKey(Locator place) {
        return place.getByRole(
                AriaRole.TEXTBOX, new Locator.GetByRoleOptions().setName("Key").setExact(true));
    }

    private static Route.FulfillOptions ended() {
        return new Route.FulfillOptions().setStatus(401).setBody("{\"title\": \"Ended\"}");
    }

    @Test
    void rotatesAKeyAfterItsReasonWasRefused() {
        tenant.key("users:read");
        Page page = BROWSER.open(tenant, "#/settings");
        Locator row = page.getByRole(AriaRole.ROW).filter(new Locator.FilterOptions().setHasText("users:read"));
        action(row, "Rotate").click();
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        dialog.getByLabel("Reason").fill("\u0085");
        button(dialog, "Rotate").click();
        assertThat(dialog.getByLabel("Reason")).hasAttribute("aria-invalid", "true");

        dialog.getByLabel("Reason").fill("TICKET-1");
        button(dialog, "Rotate").click();

        assertThat(page.getByRole(AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName("Key")))
                .hasValue(Pattern.compile("^uak_"));
    }

    @Test
    void readsTheTableAgainIfTheOutcomeOfARotationIsUnknown() {
        ApiKey other = tenant.key("users:read");
        Page page = BROWSER.open(tenant, "#/settings");
        Locator rows = page.getByRole(AriaRole.ROW).filter(new Locator.FilterOptions().setHasText("users:read"));
        assertThat(rows).hasCount(1);
        page.route("**/api/keys/" + other.keyId() + "/**", HeldRequests::loseResponse);

        action(rows, "Rotate").click();
        button(page.getByRole(AriaRole.DIALOG), "Rotate").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Lost");
        button(page.getByRole(AriaRole.DIALOG), "Cancel").click();

        assertThat(rows).hasCount(2);
    }

    @Test
    void revokesAKeyAfterAQuestion() {
        ApiKey other = tenant.key("users:read");
        Page page = BROWSER.open(tenant, "#/settings");
        Locator row = page.getByRole(AriaRole.ROW).filter(new Locator.FilterOptions().setHasText(other.keyId()));

        action(row, "Revoke").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("It was never used, or only in the last 90 seconds.");
        BROWSER.assertAccessible();
        page.keyboard().type("TICKET-1");
        page.keyboard().press("Enter");
        page.keyboard().press("Enter");

        assertThat(row).containsText("revoked");
        assertThat(page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Keys of the tenant")))
                .isFocused();
        given().header("X-API-KEY", other.reveal()).get("/api/key").then().statusCode(401);
    }

    @Test
    void readsTheTableAgainIfTheOutcomeOfARevocationIsUnknown() {
        ApiKey other = tenant.key("users:read");
        Page page = BROWSER.open(tenant, "#/settings");
        Locator row = page.getByRole(AriaRole.ROW).filter(new Locator.FilterOptions().setHasText(other.keyId()));
        page.route("**/api/keys/" + other.keyId(), HeldRequests::loseResponse);

        action(row, "Revoke").click();
        button(page.getByRole(AriaRole.DIALOG), "Revoke").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Lost");
        button(page.getByRole(AriaRole.DIALOG), "Cancel").click();

        assertThat(row).containsText("revoked");
    }

    @Test
    void showsWhyTheLastManagingKeyStays() {
        Page page = BROWSER.open(tenant, "#/settings");

        action(own(page), "Revoke").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("the key you are signed in with");
        button(page.getByRole(AriaRole.DIALOG), "Revoke").click();

        assertThat(page.getByRole(AriaRole.DIALOG).getByRole(AriaRole.ALERT))
                .containsText("No other lasting key can manage the keys");
        given().header("X-API-KEY", tenant.apiKey()).get("/api/key").then().statusCode(200);
    }

    @Test
    void grantsOnlyWhatTheKeyHas() {
        Page page = BROWSER.open(tenant.key("keys:manage", "users:read").reveal(), "#/settings");

        button(page, "Create a key").click();

        assertThat(page.getByLabel("Read and find users")).isEnabled();
        assertThat(page.getByLabel("Delete users")).isDisabled();
        assertThat(page.getByTitle("Your key lacks the scope users:delete")).isVisible();
        assertThat(page.getByLabel("Everything, also")).hasCount(0);
    }

    @Test
    void unchecksScopesThatAnotherKeyCannotGrant() {
        Page page = BROWSER.open(tenant, "#/settings");
        fillKey(page);
        page.getByLabel("Delete users").check();
        page.route("**/api/keys", route -> route.fulfill(ended()));
        button(page, "Create the key").click();
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        dialog.getByLabel("API key")
                .fill(tenant.key("keys:manage", "sessions:read").reveal());
        page.unroute("**/api/keys");
        page.keyboard().press("Enter");
        assertThat(dialog).not().isVisible();

        assertThat(page.getByLabel("Delete users")).not().isChecked();
        assertThat(page.getByLabel("Read sessions")).isChecked();
        button(page, "Create the key").click();

        assertShownAndTheOnlyOne(page);
    }

    @Test
    void showsARefusalAtItsFieldAndKeepsWhatWasEntered() {
        Page page = BROWSER.open(tenant, "#/settings");
        button(page, "Create a key").click();
        page.getByLabel("Name").fill("portal");
        page.getByLabel("Read and find users").check();
        page.getByLabel("Rate").fill("0");

        button(page, "Create the key").click();

        assertThat(page.getByLabel("Rate")).hasAttribute("aria-invalid", "true");
        assertThat(page.getByLabel("Name")).hasValue("portal");
        assertThat(page.getByLabel("Read and find users")).isChecked();
    }

    @Test
    void showsWhoIsSignedInWithoutAnyScope() {
        Page page = BROWSER.open(tenant.key("users:read").reveal(), "#/settings");

        assertThat(page.locator("ua-own-key")).containsText(tenant.id());
        assertThat(page.getByText("keys:manage")).isVisible();
        assertThat(button(page, "Create a key")).isDisabled();
    }

    private static Locator own(Page page) {
        return page.getByRole(AriaRole.ROW).filter(new Locator.FilterOptions().setHasText("yours"));
    }

    /** The button of a row, whose name ends with that of the key. */
    private static Locator action(Locator row, String name) {
        return row.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name));
    }
}
