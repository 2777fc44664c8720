-- The data for the operations: 20,000 users, each with five sessions, two blocked addresses, an email, an external identity and
-- a group. Every second user is disabled, and has an unverified email. Ids are numbers, because pgbench cannot generate texts:
-- users start at 10000001, sessions at 20000001 (number n belongs to user n modulo 20,000), groups at 30000001.
insert into groups (tenant_id, group_id, name, created_at)
select 'bench', (30000000 + n)::text, 'Group ' || n, now() from generate_series(1, 100) n;

insert into users (tenant_id, user_id, created_at, last_updated_at, has_password, disabled, name, public_data, private_data)
select 'bench', (10000000 + n)::text, now() - n * interval '1 minute', now(), true, n % 2 = 0, 'User ' || n,
       jsonb_build_object(
           'theme', 'light', 'visits', n, 'locale', 'fi-FI', 'newsletter', n % 2 = 0,
           'address', jsonb_build_object('street', 'Linnankatu ' || n, 'city', 'Turku', 'postcode', '20100', 'country', 'FI'),
           'interests', jsonb_build_array('sailing', 'chess', 'gardening'),
           'about', repeat(md5(n::text), 8)),
       jsonb_build_object('risk_score', 0.25, 'crm', jsonb_build_object('account', n))
  from generate_series(1, 20000) n;

insert into emails (tenant_id, user_id, email_id, email, verified, is_primary, authenticators, idps)
select tenant_id, user_id, 'email-' || user_id, user_id || '@example.org', not disabled, true, '{email}', '{google}' from users;

insert into external_identities (tenant_id, user_id, authenticator, provider_user_id, claims)
select tenant_id, user_id, 'google', 'google-' || user_id, jsonb_build_object('email', user_id || '@example.org') from users;

insert into group_members (tenant_id, user_id, group_id, assigned_at)
select tenant_id, user_id, (30000001 + user_id::bigint % 100)::text, now() from users;

insert into ip_access (tenant_id, user_id, ip, login_count, failure_count, last_login_attempt, block_until)
select tenant_id, user_id, '198.18.0.0'::inet + user_id::bigint % 65536 + n * 65536, 3, 10, now() - n * interval '1 minute',
       now() + interval '30 days'
  from users, generate_series(0, 1) n;

insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids,
                      last_metadata)
select 'bench', (10000001 + (n - 1) % 20000)::text, (20000000 + n)::text, md5(n::text) || md5((-n)::text),
       now() - n * interval '1 second', now() + interval '30 days', now() - n * interval '1 second', '{web,mobile-android}',
       jsonb_build_object(
           'city', 'Turku', 'region', 'Varsinais-Suomi', 'country', 'FI', 'latitude', '60.4518', 'longitude', '22.2666',
           'ip_address', '198.18.4.181', 'user_agent',
           'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36')
  from generate_series(1, 100000) n;

-- A copy, to restore the rows that a run has consumed.
create schema seed;
create table seed.users as table users;
create table seed.emails as table emails;
create table seed.external_identities as table external_identities;
create table seed.group_members as table group_members;
create table seed.ip_access as table ip_access;
create table seed.sessions as table sessions;
