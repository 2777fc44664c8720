\set next :next + 1
\set session 20000001 + :next * 32 + :client_id
\set owner 10000001 + (:session - 20000001) % 20000
with revoked as (
    delete from sessions
     where tenant_id = :tenant and user_id = :owner and expires_at - cast(:now as timestamptz) > interval '0'
       and session_id <> :session
    returning session_id
), event as (
    insert into events (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id, session_id, selector)
    select :tenant, :now, '0123456789abcdef0123456789abcdef', '4bf92f3577b34da6a3ce929d0e0e4736', null, null, 'session.revoked', :owner, session_id, 'except' from revoked
)
select json_build_object(
    'revoked', count(*), 'session_ids', coalesce(json_agg(session_id order by session_id), '[]'), 'truncated', false)::text
  from revoked;
