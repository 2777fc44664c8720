package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static io.useradmin.console.Controls.dialog;
import static io.useradmin.console.Controls.pressEscapeRepeatedly;
import static io.useradmin.console.Controls.title;
import static io.useradmin.testsupport.Api.as;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.hasSize;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Tenant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The views of a tenant's groups and their members. */
class GroupsIT {
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    private static final int PAGE_SIZE = 50;

    final Tenant tenant = Tenant.create();

    @Test
    void listsSortsAndLoadsMore() {
        for (int group = 0; group <= PAGE_SIZE; group++) {
            tenant.group("group-%02d".formatted(group));
        }
        Page page = BROWSER.open(tenant, "#/groups");

        assertThat(rows(page)).hasCount(PAGE_SIZE);
        assertThat(page.getByText("50 of 51")).isVisible();
        button(page, "More").click();
        assertThat(rows(page)).hasCount(PAGE_SIZE + 1);
        BROWSER.assertAccessible();

        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Id"))
                .click();
        assertThat(page).hasURL(Pattern.compile("sort=group_id%3A-1$"));
        assertThat(rows(page).first()).containsText("group-50");
    }

    @Test
    void keepsAHalfFilledDialogWhenTheViewIsLeft() {
        Page page = BROWSER.open(tenant, "#/groups");
        button(page, "Create a group").click();
        dialog(page).getByLabel("Group id").fill("staff");
        dialog(page).getByLabel("Reason").fill("TICKET-1");

        goTo(page, "#/users");
        assertThat(dialog(page)).isHidden();
        goTo(page, "#/groups");
        button(page, "Create a group").click();

        assertThat(dialog(page).getByLabel("Group id")).hasValue("staff");
        assertThat(dialog(page).getByLabel("Name")).hasValue("");
        assertThat(dialog(page).getByLabel("Reason")).hasValue("TICKET-1");
        assertThat(dialog(page)).containsText("Your earlier input is restored.");
        BROWSER.assertAccessible();
        button(dialog(page), "Cancel").click();
        button(page, "Create a group").click();
        assertThat(dialog(page).getByLabel("Group id")).hasValue("");
        assertThat(dialog(page)).not().containsText("Your earlier input is restored.");
    }

    @Test
    void forgetsAHalfFilledDialogAtSignOut() {
        Page page = BROWSER.open(tenant, "#/groups");
        button(page, "Create a group").click();
        dialog(page).getByLabel("Group id").fill("staff");
        goTo(page, "#/users");
        button(page, "Sign out").click();
        page.getByLabel("API key").fill(tenant.apiKey());
        button(page, "Sign in").click();

        goTo(page, "#/groups");
        button(page, "Create a group").click();

        assertThat(dialog(page).getByLabel("Group id")).hasValue("");
    }

    private static void goTo(Page page, String fragment) {
        page.evaluate("fragment => { location.hash = fragment; }", fragment);
    }

    @Test
    void createsAGroupByKeyboardAloneButReplacesNone() {
        tenant.group("staff");
        Page page = BROWSER.open(tenant, "#/groups");
        assertThat(rows(page)).hasCount(1);
        button(page, "Create a group").focus();
        page.keyboard().press("Enter");
        assertThat(dialog(page).getByLabel("Group id")).isFocused();
        page.keyboard().type("staff");
        page.keyboard().press("Tab");
        page.keyboard().type("<i>Night shift</i>");
        page.keyboard().press("Enter");

        assertThat(dialog(page).locator(".field-error")).hasText("belongs to another group");
        as(tenant).get("/api/groups/staff").then().body("name", equalTo("Group"));
        assertThat(dialog(page).getByLabel("Group id")).isFocused();
        page.keyboard().press("End");
        page.keyboard().type("-2");
        page.keyboard().press("Enter");

        assertThat(page).hasURL(Pattern.compile("#/groups/staff-2$"));
        assertThat(title(page)).hasText("<i>Night shift</i>");
        as(tenant).get("/api/groups/staff-2").then().body("name", equalTo("<i>Night shift</i>"));
    }

