package io.useradmin.userdata;

import io.useradmin.audit.Author;
import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.NamedParameters;
import io.useradmin.shared.StoredTime;
import java.util.List;

/**
 * The SQL that reads and patches a data document of a user.
 *
 * @param read returns {@code document} and {@code version}; no row if the user does not exist
 * @param concatenate the statement of a flat patch, for any version of the document; no row if it writes nothing
 * @param merge the statement of any patch; no row if the user does not exist
 */
record UserDataStatements(String read, String concatenate, String merge) {
    private static final NamedParameters READ = NamedParameters.of("tenant", "user");
    private static final NamedParameters PATCH = READ.and(List.of("patch", "limit"));
    private static final NamedParameters CONCATENATE =
            PATCH.and(List.of("members")).and(Author.PARAMETERS);
    private static final NamedParameters MERGE = PATCH.and(
                    List.of("if_match_any", "if_match", "if_none_match_any", "if_none_match"))
            .and(Author.PARAMETERS);

    /**
     * The members, as JSON Pointers, that {@link #concatenate} changes, out of the patched {@code :members}. If two values are
     * equal as jsonb, it compares their text, because as jsonb 1 equals 1.0. For other patches, the SQL function
     * {@code changed_pointers} does this.
     */
    private static final String REPLACED = """
            array(select '/' || replace(replace(name, '~', '~0'), '/', '~1')
                    from unnest(cast(:members as text[])) as name
                   where before -> name is distinct from merged -> name or (before -> name)::text <> (merged -> name)::text)""";

    /**
     * Whether the compact form of the result is within the limit. PostgreSQL's text has a space after each colon and comma, so it
     * is at most 1.5 times as long. The spaces are removed only if they make the difference.
     */
    private static final String FITS = """
            case when octet_length(merged::text) <= :limit then true
                 when octet_length(merged::text) > :limit * 3 / 2 then false
                 else octet_length(regexp_replace(merged::text, '("(?:[^"\\\\]|\\\\.)*")|[ ]', '\\1', 'g')) <= :limit
            end""";

    /**
     * One statement, so that the read is recorded before the document is sent. It locks the row, because its snapshot is from before
     * it waited for the user's lock: otherwise, it would read and record a user that was deleted in the meantime.
     */
    static final String READ_PRIVATE_RECORDED = READ.and(Author.PARAMETERS)
            .number("with locked as materialized (select " + EventSql.lock(":tenant", ":user") + """
            ), found as (
                select private_data::text as document, private_data_version as version
                  from users
                 where tenant_id = :tenant and user_id = :user and\s"""
                    + EventSql.IS_LOCKED + """

                   for key share
            ), event as (
            """
                    + EventInsert.of(EventType.PRIVATE_DATA_READ)
                            .user(":user")
                            .from("found")
                            .directQueryWithoutResult()
                    + ") select document, version, " + EventSql.OWN_ID + " as event_id from found");

    private static final UserDataStatements PUBLIC = statements(DataKind.PUBLIC);
    private static final UserDataStatements PRIVATE = statements(DataKind.PRIVATE);

    static UserDataStatements of(DataKind kind) {
        return switch (kind) {
            case PUBLIC -> PUBLIC;
            case PRIVATE -> PRIVATE;
        };
    }

    private static UserDataStatements statements(DataKind kind) {
        return new UserDataStatements(
                READ.number(read(kind)), CONCATENATE.number(concatenate(kind)), MERGE.number(merge(kind)));
    }

    /**
     * The statement for most patches: top-level members with the names {@code :members} replace those of the document ({@code ||}),
     * whatever its version. It is as safe as {@link #merge}, because it does not write a row that was changed while it waited. If
     * it writes nothing, it does not say why. So it may overestimate the size of the result.
     *
     * <p>Each subquery of {@code found} computes a value once. Without {@code offset 0}, PostgreSQL would compute it for each
     * use.
     */
    private static String concatenate(DataKind kind) {
        return ("with changed as ("
                        + """
                update users u
                   set %1$s = merged, %1$s_version = u.%1$s_version + 1, last_updated_at = %4$s
                  from (
                      select row_version, merged, merged::text as merged_text, %2$s as pointers
                        from (
                            select xmin as row_version, %1$s as before,
                                   %1$s || cast(cast(:patch as text) as jsonb) as merged
                              from users where %3$s
                               and tenant_id = :tenant and user_id = :user
                            offset 0
                        ) as stored
                      offset 0
                  ) as found
                 where u.tenant_id = :tenant and u.user_id = :user and u.xmin = row_version
                   and pointers <> '{}' and octet_length(merged_text) <= :limit
                returning pointers, merged_text, u.%1$s_version as version
            ), event as (
            """
                        + EventInsert.of(kind.updated())
                                .user(":user")
                                .changed("pointers")
                                .from("changed")
                                .directQueryWithoutResult()
                        + """
            )
            select merged_text, version from changed
            """)
                .formatted(kind.member(), REPLACED, EventSql.isLocked(), StoredTime.of(":occurred_at"));
    }

    /**
     * Merges in one statement, so that no update is lost: it locks the row before it reads the document. Concurrent patches of a
     * user wait, and each applies to the result of the previous one. It always returns the row, so that the caller can
     * distinguish a refusal from a missing user without another query.
     */
    private static String merge(DataKind kind) {
        return ("with locked as materialized (select " + EventSql.lock(":tenant", ":user") + ")"
                        + """
            , found as (
                select %1$s_version as version, %1$s as stored,
                       merge_patch(%1$s, cast(cast(:patch as text) as jsonb)) as merged
                  from users
                 where tenant_id = :tenant and user_id = :user and %3$s
                   for update
            ), checked as (
                select found.*, merged::text as merged_text,
                       (merged <> stored or merged::text <> stored::text) as differs,
                       %2$s as fits,
                       (cast(:if_match_any as boolean) or version = any(cast(:if_match as bigint[])))
                           and not (cast(:if_none_match_any as boolean) or version = any(cast(:if_none_match as bigint[]))) as matches
                  from found
            ), changed as (
                update users u
                   set %1$s = c.merged, %1$s_version = c.version + 1, last_updated_at = %4$s
                  from checked c
                 where u.tenant_id = :tenant and u.user_id = :user
                   and c.differs and c.matches and c.fits
                returning c.stored, c.merged
            ), event as (
            """
                        + EventInsert.of(kind.updated())
                                .user(":user")
                                .changed("changed_pointers(stored, merged)")
                                .from("changed")
                                .directQuery()
                        + """
            )
            select matches, fits or not differs as fits, merged_text,
                   version + cast(differs and matches as integer) as version, (select event_id from event) as event_id
              from checked
            """)
                .formatted(kind.member(), FITS, EventSql.IS_LOCKED, StoredTime.of(":occurred_at"));
    }

    private static String read(DataKind kind) {
        return """
                select %1$s::text as document, %1$s_version as version from users where tenant_id = :tenant and user_id = :user
                """.formatted(kind.member());
    }
}
