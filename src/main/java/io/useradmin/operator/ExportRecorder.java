package io.useradmin.operator;

import io.quarkus.runtime.configuration.ConfigUtils;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.settings.SettingsCheck;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Records exports as events if {@code useradmin.audit.reads} is on. It commits the event before anything is read: an open
 * transaction with an insert delays the change feed, and an export can take long, until its output is consumed.
 */
final class ExportRecorder {
    private static final String SETTING = "useradmin.audit.reads";

    /** An export of all users is one event, because a tenant may have millions of users. */
    private static final String ALL = "all";

    private static final String LOCK = "select " + EventSql.lock("?", "?");

    /** Until the event is committed, nobody can delete the row. */
    private static final String USER = "select 1 from users where tenant_id = ? and user_id = ? for key share";

    private static final String INSERT =
            "insert into events (tenant_id, occurred_at, type, user_id, selector) values (?, ?, ?, ?, ?)";

    private final BooleanSupplier isOn;
    private final Clock clock;

    ExportRecorder(BooleanSupplier isOn, Clock clock) {
        this.isOn = isOn;
        this.clock = clock;
    }

    /**
     * Whether the settings of this process turn recording on.
     *
     * @throws InvalidSettings if they have errors: a misspelled value must not turn it off
     */
    static boolean isOnInProcess() {
        InvalidSettings.failOn(SettingsCheck.forCommands());
        return ConfigUtils.configBuilder()
                .build()
                .getOptionalValue(SETTING, Boolean.class)
                .orElse(false);
    }

    /** Records the export of a user, if the user exists. */
    void user(Connection connection, String tenant, String userId) throws SQLException {
        if (isOn.getAsBoolean()) {
            Jdbc.inTransaction(connection, () -> {
                // The next statement sees what was committed while this one waited.
                Jdbc.update(connection, LOCK, tenant, userId);
                if (Jdbc.exists(connection, USER, tenant, userId)) {
                    insert(connection, tenant, userId, null);
                }
                return true;
            });
        }
    }

    /**
     * Records the export of all users of a tenant.
     *
     * @throws Failure if the tenant does not exist
     */
    void tenant(Connection connection, String tenant) throws SQLException {
        if (isOn.getAsBoolean()) {
            Jdbc.inTransaction(connection, () -> {
                new Tenants(connection).hold(tenant);
                insert(connection, tenant, null, ALL);
                return true;
            });
        }
    }

    private void insert(Connection connection, String tenant, @Nullable String userId, @Nullable String selector)
            throws SQLException {
        String type = EventType.USER_EXPORTED.stored();
        Jdbc.update(connection, INSERT, tenant, clock.instant(), type, userId, selector);
    }
}
