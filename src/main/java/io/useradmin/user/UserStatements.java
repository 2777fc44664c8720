package io.useradmin.user;

import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.shared.TenantNode;

/**
 * The SQL that writes one user from {@code :document}, the JSON of the specification's User object.
 *
 * <p>Sign-in identifiers are written in two steps: first, each row that differs from the object is deleted, then each missing row
 * is inserted. So a unique property that moves between rows, such as being primary, never exists twice.
 */
final class UserStatements {
    /** The document is not an argument of the function call, because Citus would try to evaluate the call in advance. */
    private static final String GIVEN_USER = """
            (select cast(cast(:document as text) as jsonb) as document) as d,
            jsonb_to_record(document) as given (
                creation_time bigint, last_updated bigint, password_updated_at bigint, has_password boolean,
                disabled boolean, claims jsonb, public_data jsonb, private_data jsonb)
            """;

    private static final String GIVEN_IDENTIFIERS = """
            with given as (
                select cast(cast(:document as text) as jsonb) as document
            ), given_usernames as (
                select entry.*
                  from given, jsonb_to_recordset(jsonb_path_query_array(document, '$.username'))
                       as entry (id text, username text, authenticators text[], idps text[])
            ), given_emails as (
                select entry.*
                  from given, jsonb_to_recordset(document -> 'emails')
                       as entry (id text, email text, verified boolean, "primary" boolean,
                                 authenticators text[], idps text[])
            ), given_phones as (
                select entry.*
                  from given, jsonb_to_recordset(document -> 'phone_numbers')
                       as entry (id text, phone text, verified boolean, "primary" boolean,
                                 authenticators text[], idps text[])
            ), given_identities as (
                select entry.*
                  from given, jsonb_to_recordset(document -> 'idps')
                       as entry (authenticator text, provider_user_id text, claims jsonb)
            ),
            """;

    /** The documents in PostgreSQL's canonical form, to check their size and compare them. */
    static final String DOCUMENTS = """
            with locked as materialized (select %s)
            select cast(cast(:public as text) as jsonb)::text as public_data,
                   cast(cast(:private as text) as jsonb)::text as private_data
              from locked
            """.formatted(EventSql.lock(":tenant", ":user"));

    /** Inserts the user's row without sign-in identifiers, unless there is one. */
    static final String INSERT = """
            insert into users (tenant_id, user_id, created_at, last_updated_at, password_updated_at, has_password,
                               disabled, name, given_name, family_name, other_claims, public_data, private_data)
            select :tenant, :user, to_timestamp(creation_time), to_timestamp(last_updated),
                   to_timestamp(password_updated_at), has_password, disabled, claims ->> 'name',
                   claims ->> 'given_name', claims ->> 'family_name',
                   claims - array['name', 'given_name', 'family_name'], public_data, private_data
              from %s
                on conflict do nothing
            returning public_data_version, private_data_version
            """.formatted(GIVEN_USER);

    /** Updates the user's row. Documents are compared as text, because as jsonb 1 equals 1.0. */
    static final String UPDATE = """
            update users u
               set created_at = to_timestamp(creation_time), last_updated_at = to_timestamp(last_updated),
                   password_updated_at = to_timestamp(given.password_updated_at),
                   has_password = given.has_password, disabled = given.disabled, name = claims ->> 'name',
                   given_name = claims ->> 'given_name', family_name = claims ->> 'family_name',
                   other_claims = claims - array['name', 'given_name', 'family_name'],
                   public_data = given.public_data,
                   public_data_version =
                       public_data_version + cast(u.public_data::text <> given.public_data::text as integer),
                   private_data = given.private_data,
                   private_data_version =
                       private_data_version + cast(u.private_data::text <> given.private_data::text as integer)
              from %s
             where u.tenant_id = :tenant and u.user_id = :user
            returning public_data_version, private_data_version
            """.formatted(GIVEN_USER);

