package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The view of a user's blocked IP addresses, and unblocking. */
class BlockedViewIT {
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @BeforeEach
    void block() {
        Stream.of("203.0.113.7", "203.0.113.8", "2001:db8::1").forEach(ip -> tenant.blocked(user, ip));
    }

    @Test
    void showsFailuresAsBarsAndFindsAnAddressInAnyForm() {
        Sql.run("update ip_access set failure_count = 10 where tenant_id = ? and ip = '203.0.113.7'", tenant.id());
        Page page = open();
        Locator rows = page.locator("tbody tr");
        assertThat(row(page, "203.0.113.7").locator("rect")).hasAttribute("width", "100");
        assertThat(row(page, "203.0.113.8").locator("rect")).hasAttribute("width", "50");
        assertThat(page.getByRole(AriaRole.COLUMNHEADER)).containsText(new String[] {"Failures", "Sign-ins"});
        BROWSER.assertAccessible();

        page.getByLabel("Only this address").fill("2001:DB8:0::1");
        page.keyboard().press("Enter");

        assertThat(rows).hasCount(1);
        assertThat(rows).containsText("2001:db8::1");
        assertThat(page.url()).contains("filter=");
    }

    @Test
    void showsOnANarrowScreenThatTheTableContinues() throws IOException {
        BROWSER.page().setViewportSize(360, 800);
        Page page = open();
        Locator table = page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Blocked addresses"));
        assertThat(row(page, "203.0.113.7")).isVisible();
        assertThat(shadows(table)).containsExactly(false, true);

        table.evaluate("element => { element.scrollLeft = element.scrollWidth; }");

        assertThat(shadows(table)).containsExactly(true, false);
    }

