\set next :next + 1
\set used :next * 32 + :client_id
\set place (:used * 7919) % 20000
\set user 10000001 + :place
\set group 30000001 + (:place + 2 + :used / 20000) % 100
insert into group_members (tenant_id, user_id, group_id, assigned_at) values (:tenant, :user, :group, :now)
on conflict do nothing;
