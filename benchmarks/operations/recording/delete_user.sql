\set next :next + 1
\set leaver 10000001 + :next * 32 + :client_id
with changed as (
    delete from users where tenant_id = :tenant and user_id = :leaver
    returning user_id
)
insert into events (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id)
select :tenant, :now, '0123456789abcdef0123456789abcdef', '4bf92f3577b34da6a3ce929d0e0e4736', null, null, cast(:event as uuid), 'user.deleted', user_id from changed;
