insert into idempotency_keys (tenant_id, key_id, idempotency_key, created_at, fingerprint, response)
values ('acme', '0197f0a0c0de7000800000000000ab01', 'request-1', '2025-01-01T00:00:00Z', '\x00', '\x01');
