-- A user with everything and one with nothing, as the schema of this version holds them, in every table that it has.
insert into tenants (tenant_id, name, created_at) values
    ('acme', 'Acme Oy', '2025-01-01 00:00:00.000001+00'),
    ('empty', 'Nobody', '2025-01-02 00:00:00+00');

insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at, expires_at, revoked_at, last_used_at) values
    ('0a', 'acme', 'portal', repeat('0a', 32), '{users:read,sessions:read}', '2025-01-01 00:00:00+00',
     '2035-01-01 00:00:00+00', null, '2025-06-01 12:00:00+00'),
    ('0b', 'acme', 'revoked', repeat('0b', 32), '{*}', '2025-01-01 00:00:00+00', null, '2025-02-01 00:00:00+00', null);

insert into users (tenant_id, user_id, created_at, last_updated_at, password_updated_at, has_password, disabled, name,
                   given_name, family_name, public_data, public_data_version, private_data, private_data_version) values
    ('acme', 'auth0|Ann', '2025-01-01 00:00:00.123456+00', '2025-02-01 00:00:00+00', '2025-01-15 00:00:00+00', true, true,
     'Ann Ä. Öström 🦭', 'Ann', 'Öström', '{"exact": 1.00, "long": 123456789012345678901234567890, "": [null, {}]}', 7,
     '{"risk_score": 0.25}', 8);
insert into users (tenant_id, user_id, created_at, last_updated_at) values
    ('acme', 'bob', '2025-01-03 00:00:00+00', '2025-01-03 00:00:00+00');

insert into usernames (tenant_id, user_id, username_id, username, authenticators, idps) values
    ('acme', 'auth0|Ann', 'n1', 'Ann', '{password}', '{google}');
insert into emails (tenant_id, user_id, email_id, email, verified, is_primary, authenticators, idps) values
    ('acme', 'auth0|Ann', 'e1', 'Ann@example.com', true, true, '{email}', '{google}'),
    ('acme', 'auth0|Ann', 'e2', 'ann@example.com', false, false, '{}', '{}');
insert into phones (tenant_id, user_id, phone_id, phone, verified, is_primary, authenticators, idps) values
    ('acme', 'auth0|Ann', 'p1', '+358401234567', true, true, '{phone}', '{}');
insert into external_identities (tenant_id, user_id, authenticator, provider_user_id, claims) values
    ('acme', 'auth0|Ann', 'google', '1098', '{"email": "ann@example.com"}');

insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids,
                      last_metadata) values
    ('acme', 'auth0|Ann', 's1', 'key', '2025-01-01 00:00:00+00', '2035-01-01 00:00:00+00', '2025-01-01 00:00:01+00',
     '{web,mobile}', '{"country": "FI", "city": "Turku"}'),
    ('acme', 'auth0|Ann', 'expired', 'key', '2024-01-01 00:00:00+00', '2024-02-01 00:00:00+00', '2024-01-01 00:00:00+00',
     '{}', '{}');
insert into ip_access (tenant_id, user_id, ip, login_count, failure_count, last_login_attempt, block_until) values
    ('acme', 'auth0|Ann', '192.0.2.1', 3, 9, '2025-01-01 00:00:00+00', '2035-01-01 00:00:00+00'),
    ('acme', 'auth0|Ann', '2001:db8::1', 0, 0, '2025-01-01 00:00:00+00', null);

insert into groups (tenant_id, group_id, name, description, created_at) values
    ('acme', 'staff', 'Staff', 'Everybody on the payroll', '2025-01-01 00:00:00+00');
insert into group_members (tenant_id, user_id, group_id, assigned_at) values
    ('acme', 'auth0|Ann', 'staff', '2025-01-01 00:00:00+00');
