package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static io.useradmin.console.Controls.dialog;
import static io.useradmin.console.Controls.heading;
import static io.useradmin.console.Controls.title;
import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.useradmin.testsupport.JsonValues;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Tenant;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The overview of a user, and its actions. */
class UserOverviewIT {
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    private static final String USER = """
            {"claims": {"name": "Aino"},
             "username": {"username": "aino", "idps": ["google"]},
             "emails": [{"email": "aino@example.com", "primary": true}, {"email": "second@example.com"}],
             "phone_numbers": [{"phone": "+358401234567"}],
             "idps": [{"authenticator": "google", "provider_user_id": "1"}]}""";

    final Tenant tenant = Tenant.create();

    @Test
    void loadsTheUserOnceForAllParts() {
        List<String> requests = new CopyOnWriteArrayList<>();
        BROWSER.page().onRequest(request -> requests.add(request.url()));

        Page page = open();
        assertThat(heading(page, "Claims")).isVisible();

        assertThat(title(page)).hasText("Aino");
        assertThat(requests)
                .filteredOn(url -> url.endsWith("/api/users/u?view=basic"))
                .hasSize(1);
    }

    @Test
    void editsClaimsThatSomebodyElseChangesConcurrently() {
        Page page = open();
        button(page, "Edit claims").click();
        dialog(page).getByLabel("Nickname").fill("Ainu");
        as(tenant)
                .body("{\"claims\": {\"name\": \"Eino\"}}")
                .patch("/api/users/u/claims")
                .then()
                .statusCode(200);

        button(dialog(page), "Save").click();
        assertThat(dialog(page)).containsText("Somebody else has changed this user");
        assertThat(dialog(page)).containsText("Different now: the claim name");
        assertThat(dialog(page)).containsText("Somebody else has set it to: Eino");
        assertThat(dialog(page).getByLabel("Nickname")).hasValue("Ainu");
        BROWSER.assertAccessible();
        button(dialog(page), "Save").click();

        assertThat(dialog(page)).not().isVisible();
        assertThat(title(page)).hasText("Eino");
        assertThat(user().getString("claims.name")).isEqualTo("Eino");
        assertThat(user().getString("claims.nickname")).isEqualTo("Ainu");
    }

    @Test
    void addsAnEmailByKeyboardAndShowsAConflictAtTheField() {
        as(tenant)
                .body("{\"emails\": [{\"email\": \"taken@example.com\"}]}")
                .put("/api/users/other")
                .then()
                .statusCode(201);
        Page page = open();
        button(page, "Add an email address").focus();
        page.keyboard().press("Enter");
        Locator field = dialog(page).getByLabel("Email address");
        assertThat(field).isFocused();
        page.keyboard().type("taken@example.com");
        page.keyboard().press("Enter");

        assertThat(dialog(page).locator(".field-error")).hasText("belongs to another user");
        assertThat(field).isFocused();
        page.keyboard().press("ControlOrMeta+a");
        page.keyboard().type("new@example.com");
        page.keyboard().press("Tab");
        page.keyboard().press("Space");
        page.keyboard().press("Enter");

        assertThat(dialog(page)).not().isVisible();
        assertThat(button(page, "Add an email address")).isFocused();
        List<Map<String, Object>> emails = user().getList("emails");
        assertThat(emails)
                .anySatisfy(email -> assertThat(email)
                        .containsEntry("email", "new@example.com")
                        .containsEntry("verified", true));
    }

    @Test
    void verifiesMakesPrimaryAndRemovesEmails() {
        Page page = open();

        confirm(page, "Mark as verified second@example.com", "Mark as verified");
        confirm(page, "Make primary second@example.com", "Make primary");
        button(page, "Remove aino@example.com").click();
        assertThat(dialog(page)).containsText("Remove the email address");
        assertThat(dialog(page)).containsText("The user keeps 1 email address.");
        button(dialog(page), "Remove").click();
        assertThat(page.locator(".announcement"))
                .hasText("The email address is removed. The user has 1 email address.");
        confirm(page, "Mark as not verified second@example.com", "Mark as not verified");

        assertThat(page.getByRole(AriaRole.STATUS)).containsText("no longer verified");
        assertThat(user().getList("emails.email")).containsExactly("second@example.com");
        assertThat(user().getBoolean("emails[0].primary")).isTrue();
        assertThat(user().getBoolean("emails[0].verified")).isFalse();
    }

    @Test
    void disconnectsAnIdentityAndSaysWhatItConfirmed() {
        Page page = open();
        button(page, "Disconnect google 1").click();
        assertThat(dialog(page)).containsText("no longer confirms 1 username, email or phone");
        button(dialog(page), "Disconnect").click();

        assertThat(heading(page, "External identities")).isFocused();
        assertThat(user().getList("idps")).isEmpty();
    }

