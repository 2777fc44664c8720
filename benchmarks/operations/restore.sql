-- Restores the rows that a run of writes has consumed, and deletes those that it has added.
insert into users table seed.users on conflict do nothing;
insert into emails table seed.emails on conflict do nothing;
insert into external_identities table seed.external_identities on conflict do nothing;
truncate group_members;
insert into group_members table seed.group_members;
insert into ip_access table seed.ip_access on conflict do nothing;
insert into sessions table seed.sessions on conflict do nothing;
vacuum analyze;