    @Test
    void saysThatAKeyThatMayNotReadGroupsReplacesAGroup() {
        tenant.group("staff");
        Page page = BROWSER.open(tenant.key("groups:write").reveal(), "#/groups");
        button(page, "Create a group").click();
        assertThat(dialog(page))
                .hasAccessibleDescription(
                        "Your key lacks groups:read. If the group exists, its name and description are replaced.");
        dialog(page).getByLabel("Group id").fill("staff");
        dialog(page).getByLabel("Name").fill("Staff");
        button(dialog(page), "Create").click();

        assertThat(page.locator(".announcement"))
                .hasText("The group staff already existed. Its name and description were replaced by yours.");
        as(tenant).get("/api/groups/staff").then().body("name", equalTo("Staff"));
    }

    @Test
    void keepsTheDialogOpenUntilTheResponseIsThere() {
        Page page = BROWSER.open(tenant, "#/groups");
        List<Route> requests = HeldRequests.of(page, "**/api/groups/staff", "PUT");
        button(page, "Create a group").click();
        dialog(page).getByLabel("Group id").fill("staff");
        dialog(page).getByLabel("Name").fill("Staff");
        button(dialog(page), "Create").click();
        page.waitForCondition(() -> !requests.isEmpty());

        pressEscapeRepeatedly(page);
        assertThat(dialog(page)).isVisible();
        requests.getFirst().resume();

        assertThat(page).hasURL(Pattern.compile("#/groups/staff$"));
        assertThat(dialog(page)).isHidden();
    }

    @Test
    void namesTheGroupInTheTitleOfThePage() {
        tenant.group("staff");
        Page page = BROWSER.open(tenant, "#/groups/staff");
        assertThat(page).hasTitle("staff · Group – User administration");

        BROWSER.goTo("#/nowhere");
        assertThat(page).hasTitle("Page not found – User administration");
    }

    @Test
    void showsTheIdOfAGroupWithABlankName() {
        as(tenant).body(Map.of("name", " ")).put("/api/groups/staff").then().statusCode(201);
        Page page = BROWSER.open(tenant, "#/groups");

        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("staff"))
                .click();