    @Test
    void overwritesNothingAfterADisconnection() {
        Page page = open();
        confirm(page, "Disconnect google 1", "Disconnect");
        as(tenant)
                .body("{\"username\": \"eino\"}")
                .put("/api/users/u/username")
                .then()
                .statusCode(200);

        button(page, "Change username").click();
        dialog(page).getByLabel("Username").fill("new-name");
        button(dialog(page), "Save").click();

        assertThat(dialog(page)).containsText("Somebody else has changed this user");
        assertThat(user().getString("username.username")).isEqualTo("eino");
    }

    @Test
    void disablesTheUserWithTheNumberOfSessionsAndAReason() {
        Page page = open();
        tenant.session("u", "s1", "portal");
        tenant.session("u", "s2", "portal");

        button(page, "Disable").click();
        assertThat(dialog(page)).containsText("The user can no longer sign in.");
        assertThat(dialog(page)).containsText("The user has 2 sessions.");
        dialog(page).getByLabel("Reason").fill("TICKET-1 ä");
        button(dialog(page), "Copy as curl").click();
        assertThat(dialog(page)).containsText("Copied.");
        button(dialog(page), "Disable").click();

        assertThat(page.locator(".announcement")).hasText("u is disabled. All sessions are revoked.");
        assertThat(button(page, "Enable")).isVisible();
        assertThat(BROWSER.clipboard())
                .contains(
                        "\"X-API-KEY: $KEY\"", "'X-Reason: TICKET-1 ä'", "'{\"revoke_sessions\":true}'", "'If-Match: ");
        as(tenant).get("/api/users/u/sessions").then().body("$", hasSize(0));
        as(tenant)
                .get("/api/users/u/audit_log?type=io.useradmin.user.disabled")
                .then()
                .body("reason", hasItems("TICKET-1 ä"));
        confirm(page, "Enable", "Enable");
        assertThat(button(page, "Disable")).isVisible();
        assertThat(user().getBoolean("disabled")).isFalse();
    }

    @Test
    void readsTheUserAgainIfTheOutcomeIsUnknown() {
        Page page = open();
        page.route("**/api/users/u/disable", HeldRequests::loseResponse);
        button(page, "Disable").click();
        assertThat(dialog(page)).containsText("The user has 0 sessions.");
        button(dialog(page), "Disable").click();
        assertThat(dialog(page)).containsText("Lost");
        button(dialog(page), "Cancel").click();

        assertThat(button(page, "Enable")).isVisible();
    }

    /** For example, if a router loses the connection without a message. Otherwise, the page would be locked. */
    @Test
    void stopsWaitingForAResponseThatDoesNotArrive() {
        Page page = openWithClock();
        List<Route> requests = HeldRequests.of(page, "**/api/users/u/disable", "POST");
        button(page, "Disable").click();
        assertThat(dialog(page)).containsText("The user has 0 sessions.");
        button(dialog(page), "Disable").click();
        page.waitForCondition(() -> !requests.isEmpty());
        assertThat(button(dialog(page), "Cancel")).isDisabled();

        page.clock().fastForward(HeldRequests.PATIENCE.toMillis());
        BROWSER.assertAccessible();
        requests.getFirst().fetch();
        button(dialog(page), "Stop waiting").click();

        assertThat(dialog(page)).containsText("The change may be done, or still be made: its outcome is unknown.");
        button(dialog(page), "Cancel").click();
        assertThat(button(page, "Enable")).isVisible();
    }

    @Test
    void endsAReadWithoutAResponse() {
        create();
        BROWSER.page().clock().install();
        List<Route> requests = HeldRequests.first(BROWSER.page(), "**/api/users/u?*");
        Page page = BROWSER.open(tenant, "#/users/u");
        page.waitForCondition(() -> !requests.isEmpty());

        page.clock().fastForward(HeldRequests.PATIENCE.toMillis());

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("cannot be reached");
        button(page, "Try again").click();
        assertThat(button(page, "Edit claims")).isVisible();
    }

    @Test
    void countsAgainAfterAFailure() {
        Page page = open();
        String sessions = "**/api/users/u/sessions?*";
        page.route(sessions, Route::abort);

        button(page, "Disable").click();
        assertThat(dialog(page)).containsText("cannot be reached");
        assertThat(button(dialog(page), "Disable")).isDisabled();
        page.unroute(sessions);
        button(dialog(page), "Try again").click();

        assertThat(dialog(page)).containsText("The user has 0 sessions.");
        assertThat(dialog(page)).not().containsText("cannot be reached");
        assertThat(button(dialog(page), "Disable")).isEnabled();
    }

