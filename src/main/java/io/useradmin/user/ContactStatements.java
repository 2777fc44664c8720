package io.useradmin.user;

import io.useradmin.json.JsonItem;
import io.useradmin.shared.TenantNode;

/** The SQL that changes one entry of a list of email addresses or phone numbers. */
final class ContactStatements {
    /** The most entries of a list, the same limit as for a PUT. */
    static final int MOST = JsonItem.MOST_ELEMENTS;

    /** A refusal by a statement: the entry does not exist. */
    static final String NOT_FOUND = "not_found";

    /** A refusal by a statement: the list is full. */
    static final String TOO_MANY = "too_many";

    /** A refusal by a statement: the entry is primary, and there are others. */
    static final String PRIMARY = "primary";

    private static final String IS_UNKNOWN = "not exists (select from known)";

    private final String table;
    private final String column;
    private final String pointer;

    /**
     * The statements for one list.
     *
     * @param table the table of the entries
     * @param column the column of the value; the column of the identifier is this and {@code _id}
     * @param pointer the list in a User object
     */
    ContactStatements(String table, String column, String pointer) {
        this.table = table;
        this.column = column;
        this.pointer = pointer;
    }

    /**
     * Adds an entry or changes one, with these parameters:
     * <ul>
     * <li>{@code $12}: the identifier of an existing entry, or {@code $13}: its value
     * <li>{@code $14}: the identifier of the new entry, if the user has no entry with the value
     * <li>{@code $15}: whether it is verified; null keeps the stored state
     * <li>{@code $16}: whether it becomes the primary entry
     * </ul>
     *
     * <p>If another entry was primary, that is written first, so that there are never two primary entries.
     */
    String set() {
        return list("""
            , known as (
                select * from entries where %2$s_id = cast($12 as text) or %2$s = cast($13 as text)
            ), wanted as (
                select %2$s_id, %2$s, coalesce(cast($15 as boolean), verified) as verified,
                       is_primary or cast($16 as boolean) as is_primary
                  from known
                union all
                select cast($14 as text), cast($13 as text), coalesce(cast($15 as boolean), false),
                       cast($16 as boolean) or not exists (select from entries where is_primary)
                 where cast($13 as text) is not null and not exists (select from known)
            )""")
                .refusedWhen("not exists (select from wanted)", NOT_FOUND)
                .refusedWhen(IS_UNKNOWN + " and (select count(*) from entries) >= " + MOST, TOO_MANY)
                .with(of("""
            , different as (
                select w.*
                  from wanted w, refused
                 where refusal is null
                   and not exists (select from known k where (k.verified, k.is_primary) = (w.verified, w.is_primary))
            )"""))
                .when("exists (select from different)")
                .with(of("""
            , demoted as (
                update %1$s e set is_primary = false
                  from changed_user, different d, entries old
                 where d.is_primary and old.is_primary and old.%2$s_id <> d.%2$s_id
                   and e.tenant_id = $1 and e.user_id = $2 and e.%2$s_id = old.%2$s_id
                returning e.*
            ), updated as (
                update %1$s e set verified = d.verified, is_primary = d.is_primary
                  from changed_user, different d, known k
                 where e.tenant_id = $1 and e.user_id = $2 and e.%2$s_id = k.%2$s_id
                   and (select count(*) from demoted) >= 0
                returning e.*
            ), inserted as (
                insert into %1$s as inserted (tenant_id, user_id, %2$s_id, %2$s, verified, is_primary)
                select node.tenant, $2, d.%2$s_id, d.%2$s, d.verified, d.is_primary
                  from %3$s, changed_user, different d
                 where not exists (select from known) and (select count(*) from demoted) >= 0
                returning *
            ), written as (
                select * from demoted union all select * from updated union all select * from inserted
            ), %1$s as (
                select * from written
                union all
                select * from entries where %2$s_id not in (select %2$s_id from written)
            )"""))
                .updated(pointers())
                .build();
    }

    /** Sets whether the entry with the identifier {@code $12} is verified ({@code $13}). */
    String verify() {
        return list("""
            , known as (
                select verified from entries where %2$s_id = $12
            )""")
                .refusedWhen(IS_UNKNOWN, NOT_FOUND)
                .when("(select verified from known) <> $13")
                .with(of("""
            , updated as (
                update %1$s set verified = $13
                 where tenant_id = $1 and user_id = $2 and %2$s_id = $12 and exists (select from changed_user)
            ), %1$s as (
                select tenant_id, user_id, %2$s_id, %2$s, case when %2$s_id = $12 then $13 else verified end as verified,
                       is_primary, authenticators, idps
                  from entries
            )"""))
                .updated(pointers())
                .build();
    }

    /** Removes the entry with the identifier {@code $12}. */
    String remove() {
        return list("""
            , known as (
                select * from entries where %2$s_id = $12
            )""")
                .refusedWhen(IS_UNKNOWN, NOT_FOUND)
                .refusedWhen("(select is_primary from known) and (select count(*) from entries) > 1", PRIMARY)
                .when("(select refusal from refused) is null")
                .with(of("""
            , removed as (
                delete from %1$s where tenant_id = $1 and user_id = $2 and %2$s_id = $12 and exists (select from changed_user)
                returning %2$s_id
            ), %1$s as (
                select * from entries where %2$s_id not in (select %2$s_id from removed)
            )"""))
                .updated(pointers())
                .build();
    }

    /** Begins with the entries before the change, and with {@code known}, the entry to change. */
    private UserChangeSql list(String known) {
        return new UserChangeSql().with(of("""
            , entries as (
                select * from %1$s where tenant_id = $1 and user_id = $2
            )""" + known));
    }

    private String of(String queries) {
        return queries.formatted(table, column, TenantNode.row("$1"));
    }

    private String pointers() {
        return "array['" + pointer + "']";
    }
}
