package io.useradmin.user;

import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.ClaimsParser;
import io.useradmin.shared.Location.Pointer;
import java.util.List;
import java.util.Map;

/** Changes of single values of a user: whether the user is disabled, claims, username. */
final class UserChanges {
    private static final String SET_DISABLED = UserChange.statement("""
            , changed_user as (
                update users u set disabled = $8, last_updated_at = cast($5 as timestamptz)
                  from seen
                 where u.tenant_id = $1 and u.user_id = $2 and seen.disabled <> $8
                returning u.*
            ), ended as (
                select session_id
                  from (select * from seen where $9) as s, end_sessions(s.tenant_id, s.user_id, cast($5 as timestamptz)) as session_id
            ), happened as (
                select %s as type, null as session_id, null as selector
                  from changed_user
                union all
                select %s, session_id, 'disabled' from ended
            )""".formatted(
                            EventSql.choice("$8", EventType.USER_DISABLED, EventType.USER_ENABLED),
                            EventSql.literal(EventType.SESSION_REVOKED))
            + UserChange.events("type", "session_id, selector", "session_id, selector", "happened")
            + UserChange.NEVER_REFUSED);

    private static final String PATCH_CLAIMS = UserChange.statement("""
            , claims as (
                select before, jsonb_strip_nulls(before || cast(cast($8 as text) as jsonb)) as after
                  from (select jsonb_strip_nulls(jsonb_build_object(
                                   'name', name, 'given_name', given_name, 'family_name', family_name)) || other_claims as before
                          from seen) as stored
            ), changed_user as (
                update users u
                   set name = after ->> 'name', given_name = after ->> 'given_name', family_name = after ->> 'family_name',
                       other_claims = after - array['name', 'given_name', 'family_name'],
                       last_updated_at = cast($5 as timestamptz)
                  from seen, claims
                 where u.tenant_id = $1 and u.user_id = $2 and before <> after
                returning u.*
            )"""
            + UserChange.updated("(select changed_pointers("
                    + "jsonb_build_object('claims', before), jsonb_build_object('claims', after)) from claims)")
            + UserChange.NEVER_REFUSED);

    private static final String PUT_USERNAME =
            UserChange.statement("""
            , known as (
                select n.* from usernames n, seen where n.tenant_id = $1 and n.user_id = $2
            ), renamed as (
                update usernames n set username = $8
                  from known
                 where n.tenant_id = $1 and n.user_id = $2 and known.username <> $8
                returning n.*
            ), named as (
                insert into usernames (tenant_id, user_id, username_id, username)
                select tenant_id, user_id, $9, $8 from seen where not exists (select from known)
                returning *
            ), written as (
                select * from renamed union all select * from named
            ), changed_user as (
                update users u set last_updated_at = cast($5 as timestamptz)
                  from written
                 where u.tenant_id = $1 and u.user_id = $2
                returning u.*
            ), usernames as (
                select * from written union all select * from known where not exists (select from written)
            )""" + UserChange.updated("array['/username']") + UserChange.NEVER_REFUSED);

    private static final String DELETE_USERNAME = UserChange.statement("""
            , removed as (
                delete from usernames n using seen
                 where n.tenant_id = $1 and n.user_id = $2
                returning n.*
            ), changed_user as (
                update users u set last_updated_at = cast($5 as timestamptz)
                  from removed
                 where u.tenant_id = $1 and u.user_id = $2
                returning u.*
            ), refused as (
                select case when not exists (select from removed) then 'not_found' end as refusal
            ), usernames as (
                select * from removed where false
            )""" + UserChange.updated("array['/username']"));

    private UserChanges() {}

    /** Disables or enables the user. {@code endSessions} also revokes all sessions. */
    static UserChange disabled(boolean disabled, boolean endSessions) {
        return new UserChange(SET_DISABLED, List.of(disabled, endSessions), Map.of());
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
                DELETE_USERNAME, List.of(), Map.of("not_found", new Problem.NotFound(ProblemType.USERNAME_NOT_FOUND)));
    }
}
