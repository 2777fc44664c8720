\set next :next + 1
\set leaver 10000001 + :next * 32 + :client_id
delete from users where tenant_id = :tenant and user_id = :leaver;