    /** Whether the left and the right edge differ from the middle, above the text. */
    private static List<Boolean> shadows(Locator table) throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(table.screenshot()));
        int middle = image.getRGB(image.getWidth() / 2, 2);
        return Stream.of(0, image.getWidth() - 1)
                .map(edge -> image.getRGB(edge, 2) != middle)
                .toList();
    }

    @Test
    void keepsATypedAddressWhenTheOrderChanges() {
        Page page = open();
        page.getByLabel("Only this address").fill("203");

        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Last attempt"))
                .click();

        assertThat(page).hasURL(Pattern.compile("sort=last_login_attempt"));
        assertThat(page.getByLabel("Only this address")).hasValue("203");
    }

    @Test
    void unblocksOneAddressWithAReasonByKeyboard() {
        Page page = open();

        row(page, "203.0.113.8").getByRole(AriaRole.BUTTON).focus();
        page.keyboard().press("Enter");
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("This also resets its failures: 5.");
        page.getByRole(AriaRole.DIALOG).getByLabel("Reason").press("T");
        page.keyboard().press("Enter");
        page.keyboard().press("Enter");

        assertThat(page.getByRole(AriaRole.STATUS))
                .containsText("203.0.113.8 is unblocked. 2 addresses still blocked.");
        assertThat(addresses()).containsExactlyInAnyOrder("203.0.113.7", "2001:db8::1");
        assertThat(Sql.list("select reason from events where tenant_id = ? and type = 'ip.unblocked'", tenant.id()))
                .containsOnly("T");
        assertThat(page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Blocked addresses")))
                .isFocused();
    }

    @Test
    void unblocksANetworkAndThenAll() {
        Page page = open();

        page.getByLabel("Unblock a network").fill("203.0.113.0/24");
        button(page, "Unblock …").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("This unblocks 2 addresses.");
        confirm(page);
        assertThat(page.locator("tbody tr")).hasCount(1);
        button(page, "Unblock all …").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("This unblocks 1 address.");
        confirm(page);

        assertThat(page.getByText("No address is blocked.")).isVisible();
        assertThat(addresses()).isEmpty();
    }

    @Test
    void readsTheTableAgainIfTheOutcomeIsUnknown() {
        Page page = open();
        page.route("**/blocked_ips/unblock", route -> {
            route.fetch();
            route.fulfill(new Route.FulfillOptions().setStatus(503));
        });

        button(page, "Unblock all …").click();
        page.getByRole(AriaRole.DIALOG).getByRole(AriaRole.BUTTON, unblock()).click();
        assertThat(page.getByRole(AriaRole.DIALOG).getByRole(AriaRole.ALERT)).containsText("503");
        button(page, "Cancel").click();

        assertThat(page.getByText("No address is blocked.")).isVisible();
    }

    @Test
    void countsAllIfSomebodyTypesAllAsTheNetwork() {
        Page page = open();

        page.getByLabel("Unblock a network").fill("all");
        button(page, "Unblock …").click();

        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("This unblocks 3 addresses.");
    }

    @Test
    void showsWhyANetworkWithoutBlockedAddressesCannotBeUnblocked() {
        Page page = open();

        page.getByLabel("Unblock a network").fill("198.51.100.0/24");
        button(page, "Unblock …").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("This unblocks 0 addresses.");
        page.getByRole(AriaRole.DIALOG).getByRole(AriaRole.BUTTON, unblock()).click();

        Locator field = page.getByLabel("Unblock a network");
        assertThat(page.getByRole(AriaRole.DIALOG)).not().isVisible();
        assertThat(field).isFocused();
        assertThat(field).hasAttribute("aria-invalid", "true");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Trace");
        BROWSER.assertAccessible();
        assertThat(addresses()).hasSize(3);
        field.fill("203.0.113.7/24");
        button(page, "Unblock …").click();
        page.getByRole(AriaRole.DIALOG).getByRole(AriaRole.BUTTON, unblock()).click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("/ip_address");
        assertThat(field).hasValue("203.0.113.7/24");
    }

    @Test
    void unblocksWithAKeyThatMayNotReadAddresses() {
        Page page = BROWSER.open(tenant.key("blocked_ips:unblock").reveal(), "#/users/" + user + "/blocked");
        assertThat(page.getByText("Your key lacks the scope blocked_ips:read.")).isVisible();
        BROWSER.assertAccessible();

        page.getByLabel("Unblock a network").fill("203.0.113.7");
        button(page, "Unblock …").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("an unknown number of addresses");
        confirm(page);

        assertThat(page.getByRole(AriaRole.STATUS)).hasText("203.0.113.7 is unblocked.");
        assertThat(addresses()).containsExactlyInAnyOrder("203.0.113.8", "2001:db8::1");
    }

    @Test
    void keepsThePageAfterAnAddressIsUnblocked() {
        IntStream.range(0, 147).forEach(number -> tenant.blocked(user, "198.51.100." + number));
        Page page = open();
        Locator rows = page.locator("tbody tr");
        button(page, "More").click();
        assertThat(rows).hasCount(150);

        rows.last().getByRole(AriaRole.BUTTON).click();
        confirm(page);

        assertThat(rows).hasCount(149);
        assertThat(rows.last()).isInViewport();
    }

    /** Its user may try to sign in again while the list is read. */
    @Test
    void showsAnAddressOnceThatMovesToTheNextPage() {
        IntStream.range(0, 100).forEach(number -> tenant.blocked(user, "198.51.100." + number));
        Page page = open();
        String first = page.locator("tbody tr").first().locator(".mono").textContent();
        Sql.run(
                "update ip_access set last_login_attempt = now() - interval '1 day' where tenant_id = ? and ip = ?::inet",
                tenant.id(),
                first);

        button(page, "More").click();

        assertThat(button(page, "More")).hasCount(0);
        assertThat(page.locator("tbody .mono").getByText(first, new Locator.GetByTextOptions().setExact(true)))
                .hasCount(1);
    }

    private Page open() {
        Page page = BROWSER.open(tenant, "#/users/" + user + "/blocked");
        page.locator("tbody tr").first().waitFor();
        return page;
    }

    private List<String> addresses() {
        return Api.as(tenant)
                .get("/api/users/" + user + "/blocked_ips")
                .jsonPath()
                .getList("ip");
    }

    private static Locator row(Page page, String address) {
        return page.locator("tbody tr").filter(new Locator.FilterOptions().setHasText(address));
    }

    private static void confirm(Page page) {
        page.getByRole(AriaRole.DIALOG).getByRole(AriaRole.BUTTON, unblock()).click();
        assertThat(page.getByRole(AriaRole.DIALOG)).not().isVisible();
    }

    private static Locator.GetByRoleOptions unblock() {
        return new Locator.GetByRoleOptions().setName("Unblock").setExact(true);
    }
}
