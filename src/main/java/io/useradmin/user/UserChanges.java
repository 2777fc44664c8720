package io.useradmin.user;

import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.ClaimsParser;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.TenantNode;
import java.util.List;
import java.util.Map;

/** Changes of single values of a user: whether the user is disabled, claims, username. */
final class UserChanges {
    /** A refusal by a statement: the user has no username. */
    private static final String NOT_FOUND = "not_found";

    private static final String SET_DISABLED = new UserChangeSql()
            .when("u.disabled <> :disabled")
            .set("disabled", ":disabled")
            .event(EventSql.choice(":disabled", EventType.USER_DISABLED, EventType.USER_ENABLED))
            .neverRefused()
            .build("disabled");

    /**
     * Separate from the statement that keeps the sessions. With one statement and a parameter, PostgreSQL would make a custom plan
     * for each execution on connections whose first executions end no sessions. The user's event has the identifier {@code :event_id};
     * this statement generates those of the sessions' events.
     */
    private static final String DISABLE_AND_END_SESSIONS = new UserChangeSql()
            .when("not u.disabled")
            .set("disabled", "true")
            .lockingUser()
            .with("""
            , ended as (
                select end_sessions(:tenant, :user, cast(:occurred_at as timestamptz)) as session_id from outcome
            ), happened as (
                select %s as event_id, %s as type, null as session_id, null as selector
                  from changed_user
                union all
                select uuid_v7(), %s, session_id, 'disabled' from ended
            )""".formatted(
                            EventSql.OWN_ID,
                            EventSql.literal(EventType.USER_DISABLED),
                            EventSql.literal(EventType.SESSION_REVOKED)))
            .events("happened")
            .neverRefused()
            .build();

    private static final String PATCH_CLAIMS = new UserChangeSql()
            .with("""
            , claims as materialized (
                select before, jsonb_strip_nulls(before || cast(cast(:patch as text) as jsonb)) as after
                  from (select jsonb_strip_nulls(jsonb_build_object(
                                   'name', name, 'given_name', given_name, 'family_name', family_name)) || other_claims as before
                          from users where tenant_id = :tenant and user_id = :user) as stored
            )""")
            .when("(select before <> after from claims)")
            .set("name", "(select after ->> 'name' from claims)")
            .set("given_name", "(select after ->> 'given_name' from claims)")
            .set("family_name", "(select after ->> 'family_name' from claims)")
            .set("other_claims", "(select after - array['name', 'given_name', 'family_name'] from claims)")
            .updated("(select changed_pointers("
                    + "jsonb_build_object('claims', before), jsonb_build_object('claims', after)) from claims)")
            .neverRefused()
            .build("patch");

    private static final String KNOWN_USERNAME = """
            , known as (
                select * from usernames where tenant_id = :tenant and user_id = :user
            )""";

    private static final String PUT_USERNAME = new UserChangeSql()
            .with(KNOWN_USERNAME)
            .when("not exists (select from known where username = :username)")
            .with("""
            , renamed as (
                update usernames set username = :username
                 where tenant_id = :tenant and user_id = :user and exists (select from changed_user)
                returning *
            ), named as (
                insert into usernames as inserted (tenant_id, user_id, username_id, username)
                select node.tenant, :user, :new_id, :username from %s, changed_user where not exists (select from known)
                returning *
            ), usernames as (
                select * from renamed union all select * from named
                union all
                select * from known where not exists (select from changed_user)
            )""".formatted(TenantNode.row()))
            .updated("array['/username']")
            .neverRefused()
            .build("username", "new_id");

    private static final String DELETE_USERNAME = new UserChangeSql()
            .with(KNOWN_USERNAME)
            .when("exists (select from known)")
            .with("""
            , removed as (
                delete from usernames where tenant_id = :tenant and user_id = :user and exists (select from changed_user)
            )""")
            .refusedWhen("not exists (select from known)", NOT_FOUND)
            .with("""
            , usernames as (
                select * from known where false
            )""")
            .updated("array['/username']")
            .build();

    private UserChanges() {}

    /** Disables or enables the user. */
    static UserChange disabled(boolean disabled) {
        return new UserChange(SET_DISABLED, List.of(disabled), Map.of());
    }

    /** Disables the user and revokes all sessions. */
    static UserChange disabledAndSignedOut() {
        return new UserChange(DISABLE_AND_END_SESSIONS, List.of(), Map.of());
    }

    /**
     * Changes claims.
     *
     * @param patch from {@link ClaimsParser#patch}, as JSON
     */
    static UserChange claims(String patch) {
        return new UserChange(PATCH_CLAIMS, List.of(patch), Map.of());
    }

    /**
     * Sets the username. The other members of an existing entry stay.
     *
     * @param newId the identifier of the entry if the user has no username yet
     */
    static UserChange username(String username, String newId) {
        return new UserChange(
                PUT_USERNAME,
                List.of(username, newId),
                Map.of("usernames_unique", Problem.IdentifierTaken.at(new Pointer("/username"))));
    }

    /** Removes the username. */
    static UserChange noUsername() {
        return new UserChange(
                DELETE_USERNAME, List.of(), Map.of(NOT_FOUND, new Problem.NotFound(ProblemType.USERNAME_NOT_FOUND)));
    }
}
