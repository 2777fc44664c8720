insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at, rate_requests, rate_seconds, rate_burst)
values ('0c', 'acme', 'limited', repeat('c', 64), '{users:read}', '2025-01-01T00:00:00Z', 100, 1, 200);
