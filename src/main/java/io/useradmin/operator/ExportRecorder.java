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

/**
 * Records exports as events if {@code useradmin.audit.reads} is on. It commits the event before anything is read: an open
 * transaction with an insert delays the change feed, and an export can take long, until its output is consumed.
 */
final class ExportRecorder {
    private static final String SETTING = "useradmin.audit.reads";

    /** An export of all users is one event, because a tenant may have millions of users. */
    private static final String ALL = "all";

    private static final String USER = """
            with locked as materialized (select %s)
            insert into events (tenant_id, occurred_at, type, user_id)
            select tenant_id, ?, ?, user_id from users, locked where tenant_id = ? and user_id = ?
            """.formatted(EventSql.lock("?", "?"));

    private static final String TENANT =
            "insert into events (tenant_id, occurred_at, type, selector) values (?, ?, ?, ?)";

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
            String type = EventType.USER_EXPORTED.stored();
            Jdbc.update(connection, USER, tenant, userId, clock.instant(), type, tenant, userId);
        }
    }

    /** Records the export of all users of a tenant. */
    void tenant(Connection connection, String tenant) throws SQLException {
        if (isOn.getAsBoolean()) {
            Jdbc.update(connection, TENANT, tenant, clock.instant(), EventType.USER_EXPORTED.stored(), ALL);
        }
    }
}
