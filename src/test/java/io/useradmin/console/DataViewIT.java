package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static io.useradmin.console.Controls.dialog;
import static io.useradmin.testsupport.Api.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Tenant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The view of a user's data, and editing it. */
class DataViewIT {
    private static final int LARGER_THAN_A_BODY = 300_000;

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    final Tenant tenant = Tenant.create();

    @Test
    void asksForPrivateDataOnlyWhenSomebodyWantsToSeeIt() {
        String user = tenant.user("{\"theme\": \"dark\"}", "{\"risk\": 0.50}");
        List<String> requests = new CopyOnWriteArrayList<>();
        BROWSER.page().onRequest(request -> requests.add(request.url()));
        Page page = BROWSER.open(tenant, "#/users/" + user + "/data");
        assertThat(document(page, "public")).containsText("\"dark\"");
        assertThat(requests).noneMatch(url -> url.endsWith("/private_data"));

        button(page, "Show the private data").click();

        assertThat(document(page, "private")).containsText("0.50");
        assertThat(requests).filteredOn(url -> url.endsWith("/private_data")).hasSize(1);
        BROWSER.assertAccessible();
    }

    @Test
    void sendsTheMergePatchThatItShowed() {
        String user = tenant.user("{\"theme\": \"dark\", \"big\": 12345678901234567890, \"old\": {\"a\": 1}}", "{}");
        Page page = openText(user);

        type(page, "{\"theme\": \"light\", \"big\": 12345678901234567890, \"old\": {\"b\": 1.10}}");
        button(page, "Review and send").click();
        Locator changes = page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Changes"));
        assertThat(changes).containsText("/old/a");
        assertThat(changes).not().containsText("/big");
        assertThat(page.getByText("This makes 3 changes.")).isVisible();
        page.getByText("Merge patch").click();
        BROWSER.assertAccessible();
        page.getByLabel("Reason").fill("TICKET-ä");
        button(page, "Send").click();

        assertThat(page.getByText("Stored.")).isVisible();
        assertThat(stored(user))
                .contains("12345678901234567890", "\"light\"", "{\"b\": 1.10}")
                .doesNotContain("\"a\"");
    }

    @Test
    void showsMineTheirsAndBaseAndLosesNothing() {
        String user = tenant.user("{\"theme\": \"dark\", \"size\": 1}", "{}");
        Page page = openText(user);
        type(page, "{\"theme\": \"mine\", \"size\": 1}");
        patch(user, "{\"public_data\": {\"theme\": \"theirs\", \"size\": 2}}");

        send(page);
        Locator conflict = page.locator("ua-conflict");
        assertThat(conflict).containsText("Both of you changed /theme");
        assertThat(conflict.locator("pre")).hasCount(3);
        BROWSER.assertAccessible();
        assertThat(stored(user)).contains("theirs");

        button(page, "Take theirs").click();
        assertThat(editor(page)).containsText("theirs");
        button(page, "Restore my text").click();
        assertThat(editor(page)).containsText("mine");

        send(page);
        button(page, "Apply mine on top of theirs").click();
        assertThat(editor(page)).containsText("\"size\": 2");
        send(page);
        assertThat(page.getByText("Stored.")).isVisible();
        assertThat(stored(user)).contains("mine", "\"size\": 2");
    }

    /** The version is another one because of the user's own change. */
    @Test
    void saysThatAChangeIsStoredIfItsFirstResponseWasLost() {
        String user = tenant.user("{\"theme\": \"dark\"}", "{}");
        Page page = openText(user);
        type(page, "{\"theme\": \"mine\"}");
        HeldRequests.loseResponses(page, "**/public_data", "PATCH");
        send(page);
        assertThat(dialog(page)).containsText("Lost");
        page.unroute("**/public_data");

        button(dialog(page), "Send").click();

        assertThat(page.getByText("The change is already stored.")).isVisible();
        assertThat(page.locator("ua-conflict")).hasCount(0);
        assertThat(tab(page, "Data")).not().containsText("not sent");
        assertThat(document(page, "public")).containsText("No changes");
    }

    @Test
    void savesBehindAProxyThatCompresses() {
        String user = tenant.user("{\"theme\": \"dark\"}", "{}");
        List<String> etags = new CopyOnWriteArrayList<>();
        BROWSER.page().onResponse(response -> etags.add(response.headers().getOrDefault("etag", "")));
        HeldRequests.weakenEtags(BROWSER.page(), "**/public_data");
        Page page = openText(user);

        type(page, "{\"theme\": \"mine\"}");
        send(page);

        assertThat(page.getByText("Stored.")).isVisible();
        assertThat(stored(user)).contains("mine");
        assertThat(etags).anyMatch(etag -> etag.startsWith("W/"));
    }

