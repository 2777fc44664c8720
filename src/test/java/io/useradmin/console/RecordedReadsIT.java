package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static io.useradmin.console.Controls.dialog;
import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Tenant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console reads private data, and the service records it, only if somebody wants to see it. */
class RecordedReadsIT {
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of("useradmin.audit.reads", "true"));

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    final Tenant tenant = Tenant.create();
    final String user = tenant.user("{}", "{\"risk\": \"secret\"}");

    @Test
    void readsNoPrivateDataForOtherViews() {
        tenant.group("staff");
        tenant.member(user, "staff");
        List<String> bodies = new CopyOnWriteArrayList<>();
        BROWSER.page().route("**/api/users**", route -> {
            APIResponse response = route.fetch();
            bodies.add(response.text());
            route.fulfill(new Route.FulfillOptions().setResponse(response));
        });

        Page page = BROWSER.open(tenant, "#/users");
        assertThat(page.locator("tbody")).containsText(user);
        page.getByLabel("Exact value").fill(user);
        button(page, "Find").click();
        assertThat(button(page, "Edit claims")).isVisible();
        BROWSER.goTo("#/users/" + user + "/data");
        assertThat(button(page, "Show the private data")).isVisible();
        BROWSER.goTo("#/groups/staff");
        assertThat(page.locator("tbody")).containsText(user);
        button(page, "Delete").click();
        assertThat(dialog(page)).containsText("It has 1 member.");

        assertThat(bodies).hasSizeGreaterThan(4).noneMatch(body -> body.contains("secret"));
        assertThat(types()).doesNotContain("io.useradmin.private_data.read");
        button(dialog(page), "Cancel").click();
        BROWSER.goTo("#/users/" + user + "/data");
        button(page, "Show the private data").click();
        assertThat(page.getByText("secret")).isVisible();
        assertThat(types()).contains("io.useradmin.private_data.read");
    }

    private List<String> types() {
        return as(tenant).get("/api/users/{user}/audit_log", user).path("type");
    }
}
