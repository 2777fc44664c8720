-- Fills a database that has tables but no indexes yet: :users users in :tenants tenants, each with an email, a group, :sessions
-- sessions and, for every tenth user, a blocked address. Of :victims users, spread evenly, every second is disabled and has an
-- unverified email. Rows with neighbouring numbers are stored next to each other, so that a random user means a random page. If
-- :many is not 0, one more user has this many sessions.
begin;
-- Rows inserted in the transaction that truncates the table need no WAL, if the server's settings allow it.
truncate tenants, api_keys, users, emails, sessions, ip_access, groups, group_members;

insert into tenants (tenant_id, name, created_at)
select 'tenant-' || n, 'Tenant ' || n, now() from generate_series(0, :tenants - 1) n;

create temporary table key_rows (key_id text, tenant_id text, digest text);
\copy key_rows from pstdin
insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at)
select key_id, tenant_id, 'growth', digest, '{*}', now() from key_rows;

insert into groups (tenant_id, group_id, name, created_at)
select tenant_id, (30000000 + n)::text, 'Group ' || n, now() from tenants, generate_series(1, 99) n;

insert into users (tenant_id, user_id, created_at, last_updated_at, has_password, disabled, name, public_data, private_data)
select 'tenant-' || n % :tenants, (100000000 + n)::text, timestamptz '2015-01-01' + n * interval '10 seconds',
       timestamptz '2020-01-01' + n * interval '10 seconds', true, n % (:users / :victims * 2) = :users / :victims, 'User ' || n,
       jsonb_build_object('theme', 'light', 'visits', n, 'locale', 'fi-FI', 'newsletter', n % 2 = 0, 'city', 'Turku'),
       jsonb_build_object('risk_score', 0.25)
  from generate_series(1, :users) n;

insert into emails (tenant_id, user_id, email_id, email, verified, is_primary, authenticators)
select 'tenant-' || n % :tenants, (100000000 + n)::text, 'email-' || 100000000 + n, n || '@example.org',
       n % (:users / :victims * 2) <> :users / :victims, true, '{email}'
  from generate_series(1, :users) n;

insert into group_members (tenant_id, user_id, group_id, assigned_at)
select 'tenant-' || n % :tenants, (100000000 + n)::text, (30000001 + n % 90)::text, now() from generate_series(1, :users) n;

insert into ip_access (tenant_id, user_id, ip, login_count, failure_count, last_login_attempt, block_until)
select 'tenant-' || n % :tenants, (100000000 + n)::text, '10.0.0.0'::inet + n % 16777216, 3, 10, now() - interval '1 hour',
       now() + interval '30 days'
  from generate_series(10, :users, 10) n;

insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids,
                      last_metadata)
select 'tenant-' || n % :tenants, (100000000 + n)::text, (200000000 + n + many * :users::bigint)::text, md5(n::text),
       now() - n * interval '1 millisecond', now() + interval '30 days' + n * interval '1 millisecond',
       now() - n * interval '1 millisecond', '{web}', '{"city": "Turku", "country": "FI", "ip_address": "198.18.4.181"}'
  from generate_series(0, :sessions - 1) many, generate_series(1, :users) n;

insert into users (tenant_id, user_id, created_at, last_updated_at)
select 'tenant-0', 'many', now(), now() where :many > 0;
insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids)
select 'tenant-0', 'many', (900000000 + n)::text, md5(n::text), now() - n * interval '1 millisecond',
       now() + interval '30 days' + n * interval '1 millisecond', now() - n * interval '1 millisecond', '{web}'
  from generate_series(1, :many) n;
commit;
