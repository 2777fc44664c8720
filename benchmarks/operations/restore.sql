-- Brings back what a run of revocations or deletions has consumed, and cleans up after runs that write.
insert into users table seed.users on conflict do nothing;
insert into emails table seed.emails on conflict do nothing;
insert into external_identities table seed.external_identities on conflict do nothing;
insert into group_members table seed.group_members on conflict do nothing;
insert into ip_access table seed.ip_access on conflict do nothing;
insert into sessions table seed.sessions on conflict do nothing;
vacuum analyze;