    @Test
    void setsAndRemovesTheUsername() {
        Page page = open();
        button(page, "Change username").click();
        dialog(page).getByLabel("Username").fill("");
        button(dialog(page), "Save").click();
        assertThat(dialog(page).locator(".field-error")).containsText("must have 1 to 128 characters");
        // Other programs copy such characters, and nobody could sign in with them.
        dialog(page).getByLabel("Username").fill("\u200bnew-name ");
        button(dialog(page), "Save").click();
        assertThat(page.getByText("new-name")).isVisible();
        assertThat(user().getString("username.username")).isEqualTo("new-name");

        confirm(page, "Remove username", "Remove");
        assertThat(button(page, "Set username")).isVisible();
        as(tenant).get("/api/users/u").then().body("username", nullValue());
    }

    @Test
    void assignsAndRemovesGroups() {
        tenant.group("staff");
        Page page = open();
        button(page, "Assign a group").click();
        dialog(page).getByLabel("Group id").fill("nope");
        button(dialog(page), "Assign").click();
        assertThat(dialog(page).locator(".field-error")).hasText("There is no such group.");
        dialog(page).getByLabel("Group id").fill("staff");
        button(dialog(page), "Assign").click();

        confirm(page, "Remove from Group", "Remove");
        assertThat(page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Groups of the user")))
                .isFocused();
        as(tenant).get("/api/users/u/groups").then().body("$", hasSize(0));
    }

    @Test
    void asksForAGroupBeforeTheSuggestionsAreThere() {
        tenant.group("staff");
        Page page = open();
        List<Route> requests = HeldRequests.of(page, "**/api/groups?*", "GET");

        button(page, "Assign a group").click();
        dialog(page).getByLabel("Group id").fill("sta");
        page.waitForCondition(() -> !requests.isEmpty());
        requests.getFirst().resume();

        assertThat(dialog(page).locator("datalist option")).hasAttribute("value", "staff");
        assertThat(dialog(page).getByLabel("Group id")).hasValue("sta");
    }

    @Test
    void saysWhyThereAreNoSuggestionsOfGroups() {
        tenant.group("staff");
        Page page = open();
        page.route("**/api/groups?*", Route::abort);

        button(page, "Assign a group").click();

        assertThat(dialog(page)).containsText("There are no suggestions. The service cannot be reached");
        dialog(page).getByLabel("Group id").fill("staff");
        button(dialog(page), "Assign").click();
        assertThat(button(page, "Remove from Group")).isVisible();
    }

    @Test
    void exportsAndDeletesTheUser() throws Exception {
        tenant.group("staff");
        Page page = open();
        tenant.member("u", "staff");
        Download download = page.waitForDownload(() -> button(page, "Export").click());
        assertThat(JsonValues.from(Files.readString(download.path())).getString("user.user_id"))
                .isEqualTo("u");

        button(page, "Delete").click();
        assertThat(dialog(page)).containsText("0 sessions, 0 blocked addresses and 1 membership in a group");
        assertThat(button(dialog(page), "Delete")).isDisabled();
        dialog(page).getByLabel("Type u to confirm").fill("u");
        button(dialog(page), "Delete").click();

        assertThat(page).hasURL(Pattern.compile("#/users$"));
        as(tenant).get("/api/users/u").then().statusCode(404);
        BROWSER.goTo("#/users/u");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("There is no such user");
        assertThat(title(page)).hasText("u");
        page.getByText("go to the history").click();
        assertThat(page.getByRole(AriaRole.LIST)).containsText("User deleted");
    }

    /** A double click begins and cancels it. */
    @Test
    void saysThatAnExportIsCancelled() {
        Page page = open();
        page.route("**/export", route -> {});

        button(page, "Export").dblclick();

        assertThat(page.locator(".announcement")).hasText("The export is cancelled.");
        assertThat(button(page, "Export")).isVisible();
    }

    /** Otherwise, its file would get the name of the other user. Without users:read, nothing is loaded before the actions are shown. */
    @Test
    void endsAnExportWhenAnotherUserIsShown() {
        Page page = BROWSER.open(tenant.key("users:export").reveal(), "#/users/u");
        page.route("**/export", route -> {});
        button(page, "Export").click();
        assertThat(button(page, "Cancel the export (0.0 kB)")).isVisible();

        BROWSER.goTo("#/users/other");

        assertThat(title(page)).hasText("other");
        assertThat(button(page, "Export")).isVisible();
    }

    @Test
    void explainsALateConflictWhenAnotherUserIsShown() {
        as(tenant).body("{}").put("/api/users/other").then().statusCode(201);
        Page page = open();
        List<Route> requests = new CopyOnWriteArrayList<>();
        page.route("**/disable", requests::add);
        button(page, "Disable").click();
        button(dialog(page), "Disable").click();
        page.waitForCondition(() -> !requests.isEmpty());
        as(tenant)
                .body("{\"claims\": {\"name\": \"Eino\"}}")
                .patch("/api/users/u/claims")
                .then()
                .statusCode(200);

        BROWSER.goTo("#/users/other");
        assertThat(page.locator("h1")).hasText("other");
        requests.getFirst().resume();

        assertThat(dialog(page)).containsText("Different now: the claim name");
        assertThat(page.locator("h1")).hasText("other");
    }

    @Test
    void requestsOnlyTheShownUser() {
        as(tenant).body("{}").put("/api/users/other").then().statusCode(201);
        Page page = open();
        button(page, "Disable").click();
        assertThat(dialog(page)).isVisible();

        BROWSER.goTo("#/users/other");
        assertThat(title(page)).hasText("other");
        assertThat(dialog(page)).not().isVisible();
    }

    @Test
    void namesTheMissingScopes() {
        create();
        Page page = BROWSER.open(tenant.key("users:read").reveal(), "#/users/u");

        assertThat(button(page, "Edit claims")).isDisabled();
        assertThat(button(page, "Delete")).hasAttribute("title", "Your key lacks the scope users:delete");
        assertThat(page.getByText("Your key lacks the scope groups:read.")).isVisible();
    }

    @Test
    void actsWithAKeyThatMayNotReadTheUser() {
        create();
        Page page = BROWSER.open(tenant.key("users:disable").reveal(), "#/users/u");
        assertThat(page.getByText("Your key lacks the scope users:read.")).isVisible();

        button(page, "Disable").click();
        assertThat(dialog(page)).containsText("an unknown number of sessions (your key lacks sessions:read)");
        button(dialog(page), "Disable").click();

        assertThat(page.getByText("disabled", new Page.GetByTextOptions().setExact(true))
                        .first())
                .isVisible();
        as(tenant).get("/api/users/u").then().body("disabled", equalTo(true));
    }

    /** Such a key cannot read what somebody else has changed. */
    @Test
    void actsAgainWithAKeyThatMayNotReadTheUserAfterSomebodyElseHasChangedIt() {
        create();
        Page page = BROWSER.open(tenant.key("users:disable").reveal(), "#/users/u");
        confirm(page, "Disable", "Disable");
        as(tenant)
                .body("{\"claims\": {\"name\": \"Eino\"}}")
                .patch("/api/users/u/claims")
                .then()
                .statusCode(200);

        confirm(page, "Enable", "Enable");

        assertThat(user().getBoolean("disabled")).isFalse();
    }

    @Test
    void showsHostileValuesAsText() {
        String markup = "<img src=x onerror=alert(1)>\u202e" + "x".repeat(200);
        as(tenant)
                .body("{\"claims\": {\"name\": \"%s\"}, \"username\": {\"username\": \"<b>bold</b>\"}}"
                        .formatted(markup))
                .put("/api/users/u")
                .then()
                .statusCode(201);
        Page page = BROWSER.open(tenant, "#/users/u");
        page.setViewportSize(360, 800);

        assertThat(page.getByText("<b>bold</b>")).isVisible();
        assertThat(page.getByText(markup).first()).isVisible();
        assertThat(page.locator("img, b")).hasCount(0);
        assertThat((Integer) page.evaluate("() => document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(360);
        BROWSER.assertAccessible();
    }

    @Test
    void hasRoomForLongNames() {
        String id = "u".repeat(128);
        as(tenant).body("""
                        {"idps": [{"authenticator": "google", "provider_user_id": "1",
                                   "claims": {"https://example.com/claims/department-of-the-user": "Sales"}}]}""").put("/api/users/" + id).then().statusCode(201);
        Page page = BROWSER.open(tenant, "#/users/" + id);
        page.setViewportSize(360, 800);
        page.getByText("What the provider says").click();
        assertThat(page.getByText("Sales").boundingBox().width).isGreaterThan(100);

        button(page, "Delete").click();
        assertThat(dialog(page).evaluate("dialog => dialog.scrollWidth - dialog.clientWidth"))
                .isEqualTo(0);
        dialog(page).getByLabel("to confirm").fill(id);
        button(dialog(page), "Delete").click();

        assertThat(page.locator(".announcement")).containsText("is deleted");
        assertThat(page.locator(".announcement p").evaluate("text => text.scrollWidth - text.clientWidth"))
                .isEqualTo(0);
    }

    private Page open() {
        create();
        Page page = BROWSER.open(tenant, "#/users/u");
        button(page, "Edit claims").waitFor();
        return page;
    }

    private Page openWithClock() {
        BROWSER.page().clock().install();
        return open();
    }

    private void create() {
        as(tenant).body(USER).put("/api/users/u").then().statusCode(201);
    }

    private JsonValues user() {
        return as(tenant).get("/api/users/u").jsonPath();
    }

    private static void confirm(Page page, String button, String label) {
        button(page, button).click();
        button(dialog(page), label).click();
        assertThat(dialog(page)).not().isVisible();
    }
}
