\set next :next + 1
\set session 20000001 + :next * 32 + :client_id
\set owner 10000001 + (:session - 20000001) % 20000
with changed as (
    delete from sessions where tenant_id = :tenant and user_id = :owner and expires_at - cast(:now as timestamptz) > interval '0'
       and session_id = :session
    returning session_id
)
insert into events (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, session_id, selector)
select :tenant, :now, '0123456789abcdef0123456789abcdef', '4bf92f3577b34da6a3ce929d0e0e4736', null, null, cast(:event as uuid), 'session.revoked', :owner, session_id, 'session_id' from changed;
