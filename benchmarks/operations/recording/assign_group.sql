\set next :next + 1
\set used :next * 32 + :client_id
\set place (:used * 7919) % 20000
\set user 10000001 + :place
\set group 30000001 + (:place + 2 + :used / 20000) % 100
with changed as (
    insert into group_members (tenant_id, user_id, group_id, assigned_at) values (:tenant, :user, :group, :now)
    on conflict do nothing
    returning group_id
)
insert into events (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, group_id)
select :tenant, :now, '0123456789abcdef0123456789abcdef', '4bf92f3577b34da6a3ce929d0e0e4736', null, null, cast(:event as uuid), 'group.member.added', :user, group_id from changed;