    @Test
    void marksTheLineOfAnError() {
        Page page = openText(tenant.user("{}", "{}"));

        type(page, "{\n  \"a\": 1,\n  \"b\": tru\n}");
        assertThat(page.locator("#errors")).containsText("Line 3");
        assertThat(button(page, "Review and send")).isDisabled();
        type(page, "{\n  \"a\": 1,\n  \"a\": 2\n}");
        assertThat(page.locator("#errors")).containsText("has this member already");
        assertThat(page.getByText("Not valid yet")).isVisible();
        assertThat(button(page, "Review and send")).isDisabled();
        type(page, "{\n  \"a\": {\n    \"b\": null\n  }\n}");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("/a/b");

        type(page, "{\n  \"a\": [\n    \"\\u0000\"\n  ]\n}");
        send(page);
        assertThat(page.locator("#errors")).containsText("Line 3");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("/public_data/a/0");
        BROWSER.assertAccessible();
    }

    @Test
    void showsAtTheTextThatItIsTooLarge() {
        String user = tenant.user();
        Page page = openText(user);

        type(page, "{\"large\": \"" + "x".repeat(LARGER_THAN_A_BODY) + "\"}");
        send(page);

        assertThat(document(page, "public").getByRole(AriaRole.ALERT)).containsText("too large");
        assertThat(page.locator("#errors")).containsText("Line 1");
        assertThat(button(page, "Review and send")).isEnabled();
        BROWSER.assertAccessible();
        type(page, "{\"small\": 1}");
        send(page);
        assertThat(page.getByText("Stored.")).isVisible();
        assertThat(page.locator("#errors")).isEmpty();
    }

    @Test
    void keepsTheInputWhenAnotherViewIsShown() {
        Page page = openText(tenant.user("{\"theme\": \"dark\"}", "{}"));
        type(page, "{\"theme\": \"mine\"");

        tab(page, "History").click();
        assertThat(tab(page, "Data")).containsText("not sent");
        BROWSER.assertAccessible();
        page.goBack();

        assertThat(editor(page)).containsText("mine");
        button(page, "Discard my changes").click();
        assertThat(editor(page)).containsText("dark");
        assertThat(tab(page, "Data")).not().containsText("not sent");
        button(page, "Restore my text").click();
        assertThat(editor(page)).containsText("mine");
    }

    @Test
    void restoresEachOfTwoTexts() {
        Page page = openText(tenant.user("{\"theme\": \"dark\"}", "{}"));
        type(page, "{\"theme\": \"first\"}");
        assertThat(button(page, "Review and send")).isEnabled();
        button(page, "Load again").click();
        assertThat(editor(page)).containsText("dark");
        type(page, "{\"theme\": \"second\"}");
        assertThat(button(page, "Review and send")).isEnabled();

        button(page, "Restore my text").click();
        assertThat(editor(page)).containsText("first");
        button(page, "Restore my text").click();

        assertThat(editor(page)).containsText("second");
    }

    /** Otherwise, the loaded document would replace the text that is sent. */
    @Test
    void sendsNothingWhileItIsLoaded() {
        Page page = openText(tenant.user("{\"theme\": \"dark\"}", "{}"));
        type(page, "{\"theme\": \"mine\"}");
        assertThat(button(page, "Review and send")).isEnabled();
        List<Route> requests = HeldRequests.of(page, "**/public_data", "GET");
        button(page, "Load again").click();
        page.waitForCondition(() -> !requests.isEmpty());

        assertThat(button(page, "Review and send")).isDisabled();

        requests.getFirst().resume();
        assertThat(editor(page)).containsText("dark");
    }

    @Test
    void masksPrivateDataAgainAndKeepsTheInput() {
        String user = tenant.user("{}", "{\"risk\": 1}");
        Page page = BROWSER.open(tenant, "#/users/" + user + "/data?private=text");
        button(page, "Show the private data").click();
        Locator editor = document(page, "private").getByRole(AriaRole.TEXTBOX);
        editor.click();
        page.keyboard().press("ControlOrMeta+a");
        page.keyboard().insertText("{\"risk\": 2}");
        // The editor reports typed text with a short delay.
        assertThat(button(document(page, "private"), "Review and send")).isEnabled();
        List<String> requests = new CopyOnWriteArrayList<>();
        page.onRequest(request -> requests.add(request.url()));

        tab(page, "History").click();
        assertThat(document(page, "private")).hasCount(0);
        page.goBack();

        assertThat(document(page, "private")).containsText("changes that you have not sent yet");
        assertThat(document(page, "private")).not().containsText("risk");
        button(page, "Show the private data").click();
        assertThat(editor).containsText("\"risk\": 2");
        assertThat(requests).noneMatch(url -> url.endsWith("/private_data"));
    }

