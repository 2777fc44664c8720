-- The audit log and the change feed: one row for each change, inserted by the transaction of the change (docs/events.md).
--
-- The feed is ordered by (xid, seq): the transaction, and the order within it. It ends before pg_snapshot_xmin(), the oldest
-- transaction that still runs, so that nothing can appear later before a position that was read. The events of one user are in the
-- order of their commits, because whoever changes a user holds an advisory lock from before its transaction has an xid until it ends.

-- RFC 9562: 48 bits of milliseconds, then random bits.
create function uuid_v7() returns uuid
    language sql volatile parallel safe
as $$
    select encode(
        set_bit(set_bit(
            overlay(uuid_send(gen_random_uuid())
                placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
                from 1 for 6),
            52, 1), 53, 1),
        'hex')::uuid
$$;

create table events (
    tenant_id     text collate "C" not null,
    xid           xid8 not null default pg_current_xact_id(),
    seq           bigint not null generated always as identity,
    event_id      uuid not null default uuid_v7(),
    occurred_at   timestamptz not null,
    type          text collate "C" not null,
    user_id       text collate "C",
    session_id    text collate "C",
    group_id      text collate "C",
    authenticator text collate "C",
    ip_address    inet,
    target_key_id text collate "C",
    key_id        text collate "C",
    trace_id      text,
    actor         text collate "C",
    reason        text,
    selector      text,
    changed       text[],
    constraint events_pk primary key (tenant_id, xid, seq)
);
create index events_by_user on events (tenant_id, user_id, xid, seq) where user_id is not null;
-- Addresses are erased with their user.
create index events_with_address on events (tenant_id, user_id) where ip_address is not null;

-- Up to where a tenant's events were purged. A reader who stands before that has missed some.
create table purged_events (
    tenant_id text collate "C" not null,
    xid       xid8 not null,
    seq       bigint not null,
    constraint purged_events_pk primary key (tenant_id)
);

-- The members of "after" that differ from "before", as JSON Pointers: within objects that both have, those of their members.
-- Documents are compared as text, because as jsonb 1 equals 1.0.
create function changed_members(before jsonb, after jsonb, prefix text default '') returns setof text
    language plpgsql immutable parallel safe
as $$
declare
    member record;
begin
    for member in
        select coalesce(b.key, a.key) as name, b.value as old, a.value as new
          from jsonb_each(before) as b full join jsonb_each(after) as a on a.key = b.key
         where b.value::text is distinct from a.value::text
         order by 1
    loop
        if jsonb_typeof(member.old) = 'object' and jsonb_typeof(member.new) = 'object' then
            return query select changed_members(
                member.old, member.new, prefix || '/' || replace(replace(member.name, '~', '~0'), '/', '~1'));
        else
            return next prefix || '/' || replace(replace(member.name, '~', '~0'), '/', '~1');
        end if;
    end loop;
end
$$;

-- The same as an array for an event: '' (the whole document) stands for more than 100.
create function changed_pointers(before jsonb, after jsonb) returns text[]
    language sql immutable parallel safe
as $$
    select case when count(*) > 100 then array[''] else array_agg(pointer) end
      from (select pointer from changed_members(before, after) as pointer limit 101) as changed
$$;

-- The events of a user who was put, of whom "before" is null if new: that a user is created stands for all that the user has then.
create function user_events(before jsonb, after jsonb) returns table (type text, authenticator text, changed text[])
    language plpgsql immutable parallel safe
as $$
declare
    others constant text[] := array['last_updated', 'disabled', 'public_data', 'private_data'];
    updated text[] := changed_pointers(before - others, after - others);
    public_data constant text[] := changed_pointers(before -> 'public_data', after -> 'public_data');
    private_data constant text[] := changed_pointers(before -> 'private_data', after -> 'private_data');
begin
    if before is null then
        return query values ('user.created', null::text, null::text[]);
        return;
    end if;
    if updated is null and public_data is null and private_data is null
        and before -> 'disabled' = after -> 'disabled' then
        updated := array['/last_updated'];
    end if;
    if updated is not null then
        return query values ('user.updated', null::text, updated);
    end if;
    if before -> 'disabled' <> after -> 'disabled' then
        return query values (
            case when (after -> 'disabled')::boolean then 'user.disabled' else 'user.enabled' end, null::text, null::text[]);
    end if;
    if public_data is not null then
        return query values ('user.public_data.updated', null::text, public_data);
    end if;
    if private_data is not null then
        return query values ('user.private_data.updated', null::text, private_data);
    end if;
    return query
        select case when b.authenticator is null then 'identity.connected' else 'identity.disconnected' end,
               coalesce(a.authenticator, b.authenticator), null::text[]
          from jsonb_to_recordset(before -> 'idps') as b (authenticator text, provider_user_id text)
               full join jsonb_to_recordset(after -> 'idps') as a (authenticator text, provider_user_id text)
                   on a.authenticator = b.authenticator and a.provider_user_id = b.provider_user_id
         where a.authenticator is null or b.authenticator is null;
end
$$;

-- Addresses are erased from the events of a user who is deleted. As a function it sees what was committed while the deletion waited.
-- PL/pgSQL keeps its plan, which SQL would make anew for each call.
create function erase_addresses(tenant text, deleted_user text) returns void
    language plpgsql volatile
as $$
begin
    update events set ip_address = null
     where tenant_id = tenant and user_id = deleted_user and ip_address is not null;
end
$$;
