package io.useradmin.user;

import io.useradmin.json.JsonItem;

/** The SQL that changes one entry of a list of email addresses or phone numbers. */
final class ContactStatements {
    /** The most entries of a list: as many as can be put. */
    static final int MOST = JsonItem.MOST_ELEMENTS;

    /** What a statement refuses: there is no such entry. */
    static final String NOT_FOUND = "not_found";

    /** There are too many entries for one more. */
    static final String TOO_MANY = "too_many";

    /** It is the primary entry, and not the last one. */
    static final String PRIMARY = "primary";

    private ContactStatements() {}

    /**
     * Adds an entry, or changes one. {@code $8} is the identifier of an entry or {@code $9} its value, which is added with the identifier
     * {@code $10} if the user does not have it; {@code $11} is whether it is verified, null if that stays; {@code $12} is whether it
     * becomes the primary one. Of two that change places, the former primary one is written first, so that there is never more than one.
     *
     * @param table its table
     * @param column the column of its value, which that of its identifier begins with
     * @param pointer the list in a User object
     */
    static String set(String table, String column, String pointer) {
        return statement("""
            , entries as (
                select e.* from %1$s e, seen where e.tenant_id = $1 and e.user_id = $2
            ), known as (
                select * from entries where %2$s_id = cast($8 as text) or %2$s = cast($9 as text)
            ), wanted as (
                select %2$s_id, %2$s, coalesce(cast($11 as boolean), verified) as verified,
                       is_primary or cast($12 as boolean) as is_primary
                  from known
                union all
                select cast($10 as text), cast($9 as text), coalesce(cast($11 as boolean), false),
                       cast($12 as boolean) or not exists (select from entries where is_primary)
                  from seen
                 where cast($9 as text) is not null and not exists (select from known)
            ), refused as (
                select case when not exists (select from wanted) then 'not_found'
                            when not exists (select from known) and (select count(*) from entries) >= %3$d then 'too_many'
                       end as refusal
            ), different as (
                select w.*
                  from wanted w, refused
                 where refusal is null
                   and not exists (select from known k where (k.verified, k.is_primary) = (w.verified, w.is_primary))
            ), demoted as (
                update %1$s e set is_primary = false
                  from different d, entries old
                 where d.is_primary and old.is_primary and old.%2$s_id <> d.%2$s_id
                   and e.tenant_id = $1 and e.user_id = $2 and e.%2$s_id = old.%2$s_id
                returning e.*
            ), updated as (
                update %1$s e set verified = d.verified, is_primary = d.is_primary
                  from different d, known k
                 where e.tenant_id = $1 and e.user_id = $2 and e.%2$s_id = k.%2$s_id
                   and (select count(*) from demoted) >= 0
                returning e.*
            ), inserted as (
                insert into %1$s (tenant_id, user_id, %2$s_id, %2$s, verified, is_primary)
                select $1, $2, %2$s_id, %2$s, verified, is_primary
                  from different
                 where not exists (select from known) and (select count(*) from demoted) >= 0
                returning *
            ), written as (
                select * from demoted union all select * from updated union all select * from inserted
            ), changed_user as (
                update users u set last_updated_at = cast($5 as timestamptz)
                  from seen
                 where u.tenant_id = $1 and u.user_id = $2 and exists (select from different)
                returning u.*
            ), %1$s as (
                select * from written
                union all
                select * from entries where %2$s_id not in (select %2$s_id from written)
            )""".formatted(table, column, MOST), pointer);
    }

    /** Removes the entry whose identifier is {@code $8}. */
    static String remove(String table, String column, String pointer) {
        return statement("""
            , entries as (
                select e.* from %1$s e, seen where e.tenant_id = $1 and e.user_id = $2
            ), known as (
                select * from entries where %2$s_id = $8
            ), refused as (
                select case when not exists (select from known) then 'not_found'
                            when (select is_primary from known) and (select count(*) from entries) > 1 then 'primary'
                       end as refusal
            ), removed as (
                delete from %1$s e using known k, refused
                 where e.tenant_id = $1 and e.user_id = $2 and e.%2$s_id = k.%2$s_id and refusal is null
                returning e.*
            ), changed_user as (
                update users u set last_updated_at = cast($5 as timestamptz)
                  from removed
                 where u.tenant_id = $1 and u.user_id = $2
                returning u.*
            ), %1$s as (
                select * from entries where %2$s_id not in (select %2$s_id from removed)
            )""".formatted(table, column), pointer);
    }

    private static String statement(String change, String pointer) {
        return UserChange.statement(change + UserChange.updated("array['" + pointer + "']"));
    }
}
