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
     * Changes the entry with the identifier {@code :id}, or the entry with the {@code :value}. If there is none with the value, adds
     * one with the identifier {@code :new_id}. If {@code :verified} is null, the stored state stays.
     *
     * <p>If another entry was primary, that is written first, so that there are never two primary entries.
     */
    String set() {
        return list("""
            , known as (
                select * from entries where %2$s_id = cast(:id as text) or %2$s = cast(:value as text)
            ), wanted as (
                select %2$s_id, %2$s, coalesce(cast(:verified as boolean), verified) as verified,
                       is_primary or cast(:becomes_primary as boolean) as is_primary
                  from known
                union all
                select cast(:new_id as text), cast(:value as text), coalesce(cast(:verified as boolean), false),
                       cast(:becomes_primary as boolean) or not exists (select from entries where is_primary)
                 where cast(:value as text) is not null and not exists (select from known)
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
                   and e.tenant_id = :tenant and e.user_id = :user and e.%2$s_id = old.%2$s_id
                returning e.*
            ), updated as (
                update %1$s e set verified = d.verified, is_primary = d.is_primary
                  from changed_user, different d, known k
                 where e.tenant_id = :tenant and e.user_id = :user and e.%2$s_id = k.%2$s_id
                   and (select count(*) from demoted) >= 0
                returning e.*
            ), inserted as (
                insert into %1$s as inserted (tenant_id, user_id, %2$s_id, %2$s, verified, is_primary)
                select node.tenant, :user, d.%2$s_id, d.%2$s, d.verified, d.is_primary
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
                .build("id", "value", "new_id", "verified", "becomes_primary");
    }

    /** Sets whether the entry with the identifier {@code :id} is {@code :verified}. */
    String verify() {
        return list("""
            , known as (
                select verified from entries where %2$s_id = :id
            )""")
                .refusedWhen(IS_UNKNOWN, NOT_FOUND)
                .when("(select verified from known) <> :verified")
                .with(of("""
            , updated as (
                update %1$s set verified = :verified
                 where tenant_id = :tenant and user_id = :user and %2$s_id = :id and exists (select from changed_user)
            ), %1$s as (
                select tenant_id, user_id, %2$s_id, %2$s, case when %2$s_id = :id then :verified else verified end as verified,
                       is_primary, authenticators, idps
                  from entries
            )"""))
                .updated(pointers())
                .build("id", "verified");
    }

    /** Removes the entry with the identifier {@code :id}. */
    String remove() {
        return list("""
            , known as (
                select * from entries where %2$s_id = :id
            )""")
                .refusedWhen(IS_UNKNOWN, NOT_FOUND)
                .refusedWhen("(select is_primary from known) and (select count(*) from entries) > 1", PRIMARY)
                .when("(select refusal from refused) is null")
                .with(of("""
            , removed as (
                delete from %1$s where tenant_id = :tenant and user_id = :user and %2$s_id = :id and exists (select from changed_user)
                returning %2$s_id
            ), %1$s as (
                select * from entries where %2$s_id not in (select %2$s_id from removed)
            )"""))
                .updated(pointers())
                .build("id");
    }

    /** Begins with the entries before the change, and with {@code known}, the entry to change. */
    private UserChangeSql list(String known) {
        return new UserChangeSql().with(of("""
            , entries as (
                select * from %1$s where tenant_id = :tenant and user_id = :user
            )""" + known));
    }

    private String of(String queries) {
        return queries.formatted(table, column, TenantNode.row());
    }

    private String pointers() {
        return "array['" + pointer + "']";
    }
}