    /** Deletes sign-in identifiers that differ from the given ones. */
    static final String DELETE_IDENTIFIERS = GIVEN_IDENTIFIERS + """
            deleted_username as (
                delete from usernames
                 where tenant_id = :tenant and user_id = :user
                   and (username_id, username, authenticators, idps) not in (
                           select id, username, authenticators, idps from given_usernames)
            ), deleted_emails as (
                delete from emails
                 where tenant_id = :tenant and user_id = :user
                   and (email_id, email, verified, is_primary, authenticators, idps) not in (
                           select id, email, verified, "primary", authenticators, idps from given_emails)
            ), deleted_phones as (
                delete from phones
                 where tenant_id = :tenant and user_id = :user
                   and (phone_id, phone, verified, is_primary, authenticators, idps) not in (
                           select id, phone, verified, "primary", authenticators, idps from given_phones)
            )
            delete from external_identities
             where tenant_id = :tenant and user_id = :user
               and (authenticator, provider_user_id, claims) not in (
                       select authenticator, provider_user_id, claims from given_identities)
            returning user_id
            """;

    /**
     * Inserts the missing identifiers and returns those that belong to another user. An insert waits for a concurrent insert of
     * the same value, so every duplicate is found. Values are inserted in order, so that concurrent writes do not deadlock.
     */
    static final String INSERT_IDENTIFIERS = GIVEN_IDENTIFIERS
            + """
            author as (
                select cast(:author as text[]) as a
            ), inserted_username as (
                insert into usernames as inserted (tenant_id, user_id, username_id, username, authenticators, idps)
                select node.tenant, :user, id, username, authenticators, idps from %1$s, given_usernames
                    on conflict do nothing
                returning username as value
            ), inserted_emails as (
                insert into emails as inserted (tenant_id, user_id, email_id, email, verified, is_primary, authenticators, idps)
                select node.tenant, :user, id, email, verified, "primary", authenticators, idps
                  from %1$s, given_emails order by email
                    on conflict do nothing
                returning email as value
            ), inserted_phones as (
                insert into phones as inserted (tenant_id, user_id, phone_id, phone, verified, is_primary, authenticators, idps)
                select node.tenant, :user, id, phone, verified, "primary", authenticators, idps
                  from %1$s, given_phones order by phone
                    on conflict do nothing
                returning phone as value
            ), inserted_identities as (
                insert into external_identities as inserted (tenant_id, user_id, authenticator, provider_user_id, claims)
                select node.tenant, :user, authenticator, provider_user_id, claims
                  from %1$s, given_identities order by authenticator, provider_user_id
                    on conflict do nothing
                returning authenticator || ' ' || provider_user_id as value
            ), wanted as (
                select 'username' as list, username as value from given_usernames
                union all
                select 'emails', email from given_emails
                union all
                select 'phone_numbers', phone from given_phones
                union all
                select 'idps', authenticator || ' ' || provider_user_id from given_identities
            ), held as (
                select 'username' as list, value from inserted_username
                union all
                select 'emails', value from inserted_emails
                union all
                select 'phone_numbers', value from inserted_phones
                union all
                select 'idps', value from inserted_identities
                union all
                select 'username', username from usernames where tenant_id = :tenant and user_id = :user
                union all
                select 'emails', email from emails where tenant_id = :tenant and user_id = :user
                union all
                select 'phone_numbers', phone from phones where tenant_id = :tenant and user_id = :user
                union all
                select 'idps', authenticator || ' ' || provider_user_id
                  from external_identities where tenant_id = :tenant and user_id = :user
            ), event as (
            """.formatted(TenantNode.row())
            + EventInsert.of("e.type")
                    .user(":user")
                    .authenticator("e.authenticator")
                    .changed("e.changed")
                    .from("given, user_events(cast(cast(:before as text) as jsonb), document) as e")
                    .query()
            + """
            )
            select list, value, null as event_id from (select * from wanted except select * from held) as taken
            union all
            select null, null, event_id from event
            """;

    private UserStatements() {}
}
