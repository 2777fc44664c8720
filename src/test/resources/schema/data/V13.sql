insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at, expires_at, rotated, made_to_expire_at) values
    ('0d', 'acme', 'rotated', repeat('d', 64), '{users:read}', '2025-01-01T00:00:00Z', '2025-01-02T00:00:00Z', true, null),
    ('0e', 'acme', 'rotated too', repeat('e', 64), '{users:read}', '2025-01-01T00:00:00Z', '2025-01-02T00:00:00Z', true, '2025-02-01T00:00:00Z');
