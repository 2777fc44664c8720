package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static io.useradmin.console.Controls.dialog;
import static io.useradmin.console.Controls.heading;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Tenant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Where the keyboard continues when an action has removed or disabled its own button. */
class FocusIT {
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    final Tenant tenant = Tenant.create();

    @Test
    void continuesInTheViewAfterASignInThatRemovesTheButton() {
        String list = "**/api/groups?*";
        Page page = BROWSER.page();
        page.route(list, Route::abort);
        BROWSER.open(tenant, "#/groups");
        assertThat(button(page, "Try again")).isVisible();
        page.unroute(list);
        page.route(
                list,
                route -> route.fulfill(new Route.FulfillOptions().setStatus(401).setBody("{\"title\": \"Ended\"}")));
        button(page, "Try again").click();
        Locator signIn = page.getByRole(AriaRole.DIALOG, new Page.GetByRoleOptions().setName("Sign in"));
        assertThat(signIn.getByLabel("API key")).isFocused();
        page.unroute(list);

        page.keyboard().type(tenant.apiKey());
        page.keyboard().press("Enter");

        assertThat(page.getByText("No groups yet.")).isVisible();
        assertThat(page.locator("main")).isFocused();
    }

    @Test
    void continuesInTheFieldAfterAKeyIsRefused() {
        Page page = BROWSER.page();
        page.navigate("/");
        page.getByLabel("API key").fill(Tenant.newKey().reveal());

        button(page, "Sign in").click();

        assertThat(page.getByRole(AriaRole.ALERT)).isVisible();
        assertThat(page.getByLabel("API key")).isFocused();
    }

    @Test
    void continuesAtTheButtonOfADialogAfterAProblem() {
        tenant.group("staff");
        Page page = BROWSER.open(tenant, "#/groups/staff");
        page.route("**/api/groups/staff", HeldRequests::loseResponse);
        button(page, "Delete").click();
        button(dialog(page), "Delete").click();

        assertThat(dialog(page)).containsText("Lost");
        assertThat(button(dialog(page), "Delete")).isFocused();
        page.unroute("**/api/groups/staff");
        button(dialog(page), "Cancel").click();

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("There is no such group");
        assertThat(page.locator("main")).isFocused();
    }

    @Test
    void continuesInTheViewIfTheUserIsGone() {
        String user = tenant.user();
        Page page = BROWSER.open(tenant, "#/users/" + user);
        button(page, "Delete").click();
        assertThat(dialog(page)).containsText("Deletes the user with 0 sessions");
        HeldRequests.loseResponses(page, "**/api/users/" + user, "DELETE");
        dialog(page).getByLabel("Type " + user + " to confirm").fill(user);
        button(dialog(page), "Delete").click();
        assertThat(dialog(page)).containsText("Lost");

        button(dialog(page), "Cancel").click();

        assertThat(page.getByText("go to the history")).isVisible();
        assertThat(page.locator("main")).isFocused();
    }

    @Test
    void continuesAtTheTitleOfADocument() {
        String user = tenant.user("{\"theme\": \"dark\"}", "{}");
        Page page = BROWSER.open(tenant, "#/users/" + user + "/data?public=text");
        Locator title = heading(page, "Public data");
        List<Route> loads = HeldRequests.first(page, "**/public_data");
        button(page, "Load again").click();
        page.waitForCondition(() -> !loads.isEmpty());
        loads.getFirst().resume();
        assertThat(title).isFocused();

        type(page, "{\"theme\": \"light\"}");
        button(page, "Discard my changes").click();
        assertThat(title).isFocused();
        button(page, "Restore my text").click();
        assertThat(title).isFocused();
        button(page, "Review and send").click();
        button(dialog(page), "Send").click();
        assertThat(page.getByText("Stored.")).isVisible();
        assertThat(title).isFocused();
    }

    private static void type(Page page, String text) {
        Locator editor = page.getByLabel("Public data as JSON");
        editor.click();
        page.keyboard().press("ControlOrMeta+a");
        page.keyboard().insertText(text);
    }

    @Test
    void continuesInTheTableIfTheOutcomeOfARotationIsUnknown() {
        String id = tenant.key("users:read").keyId();
        Page page = BROWSER.open(tenant, "#/settings");
        Locator row = page.getByRole(AriaRole.ROW).filter(new Locator.FilterOptions().setHasText(id));
        page.route("**/api/keys/" + id + "/rotate", HeldRequests::loseResponse);
        row.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Rotate"))
                .click();
        button(dialog(page), "Rotate").click();
        assertThat(dialog(page)).containsText("Lost");

        button(dialog(page), "Cancel").click();

        assertThat(page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Keys of the tenant")))
                .isFocused();
    }

    @Test
    void continuesInTheFormAfterAProblem() {
        Page page = BROWSER.open(tenant, "#/settings");
        button(page, "Create a key").click();
        page.getByLabel("Name").fill("portal");
        page.getByLabel("Read sessions").check();
        page.getByLabel("Rate").fill("0");
        button(page, "Create the key").click();
        assertThat(page.getByLabel("Rate")).isFocused();

        page.getByLabel("Rate").fill("1");
        page.route("**/api/keys", HeldRequests::loseResponse);
        button(page, "Create the key").click();

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Lost");
        assertThat(button(page, "Create the key")).isFocused();
    }
}
