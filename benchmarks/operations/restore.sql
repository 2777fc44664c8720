-- Restores the rows that a run of writes has consumed or switched, and deletes those that it has added. Documents stay changed.
-- The vacuum removes dead rows, which would slow down the next run.
insert into users select * from seed.users s where not exists (
    select from users t where t.tenant_id = s.tenant_id and t.user_id = s.user_id);
insert into emails select * from seed.emails s where not exists (
    select from emails t where t.tenant_id = s.tenant_id and t.user_id = s.user_id);
insert into external_identities select * from seed.external_identities s where not exists (
    select from external_identities t where t.tenant_id = s.tenant_id and t.user_id = s.user_id);
insert into group_members select * from seed.group_members s where not exists (
    select from group_members t where t.tenant_id = s.tenant_id and t.user_id = s.user_id and t.group_id = s.group_id);
insert into ip_access select * from seed.ip_access s where not exists (
    select from ip_access t where t.tenant_id = s.tenant_id and t.user_id = s.user_id and t.ip = s.ip);
insert into sessions select * from seed.sessions s where not exists (
    select from sessions t where t.tenant_id = s.tenant_id and t.user_id = s.user_id and t.session_id = s.session_id);
update users t set disabled = s.disabled from seed.users s
 where t.tenant_id = s.tenant_id and t.user_id = s.user_id and t.disabled <> s.disabled;
update emails t set verified = s.verified from seed.emails s
 where t.tenant_id = s.tenant_id and t.user_id = s.user_id and t.verified <> s.verified;
delete from group_members t where not exists (
    select from seed.group_members s where t.tenant_id = s.tenant_id and t.user_id = s.user_id and t.group_id = s.group_id);
vacuum users, emails, external_identities, group_members, ip_access, sessions;
