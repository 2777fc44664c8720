\set user random(10000001, 10020000)
\set group random(30000001, 30000100)
insert into group_members (tenant_id, user_id, group_id, assigned_at) values (:tenant, :user, :group, :now)
on conflict do nothing;