    @Test
    void asksBeforeInputIsLost() {
        Page page = openText(tenant.user());
        List<String> questions = new CopyOnWriteArrayList<>();
        page.onDialog(dialog -> {
            questions.add(dialog.type());
            dialog.dismiss();
        });
        type(page, "{\"theme\": \"mine\"}");

        page.evaluate("() => { setTimeout(() => location.reload()); }");
        page.waitForCondition(() -> questions.equals(List.of("beforeunload")));
        button(page, "Sign out").click();

        assertThat(editor(page)).containsText("mine");
        assertThat(questions).containsExactly("beforeunload", "confirm");
        send(page);
        assertThat(page.getByText("Stored.")).isVisible();
        button(page, "Sign out").click();
        assertThat(page.getByLabel("API key")).isVisible();
        assertThat(questions).hasSize(2);
    }

    @Test
    void asksBeforeAKeptTextIsLostButNotADiscardedOne() {
        Page page = openText(tenant.user("{\"theme\": \"dark\"}", "{}"));
        List<String> questions = new CopyOnWriteArrayList<>();
        page.onDialog(dialog -> {
            questions.add(dialog.type());
            dialog.dismiss();
        });
        type(page, "{\"theme\": \"mine\"}");
        assertThat(button(page, "Review and send")).isEnabled();
        button(page, "Load again").click();
        assertThat(editor(page)).containsText("dark");

        button(page, "Sign out").click();
        assertThat(questions).containsExactly("confirm");
        button(page, "Restore my text").click();
        button(page, "Discard my changes").click();
        assertThat(editor(page)).containsText("dark");
        button(page, "Sign out").click();

        assertThat(page.getByLabel("API key")).isVisible();
        assertThat(questions).hasSize(1);
    }

    @Test
    void keepsTheFocusInTheEditorWhenThePrivateDataArrive() {
        Page page = openText(tenant.user("{}", "{\"risk\": 1}"));
        List<Route> requests = HeldRequests.of(page, "**/private_data", "GET");
        button(page, "Show the private data").click();
        page.waitForCondition(() -> !requests.isEmpty());

        editor(page).click();
        requests.getFirst().resume();

        assertThat(document(page, "private")).containsText("risk");
        assertThat(editor(page)).isFocused();
    }

    @Test
    void keepsTheFocusInAnotherEditorWhenTheOtherVersionArrives() {
        String user = tenant.user("{\"theme\": \"dark\"}", "{\"risk\": 1}");
        Page page = BROWSER.open(tenant, "#/users/" + user + "/data?public=text&private=text");
        button(page, "Show the private data").click();
        Locator other = document(page, "private").getByRole(AriaRole.TEXTBOX);
        other.waitFor();
        type(page, "{\"theme\": \"mine\"}");
        patch(user, "{\"public_data\": {\"theme\": \"theirs\"}}");
        List<Route> requests = HeldRequests.of(page, "**/public_data", "GET");
        button(document(page, "public"), "Review and send").click();
        button(page, "Send").click();
        page.waitForCondition(() -> !requests.isEmpty());

        other.click();
        requests.getFirst().resume();

        assertThat(page.locator("ua-conflict")).containsText("Both of you changed /theme");
        assertThat(other).isFocused();
    }

    @Test
    void showsWhereTheEditorHasInvisibleCharacters() {
        Page page = openText(tenant.user("{}", "{}"));

        type(page, "{\"\u202a\u2068a\": 1}");

        assertThat(editor(page).locator(".cm-specialChar")).hasCount(2);
    }

    @Test
    void oneKeyMovesTheFocusOutOfTheEditor() {
        Page page = openText(tenant.user("{}", "{}"));
        editor(page).focus();

        page.keyboard().press("Tab");

        assertThat(editor(page)).not().isFocused();
    }

