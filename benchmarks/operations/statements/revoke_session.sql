\set next :next + 1
\set session 20000001 + :next * 32 + :client_id
\set owner 10000001 + (:session - 20000001) % 20000
delete from sessions where tenant_id = :tenant and user_id = :owner and expires_at - cast(:now as timestamptz) > interval '0'
   and session_id = :session;
