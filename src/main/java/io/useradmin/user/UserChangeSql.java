package io.useradmin.user;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import io.useradmin.audit.Author;
import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.NamedParameters;
import io.useradmin.profile.UserRow;
import io.useradmin.shared.StoredTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Builds the statement of a {@link UserChange}. Its queries have the order of the calls, and can use those before them. A
 * statement has one {@link #when}, one kind of refusal and one kind of event.
 *
 * <p>The snapshot of a statement is older than the time at which it gets the user's lock. So when it writes or locks the user's
 * row, it compares the version ({@code xmin}) of the row in its snapshot with the current version. Every change of a user writes
 * this row. If the versions differ, the statement does nothing and returns no row, and the caller must repeat it.
 */
final class UserChangeSql {
    /** The parameters of every change. If {@code :row_version} is not null, it is the expected version. */
    private static final NamedParameters PARAMETERS = NamedParameters.of(
                    "tenant", "user", "row_version", "public", "private")
            .and(Author.PARAMETERS);

    private static final String USER = "u.tenant_id = :tenant and u.user_id = :user";
    private static final String AS_SEEN = USER + " and u.xmin = (select version from seen)";

    private static final String BEGIN = "with seen as materialized (select u.xmin as version from users u where "
            + EventSql.isLocked() + " and " + USER
            + " and (cast(:row_version as text) is null or u.xmin::text = cast(:row_version as text)))";

    private static final String END =
            "\n" + UserRow.select(":tenant", "cast(:public as boolean)", "cast(:private as boolean)") + """
                   , (select refusal from refused) as refusal, %s as event_ids
              from outcome u
            """;

    private static final String EVENT_ID = "case when u.is_changed then cast(" + EventSql.OWN_ID + " as text) end";

    /** Whether {@code changed_user c} has a row. */
    private static final String IS_CHANGED = "c.last_updated_at is not null";

    private static final String AFTER = "case when " + IS_CHANGED + " then c.%1$s else u.%1$s end as %1$s";

    private static final String UNCHANGED = """
            , unchanged as (
                select u.user_id from users u where %s and not exists (select from changed_user) for no key update
            )""".formatted(AS_SEEN);

    private static final String NEVER_REFUSED = ", refused as (select cast(null as text) as refusal)";

    private final List<Supplier<String>> queries = new ArrayList<>();
    private final Set<Part> parts = EnumSet.noneOf(Part.class);
    private final List<Assignment> set = new ArrayList<>();
    private final List<String> refusals = new ArrayList<>();
    private boolean locksUser;
    private String eventIds = "";

    /** What every statement has once. */
    private enum Part {
        CONDITION,
        REFUSAL,
        EVENT
    }

    /** A column of the table of users, and an expression for its new value. */
    private record Assignment(String column, String value) {}

    /**
     * Adds two queries. {@code changed_user} has one row if the change has an effect. {@code outcome} is the user's row after the
     * change, or the unchanged row; no row if the caller must repeat the statement. A change without effect only reads, as if it
     * had come before every change that it waited for.
     *
     * @param condition whether there is something to change; it can use {@code u}, the row before the change
     */
    UserChangeSql when(String condition) {
        return add(Part.CONDITION, () -> changedUser(condition));
    }

    /** Sets a column of the user's row to an expression. Without this, only the time of the last change is set. */
    UserChangeSql set(String column, String value) {
        set.add(new Assignment(column, value));
        return this;
    }

    /** Locks the user's row also without an effect, for a statement that can write other rows nevertheless. */
    UserChangeSql lockingUser() {
        locksUser = true;
        return this;
    }

    /**
     * Adds queries. They must write only if {@code changed_user} has a row. One with the name of a table has its rows after the change.
     *
     * @param text begins with a comma
     */
    UserChangeSql with(String text) {
        queries.add(() -> text);
        return this;
    }

    /** Adds the query {@code refused}, whose {@code refusal} is null if the change is allowed. */
    UserChangeSql neverRefused() {
        return add(Part.REFUSAL, () -> NEVER_REFUSED);
    }

    /** The same for a change that is refused under a condition. With several conditions, the first one counts. */
    UserChangeSql refusedWhen(String condition, String refusal) {
        refusals.add("when %s then '%s'".formatted(condition, refusal));
        return refusals.size() == 1 ? add(Part.REFUSAL, this::refused) : this;
    }

    /** Adds the event that the user was updated, if anything changed. {@code pointers} is an expression for the changed members. */
    UserChangeSql updated(String pointers) {
        return event(EventInsert.of(EventType.USER_UPDATED).user(":user").changed(pointers));
    }

    /** Adds an event of the user without changed members. {@code type} is an expression. */
    UserChangeSql event(String type) {
        return event(EventInsert.of(type).user(":user").changed("null"));
    }

    private UserChangeSql event(EventInsert event) {
        eventIds = EVENT_ID;
        return addEvent(event.from("changed_user").directQueryWithoutResult());
    }

    /** Adds events of the user and of sessions: each row of {@code query} has an identifier, type, session and selector. */
    UserChangeSql events(String query) {
        eventIds = EventSql.INSERTED;
        return addEvent(EventInsert.of("type")
                .user(":user")
                .session("session_id")
                .selector("selector")
                .from(query)
                .directQueryWithIds("event_id"));
    }

    private UserChangeSql addEvent(String query) {
        return add(Part.EVENT, () -> ", event as (" + query + ")");
    }

    /**
     * The statement.
     *
     * @param names the names of {@link UserChange#values}
     */
    String build(String... names) {
        if (parts.size() < Part.values().length) {
            throw new IllegalStateException("has only " + parts);
        }
        return PARAMETERS
                .and(List.of(names))
                .number(BEGIN + queries.stream().map(Supplier::get).collect(joining()) + END.formatted(eventIds));
    }

    private UserChangeSql add(Part part, Supplier<String> query) {
        if (!parts.add(part)) {
            throw new IllegalStateException("has a second " + part);
        }
        queries.add(query);
        return this;
    }

    private String refused() {
        String beforeEnd = refusals.size() == 1 ? " " : "\n           ";
        return """
            , refused as (
                select case %s%send as refusal
            )""".formatted(String.join("\n                ", refusals), beforeEnd);
    }

    private String changedUser(String condition) {
        List<Assignment> all = Stream.concat(
                        set.stream(), Stream.of(new Assignment("last_updated_at", StoredTime.of(":occurred_at"))))
                .toList();
        return locksUser
                ? changed(all, condition) + UNCHANGED + outcome(all, "exists (select from unchanged)")
                : changed(all, condition)
                        + outcome(all, "exists (select from seen) and (%s) is not true".formatted(condition));
    }

    private static String changed(List<Assignment> all, String condition) {
        return """
            , changed_user as (
                update users u set %s
                 where %s and %s
                returning %s
            )""".formatted(
                all.stream().map(each -> each.column() + " = " + each.value()).collect(joining(", ")),
                AS_SEEN,
                condition,
                all.stream().map(each -> "u." + each.column()).collect(joining(", ")));
    }

    /** Reads the other columns from the table. Each column of a {@code with} query costs time when PostgreSQL starts it. */
    private static String outcome(List<Assignment> all, String unchanged) {
        Set<String> changed = all.stream().map(Assignment::column).collect(toSet());
        String columns = UserRow.COLUMNS.stream()
                .map(column -> (changed.contains(column) ? AFTER : "u.%s").formatted(column))
                .collect(joining(", "));
        return """
            , outcome as (
                select %s, %s as is_changed
                  from users u left join changed_user c on true
                 where %s and (%s or %s)
            )
            """.formatted(columns, IS_CHANGED, USER, IS_CHANGED, unchanged);
    }
}