        assertThat(title(page)).hasText("staff");
        button(page, "Delete").click();
        assertThat(dialog(page).getByRole(AriaRole.HEADING)).hasText("Delete the group \u2068staff\u2069?");
    }

    @Test
    void editsAGroup() {
        tenant.group("staff");
        Page page = BROWSER.open(tenant, "#/groups/staff");
        button(page, "Edit").click();
        dialog(page).getByLabel("Description").fill("one\ntwo");
        button(dialog(page), "Save").click();

        assertThat(page.getByText("one two")).isVisible();
        as(tenant)
                .get("/api/groups/staff")
                .then()
                .body("description", equalTo("one\ntwo"))
                .body("name", equalTo("Group"));
    }

    @Test
    void editsTheCurrentGroup() {
        tenant.group("staff");
        Page page = BROWSER.open(tenant, "#/groups/staff");
        assertThat(title(page)).hasText("Group");
        rename("Night shift");

        button(page, "Edit").click();
        assertThat(dialog(page).getByLabel("Name")).hasValue("Night shift");
        dialog(page).getByLabel("Description").fill("At night");
        button(dialog(page), "Save").click();

        assertThat(page.getByText("At night")).isVisible();
        as(tenant).get("/api/groups/staff").then().body("name", equalTo("Night shift"));
    }

    @Test
    void revertsNoChangeThatSomebodyElseMakesMeanwhile() {
        tenant.group("staff");
        Page page = BROWSER.open(tenant, "#/groups/staff");
        button(page, "Edit").click();
        dialog(page).getByLabel("Description").fill("At night");
        rename("Night shift");

        button(dialog(page), "Save").click();
        assertThat(dialog(page)).containsText("Somebody else has changed this group");
        assertThat(dialog(page)).containsText("Somebody else has set it to: Night shift");
        assertThat(dialog(page).getByLabel("Description")).hasValue("At night");
        as(tenant).get("/api/groups/staff").then().body("name", equalTo("Night shift"));
        BROWSER.assertAccessible();
        button(dialog(page), "Save").click();

        assertThat(dialog(page)).isHidden();
        assertThat(title(page)).hasText("Group");
        as(tenant).get("/api/groups/staff").then().body("name", equalTo("Group"));
    }

    /** The group has changed, but by this user. */
    @Test
    void savesAgainAfterALostResponse() {
        tenant.group("staff");
        Page page = BROWSER.open(tenant, "#/groups/staff");
        HeldRequests.loseResponses(page, "**/api/groups/staff", "PUT");
        button(page, "Edit").click();
        dialog(page).getByLabel("Name").fill("Night shift");
        button(dialog(page), "Save").click();
        assertThat(dialog(page)).containsText("Lost");
        page.unroute("**/api/groups/staff");

        button(dialog(page), "Save").click();

        assertThat(dialog(page)).isHidden();
        assertThat(title(page)).hasText("Night shift");
    }

    @Test
    void showsThatTheGroupToEditIsGone() {
        tenant.group("staff");
        Page page = BROWSER.open(tenant, "#/groups/staff");
        assertThat(title(page)).hasText("Group");
        as(tenant).delete("/api/groups/staff").then().statusCode(204);

        button(page, "Edit").click();

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("There is no such group");
        assertThat(dialog(page)).isHidden();
    }

    @Test
    void readsTheGroupAgainAfterASignInWhileItIsReadToEdit() {
        tenant.group("staff");
        Page page = BROWSER.open(tenant, "#/groups/staff");
        assertThat(title(page)).hasText("Group");
        String group = "**/api/groups/staff";
        page.route(
                group,
                route -> route.fulfill(new Route.FulfillOptions().setStatus(401).setBody("{\"title\": \"Ended\"}")));
        button(page, "Edit").click();
        Locator signIn = page.getByRole(AriaRole.DIALOG);
        assertThat(signIn).isVisible();
        page.unroute(group);

        signIn.getByLabel("API key").fill(tenant.apiKey());
        page.keyboard().press("Enter");

        assertThat(signIn).isHidden();
        assertThat(title(page)).hasText("Group");
        assertThat(button(page, "Edit")).isVisible();
        assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
    }

    /** The dialog to edit opens when the group has been read again. */
    @Test
    void keepsAQuestionThatIsAskedMeanwhile() {
        tenant.group("staff");
        Page page = BROWSER.open(tenant, "#/groups/staff");
        assertThat(title(page)).hasText("Group");
        List<Route> requests = HeldRequests.of(page, "**/api/groups/staff", "GET");
        button(page, "Edit").dblclick();
        page.waitForCondition(() -> requests.size() == 2);
        requests.getFirst().resume();
        dialog(page).getByLabel("Description").fill("At night");

        page.waitForResponse("**/api/groups/staff", () -> requests.getLast().resume());
        page.evaluate("() => new Promise(resolve => setTimeout(resolve, 200))");

        assertThat(dialog(page).getByLabel("Description")).hasValue("At night");
    }

    private void rename(String name) {
        as(tenant).body(Map.of("name", name)).put("/api/groups/staff").then().statusCode(200);
    }

    @Test
    void addsAndRemovesMembers() {
        tenant.group("staff");
        String user = tenant.user();
        Page page = BROWSER.open(tenant, "#/groups/staff");
        button(page, "Add a member").click();
        dialog(page).getByLabel("User id").fill("nobody");
        button(dialog(page), "Add").click();
        assertThat(dialog(page).locator(".field-error")).hasText("There is no such user.");
        dialog(page).getByLabel("User id").fill(user);
        button(dialog(page), "Add").click();

        assertThat(rows(page)).hasCount(1);
        as(tenant).get("/api/users/" + user + "/groups").then().body("group_id", hasItems("staff"));
        BROWSER.assertAccessible();

        button(page, "Remove " + user).click();
        button(dialog(page), "Remove").click();
        assertThat(page.getByText("Nobody is in the group.")).isVisible();
        assertThat(page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Members of the group")))
                .isFocused();
        as(tenant).get("/api/users/" + user + "/groups").then().body("$", hasSize(0));
    }

    @Test
    void readsTheMembersAgainIfTheOutcomeOfARemovalIsUnknown() {
        tenant.group("staff");
        String user = tenant.user();
        tenant.member(user, "staff");
        Page page = BROWSER.open(tenant, "#/groups/staff");
        page.route("**/api/users/" + user + "/groups/staff", HeldRequests::loseResponse);

        button(page, "Remove " + user).click();
        button(dialog(page), "Remove").click();
        cancelAfterTheLostResponse(page);

        assertThat(page.getByText("Nobody is in the group.")).isVisible();
    }

    @Test
    void readsTheGroupsAgainIfTheOutcomeIsUnknown() {
        Page page = BROWSER.open(tenant, "#/groups");
        HeldRequests.loseResponses(page, "**/api/groups/staff", "PUT", "DELETE");
        button(page, "Create a group").click();
        dialog(page).getByLabel("Group id").fill("staff");
        dialog(page).getByLabel("Name").fill("Staff");
        button(dialog(page), "Create").click();
        cancelAfterTheLostResponse(page);
        assertThat(rows(page)).containsText("Staff");

        BROWSER.goTo("#/groups/staff");
        button(page, "Edit").click();
        dialog(page).getByLabel("Name").fill("Night shift");
        button(dialog(page), "Save").click();
        cancelAfterTheLostResponse(page);
        assertThat(title(page)).hasText("Night shift");

        button(page, "Delete").click();
        button(dialog(page), "Delete").click();
        cancelAfterTheLostResponse(page);
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("There is no such group");
    }

    private static void cancelAfterTheLostResponse(Page page) {
        assertThat(dialog(page)).containsText("Lost");
        button(dialog(page), "Cancel").click();
    }

    @Test
    void deletesAGroupWithTheNumberOfItsMembers() {
        tenant.group("staff");
        tenant.member(tenant.user(), "staff");
        tenant.member(tenant.user(), "staff");
        Page page = BROWSER.open(tenant, "#/groups/staff");
        button(page, "Delete").click();
        assertThat(dialog(page)).containsText("It has 2 members.");
        assertThat(dialog(page)).hasAccessibleDescription("The users stay. This cannot be undone. It has 2 members.");
        button(dialog(page), "Delete").click();

        assertThat(page).hasURL(Pattern.compile("#/groups$"));
        as(tenant).get("/api/groups/staff").then().statusCode(404);
        BROWSER.goTo("#/groups/staff");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("There is no such group");
    }

    @Test
    void staysInAnotherViewAfterALateResponse() {
        tenant.group("staff");
        Page page = BROWSER.open(tenant, "#/groups/staff");
        List<Route> requests = HeldRequests.of(page, "**/api/groups/staff", "DELETE");
        button(page, "Delete").click();
        button(dialog(page), "Delete").click();
        page.waitForCondition(() -> !requests.isEmpty());

        BROWSER.goTo("#/settings");
        assertThat(page.locator("h1")).hasText("Tenant settings");
        requests.getFirst().resume();

        assertThat(page.locator(".announcement")).hasText("The group staff is deleted.");
        assertThat(dialog(page)).isHidden();
        assertThat(page.locator("h1")).hasText("Tenant settings");
    }

    @Test
    void keepsALateRefusalOutOfAnotherGroup() {
        tenant.group("second");
        Page page = BROWSER.open(tenant, "#/groups");
        List<Route> requests = new CopyOnWriteArrayList<>();
        page.route("**/api/groups/*", requests::add);
        BROWSER.goTo("#/groups/first");
        page.waitForCondition(() -> requests.size() == 1);

        BROWSER.goTo("#/groups/second");
        page.waitForCondition(() -> requests.size() == 2);
        requests.get(0).fulfill(new Route.FulfillOptions().setStatus(404));
        requests.get(1).resume();

        assertThat(title(page)).hasText("Group");
        assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
    }

    /** Without the isolation, such a name changes the order of the rest of the question. */
    @Test
    void isolatesTheNameInAQuestion() {
        as(tenant).body(Map.of("name", "\u202egpj.exe")).put("/api/groups/staff");
        Page page = BROWSER.open(tenant, "#/groups/staff");

        button(page, "Delete").click();

        assertThat(dialog(page).getByRole(AriaRole.HEADING)).hasText("Delete the group \u2068\u202egpj.exe\u2069?");
    }

    @Test
    void namesTheMissingScopes() {
        tenant.group("staff");
        Page page = BROWSER.open(tenant.key("groups:read").reveal(), "#/groups/staff");

        assertThat(button(page, "Delete")).isDisabled();
        assertThat(button(page, "Edit")).hasAttribute("title", "Your key lacks the scope groups:write");
        assertThat(page.getByText("Your key lacks the scope users:read.")).isVisible();
    }

    private static Locator rows(Page page) {
        return page.locator("tbody tr");
    }
}
