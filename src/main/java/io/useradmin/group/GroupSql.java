package io.useradmin.group;

/** SQL for groups that the API and the import share. */
public final class GroupSql {
    private GroupSql() {}

    /**
     * Two {@code with} queries. {@code known} locks and returns the group. {@code updated} changes it if it differs from the name and
     * the description in the query {@code given}, and returns the JSON Pointers of the members as {@code changed}.
     *
     * @param tenant the parameter with the tenant's identifier
     * @param group the parameter with the group's identifier
     */
    public static String update(String tenant, String group) {
        return """
            known as (
                select name, description from groups where tenant_id = %1$s and group_id = %2$s for update
            ), updated as (
                update groups g set name = given.name, description = given.description
                  from given, known
                 where g.tenant_id = %1$s and g.group_id = %2$s
                   and (known.name, known.description) is distinct from (given.name, given.description)
                returning array_remove(array[
                    case when known.name <> given.name then '/name' end,
                    case when known.description is distinct from given.description then '/description' end],
                    null) as changed
            )""".formatted(tenant, group);
    }
}
