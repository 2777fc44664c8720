-- The members of "after" that differ from "before", as JSON Pointers; null if there are none. '' (the whole document) stands for more
-- than 100. Documents are compared as text, because as jsonb 1 equals 1.0. PL/pgSQL keeps the plan, which SQL would make anew for each
-- call, and a recursive query starts the executor once instead of for each object.
-- changed_members stays, because statements that run during the migration may still call it.
create or replace function changed_pointers(before jsonb, after jsonb) returns text[]
    language plpgsql immutable parallel safe
as $$
declare
    pointers text[];
begin
    if before::text is distinct from after::text then
        with recursive different (pointer, old, new, is_object) as (
            select '', before, after, true
            union all
            select d.pointer || '/' || replace(replace(m.name, '~', '~0'), '/', '~1'), m.old, m.new,
                   jsonb_typeof(m.old) = 'object' and jsonb_typeof(m.new) = 'object'
              from different d,
                   lateral (
                       select key, was.value, now.value
                         from jsonb_each(d.old) as was full join jsonb_each(d.new) as now using (key)
                   ) as m (name, old, new)
             where d.is_object and m.old::text is distinct from m.new::text
        )
        select array_agg(pointer order by pointer collate "C") into pointers
          from (select pointer from different where is_object is not true limit 101) as changed;
    end if;
    return case when cardinality(pointers) > 100 then array[''] else pointers end;
end
$$;

-- The same as before, without a query for each part of the user: it took a third of the time of a PUT in PostgreSQL.
create or replace function user_events(before jsonb, after jsonb) returns table (type text, authenticator text, changed text[])
    language plpgsql immutable parallel safe
as $$
declare
    others constant text[] := array['last_updated', 'disabled', 'public_data', 'private_data'];
    updated text[];
    public_data text[];
    private_data text[];
begin
    if before is null then
        type := 'user.created';
        return next;
        return;
    end if;
    updated := changed_pointers(before - others, after - others);
    public_data := changed_pointers(before -> 'public_data', after -> 'public_data');
    private_data := changed_pointers(before -> 'private_data', after -> 'private_data');
    if updated is null and public_data is null and private_data is null
        and before -> 'disabled' = after -> 'disabled' then
        updated := array['/last_updated'];
    end if;
    if updated is not null then
        type := 'user.updated';
        changed := updated;
        return next;
    end if;
    if before -> 'disabled' <> after -> 'disabled' then
        type := case when (after -> 'disabled')::boolean then 'user.disabled' else 'user.enabled' end;
        changed := null;
        return next;
    end if;
    if public_data is not null then
        type := 'user.public_data.updated';
        changed := public_data;
        return next;
    end if;
    if private_data is not null then
        type := 'user.private_data.updated';
        changed := private_data;
        return next;
    end if;
    if before -> 'idps' is distinct from after -> 'idps' then
        return query
            select case when b.authenticator is null then 'identity.connected' else 'identity.disconnected' end,
                   coalesce(a.authenticator, b.authenticator), null::text[]
              from jsonb_to_recordset(before -> 'idps') as b (authenticator text, provider_user_id text)
                   full join jsonb_to_recordset(after -> 'idps') as a (authenticator text, provider_user_id text)
                       on a.authenticator = b.authenticator and a.provider_user_id = b.provider_user_id
             where a.authenticator is null or b.authenticator is null;
    end if;
end
$$;