    @Test
    void showsHostileValuesAsText() {
        String user = tenant.user("""
                {"<img src=x onerror=alert(1)>": "<b>bold</b>", "bidi\u202e": "\u202eabc", "long": "%s",
                 "__proto__": {"constructor": 1}}""".formatted("x".repeat(10_000)), "{}");
        Page page = BROWSER.open(tenant, "#/users/" + user + "/data");

        assertThat(document(page, "public")).containsText("<img src=x onerror=alert(1)>");
        assertThat(document(page, "public")).containsText("bidi\\u202e");
        assertThat(document(page, "public")).containsText("__proto__");
        assertThat(document(page, "public").locator("img, b")).hasCount(0);
        assertThat((Integer) page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
                .isLessThanOrEqualTo(0);
    }

    @Test
    void namesTheMissingScopes() {
        String user = tenant.user("{\"theme\": \"dark\"}", "{}");
        Page page = BROWSER.open(tenant.key("public_data:read").reveal(), "#/users/" + user + "/data");

        assertThat(document(page, "public")).containsText("dark");
        assertThat(button(page, "Review and send")).hasAttribute("title", "Your key lacks the scope public_data:write");
        assertThat(document(page, "private")).containsText("private_data:read");
    }

    @Test
    void keepsALateResponseOutOfTheDataOfAnotherUser() {
        String first = tenant.user("{\"theme\": \"old\"}", "{}");
        Page page = openText(first);
        Route request = sendWithoutResponse(page, "{\"theme\": \"of the first\"}");

        goToAnotherUser(page);
        request.resume();
        assertThat(page.getByText("Stored.")).isVisible();

        assertThat(document(page, "public")).not().containsText("of the first");
        assertThat(editor(page)).containsText("second");
        assertThat(tab(page, "Data")).not().containsText("not sent");
        BROWSER.goTo("#/users/" + first + "/data?public=text");
        assertThat(editor(page)).containsText("of the first");
        assertThat(tab(page, "Data")).not().containsText("not sent");
    }

    @Test
    void keepsALateRefusalOutOfTheDataOfAnotherUser() {
        String first = tenant.user("{\"theme\": \"old\"}", "{}");
        Page page = openText(first);
        Route request = sendWithoutResponse(page, "{\"theme\": \"mine\"}");
        patch(first, "{\"public_data\": {\"theme\": \"theirs\"}}");

        goToAnotherUser(page);
        request.resume();
        assertThat(dialog(page).getByRole(AriaRole.ALERT)).containsText("Trace");
        button(dialog(page), "Cancel").click();

        assertThat(page.locator("ua-conflict")).hasCount(0);
        BROWSER.goTo("#/users/" + first + "/data?public=text");
        assertThat(editor(page)).containsText("mine");
    }

    /** Otherwise, it would be shown without a question when the user is shown again. */
    @Test
    void stopsLoadingPrivateDataWhenAnotherUserIsShown() {
        String user = tenant.user("{}", "{\"risk\": \"high\"}");
        Page page = BROWSER.open(tenant, "#/users/" + user + "/data");
        List<Route> requests = new CopyOnWriteArrayList<>();
        page.route("**/private_data", requests::add);
        List<String> stopped = new CopyOnWriteArrayList<>();
        page.onRequestFailed(request -> stopped.add(request.url()));
        button(page, "Show the private data").click();
        page.waitForCondition(() -> !requests.isEmpty());

        BROWSER.goTo("#/users/" + tenant.user() + "/data");

        page.waitForCondition(() -> stopped.stream().anyMatch(url -> url.endsWith("/private_data")));
        assertThat(button(page, "Show the private data")).isVisible();
    }

    /** Shows the public data of another user, which have the text "second". */
    private void goToAnotherUser(Page page) {
        String second = tenant.user("{\"theme\": \"second\"}", "{}");
        BROWSER.goTo("#/users/" + second + "/data?public=text");
        assertThat(editor(page)).containsText("second");
    }

    /** Sends a text as the public data. The request waits until the test resumes it. */
    private static Route sendWithoutResponse(Page page, String text) {
        List<Route> requests = HeldRequests.of(page, "**/public_data", "PATCH");
        type(page, text);
        send(page);
        page.waitForCondition(() -> !requests.isEmpty());
        return requests.getFirst();
    }

    private Page openText(String user) {
        Page page = BROWSER.open(tenant, "#/users/" + user + "/data?public=text");
        editor(page).waitFor();
        return page;
    }

    private static void type(Page page, String text) {
        editor(page).click();
        page.keyboard().press("ControlOrMeta+a");
        page.keyboard().insertText(text);
    }

    private static void send(Page page) {
        button(page, "Review and send").click();
        button(page, "Send").click();
    }

    private static Locator tab(Page page, String name) {
        return page.getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("User"))
                .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(name));
    }

    private static Locator editor(Page page) {
        return document(page, "public").getByRole(AriaRole.TEXTBOX);
    }

    private static Locator document(Page page, String kind) {
        return page.locator("ua-document[kind=" + kind + "]");
    }

    private String stored(String user) {
        return given().header("X-API-KEY", tenant.apiKey())
                .get("/api/users/" + user + "/public_data")
                .asString();
    }

    private void patch(String user, String body) {
        given().header("X-API-KEY", tenant.apiKey())
                .contentType("application/json")
                .body(body)
                .patch("/api/users/" + user + "/public_data")
                .then()
                .statusCode(200);
    }
}
