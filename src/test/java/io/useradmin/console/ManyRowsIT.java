package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.useradmin.console.Controls.button;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A user with many sessions, and a tenant with many users: a view loads one page, never all rows. For more rows: {@code ./mvnw
 * verify -DskipUnitTests -Dit.test=ManyRowsIT -Dmany-rows.users=1000000}
 */
class ManyRowsIT {
    private static final int SESSIONS = Integer.getInteger("many-rows.sessions", 100_000);
    private static final int USERS = Integer.getInteger("many-rows.users", 50_000);

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    final Tenant tenant = Tenant.create();

    @Test
    void showsOnePageOfManySessions() {
        String user = tenant.user();
        Sql.run("""
                insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at,
                                      client_ids, last_metadata)
                select ?, ?, 's' || n, 'k' || n, now(), now() + interval '1 day', now(), '{web}',
                       '{"latitude": "60.45", "longitude": "22.27", "ip_address": "192.0.2.1", "user_agent": "Mozilla/5.0"}'
                  from generate_series(1, ?) as n
                """, tenant.id(), user, SESSIONS);

        Page page = BROWSER.open(tenant, "#/users/" + user + "/sessions");

        assertThat(page.getByRole(AriaRole.MAIN)).containsText(Pattern.compile("of more than 10,000"));
        assertThat(page.locator("tbody tr")).hasCount(100);
        button(page, "More").click();
        assertThat(page.locator("tbody tr")).hasCount(200);
    }

    @Test
    void showsOnePageOfManyUsers() {
        Sql.run("""
                insert into users (tenant_id, user_id, created_at, last_updated_at)
                select ?, 'user-' || n, now(), now() from generate_series(1, ?) as n
                """, tenant.id(), USERS);

        Page page = BROWSER.open(tenant, "#/users?sort=user_id%3A1");

        assertThat(page.getByText("50 of more than 10,000")).isVisible();
        button(page, "More").click();
        assertThat(page.getByText("100 of more than 10,000")).isVisible();
    }
}
