package io.useradmin.operator.transfer;

import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.json.ApiJson;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.profile.User;
import io.useradmin.ssf.SignalSql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.postgresql.copy.CopyManager;

/**
 * The events of a batch: one for each new or changed user. If it changed whether the user may sign in, the event has that type,
 * because this is most urgent; it names all changed members. If email addresses or phone numbers changed too, there is a second
 * event for readers that filter by this type, such as receivers of security events.
 */
final class BatchEvents {
    private static final String CHANGED =
            """
            insert into events (tenant_id, occurred_at, type, user_id, changed)
            select ?, ?, told.type, user_id,
                   case when pointers = '{}' then '{/last_updated}' else pointers end
              from (select user_id, type,
                           coalesce(changed_pointers(
                               before::jsonb - 'last_updated', after::jsonb - 'last_updated'), '{}')
                               || string_to_array(activity, ' ') as pointers
                      from unnest(?, ?, ?, ?, ?) as changed (user_id, type, before, after, activity)) as users
                   cross join lateral unnest(
                       case when type <> %1$s and pointers && %2$s
                            then array[type, %1$s] else array[type] end) as told (type)
            """.formatted(EventSql.literal(EventType.USER_UPDATED), SignalSql.IDENTIFIERS);

    private static final String NOTHING = "{}";

    private final Connection connection;
    private final String tenant;
    private final Instant now;
    private final CopyRows created = new CopyRows("events (tenant_id, occurred_at, type, user_id)");
    private final Map<String, Change> changes = new HashMap<>();
    private final Map<String, TreeSet<String>> activity = new HashMap<>();

    BatchEvents(Connection connection, String tenant, Instant now) {
        this.connection = connection;
        this.tenant = tenant;
        this.now = now;
    }

    record Change(User before, User after) {}

    void created(User user) {
        created.text(tenant)
                .text(now.toString())
                .text(EventType.USER_CREATED.stored())
                .text(user.userId())
                .end();
    }

    void changed(Change change) {
        String userId = change.after().userId();
        changes.put(userId, change);
        activity.computeIfAbsent(userId, _ -> new TreeSet<>());
    }

    /** Records that data of a user changed. */
    void changed(String userId, String pointer) {
        activity.computeIfAbsent(userId, _ -> new TreeSet<>()).add(pointer);
    }

    void appendCreated(CopyManager copy) throws SQLException {
        created.send(copy);
    }

    /** Appends the events of some of the changed users, and forgets their documents, which may be large. */
    void appendChanged(List<String> users) throws SQLException {
        List<String> changed = users.stream().filter(activity::containsKey).toList();
        if (!changed.isEmpty()) {
            Jdbc.update(
                    connection,
                    CHANGED,
                    tenant,
                    now,
                    changed,
                    changed.stream().map(this::type).toList(),
                    changed.stream()
                            .map(user -> document(changes.get(user), Change::before))
                            .toList(),
                    changed.stream()
                            .map(user -> document(changes.get(user), Change::after))
                            .toList(),
                    changed.stream()
                            .map(user -> String.join(" ", Objects.requireNonNull(activity.get(user))))
                            .toList());
            changed.forEach(changes::remove);
        }
    }

    private String type(String userId) {
        Change change = changes.get(userId);
        if (change == null || change.before().disabled() == change.after().disabled()) {
            return EventType.USER_UPDATED.stored();
        }
        return (change.after().disabled() ? EventType.USER_DISABLED : EventType.USER_ENABLED).stored();
    }

    private static String document(@Nullable Change change, Function<Change, User> side) {
        return change == null ? NOTHING : ApiJson.write(side.apply(change));
    }
}
