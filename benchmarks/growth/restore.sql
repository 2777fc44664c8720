-- Restores the consumed and switched rows, and deletes the added ones.
insert into users table seed.users on conflict do nothing;
insert into emails table seed.emails on conflict do nothing;
insert into group_members table seed.group_members on conflict do nothing;
insert into ip_access table seed.ip_access on conflict do nothing;
insert into sessions table seed.sessions on conflict do nothing;
update users t set disabled = s.disabled from seed.users s
 where t.tenant_id = s.tenant_id and t.user_id = s.user_id and t.disabled <> s.disabled;
update emails t set verified = s.verified from seed.emails s
 where t.tenant_id = s.tenant_id and t.user_id = s.user_id and t.email_id = s.email_id and t.verified <> s.verified;
delete from group_members m using tenants t where m.tenant_id = t.tenant_id and m.group_id = '30000099';
vacuum users, emails, group_members, ip_access, sessions;
