-- Restores the consumed rows and deletes the added ones.
insert into users table seed.users on conflict do nothing;
insert into emails table seed.emails on conflict do nothing;
insert into group_members table seed.group_members on conflict do nothing;
insert into ip_access table seed.ip_access on conflict do nothing;
insert into sessions table seed.sessions on conflict do nothing;
delete from group_members m using tenants t where m.tenant_id = t.tenant_id and m.group_id = '30000099';
vacuum users, emails, group_members, ip_access, sessions;
