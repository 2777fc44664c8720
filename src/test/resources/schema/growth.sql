-- Much of everything, for PlansTest: one tenant of 25,000 users and 999 of 25 each, every user with all that one may have, and
-- one user of the first tenant with 100,000 sessions and 10,000 blocked addresses. Foreign keys are not looked at, to save the time.
set session_replication_role = replica;

insert into tenants (tenant_id, name, created_at) select 't' || t, 'T', now() from generate_series(1, 1000) t;

insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at)
select md5(t::text), 't' || t, 'K', repeat('0', 64), '{*}', now() from generate_series(1, 1000) t;

insert into groups (tenant_id, group_id, name, created_at)
select 't' || t, 'g' || g, 'Group ' || g, now() from generate_series(1, 1000) t, generate_series(1, 50) g;

insert into users (tenant_id, user_id, created_at, last_updated_at)
select 't' || case when n % 2 = 0 then 1 else 1 + n % 1000 end, 'u' || n, now() - n * interval '1 second', now() - n * interval '1 second'
  from generate_series(1, 50000) n;
insert into users (tenant_id, user_id, created_at, last_updated_at) values ('t1', 'many', now(), now());

insert into usernames (tenant_id, user_id, username_id, username) select tenant_id, user_id, 'n', 'name-' || user_id from users;

insert into emails (tenant_id, user_id, email_id, email, verified, is_primary)
select tenant_id, user_id, 'e', user_id || '@example.org', true, true from users;

insert into phones (tenant_id, user_id, phone_id, phone, verified, is_primary)
select tenant_id, user_id, 'p', '+358' || user_id, true, true from users;

insert into external_identities (tenant_id, user_id, authenticator, provider_user_id)
select tenant_id, user_id, 'google', 'google-' || user_id from users;

insert into group_members (tenant_id, user_id, group_id, assigned_at)
select tenant_id, user_id, 'g' || 1 + length(user_id) % 50, now() from users;

insert into ip_access (tenant_id, user_id, ip, last_login_attempt, block_until)
select tenant_id, user_id, '192.0.2.1', now(), now() + interval '1 day' from users
union all
select 't1', 'many', '10.0.0.0'::inet + n, now() - n * interval '1 second', now() + n * interval '1 second' + interval '1 hour'
  from generate_series(1, 10000) n;

insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids)
select tenant_id, user_id, 's', 'k', now(), now() + interval '1 day', now(), array['web'] from users
union all
select 't1', 'many', 's' || n, 'k', now() - n * interval '1 second', now() + n * interval '1 second' + interval '1 hour',
       now() - n * interval '1 second', array['web']
  from generate_series(1, 100000) n;

insert into events (tenant_id, xid, occurred_at, type, user_id)
select tenant_id, '3', now(), 'user.created', user_id from users
union all
select 't1', (3 + n / 200)::text::xid8, now(), 'session.revoked', 'many' from generate_series(1, 100000) n;

insert into purged_events (tenant_id, xid, seq) select 'p' || n, '3', 0 from generate_series(1, 5000) n;

insert into ssf_streams (tenant_id, stream_id, status, created_at, xid, seq)
select 'p' || n, 's', 'enabled', now(), '3'::xid8, 0 from generate_series(1, 5000) n
union all
select 't1', 's' || n, 'enabled', now(), '3'::xid8, 0 from generate_series(1, 100) n;

insert into idempotency_keys (tenant_id, key_id, idempotency_key, created_at, fingerprint, response)
select 't1', 'k' || n % 10, 'i' || n, now(), '', '' from generate_series(1, 20000) n;

set session_replication_role = default;
vacuum analyze;
