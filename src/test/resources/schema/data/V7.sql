insert into deliveries (tenant_id, target, xid, seq, delivered_at, failing_since)
values ('acme', 'https://example.com/events', '700', 1, '2025-01-01T00:00:00Z', '2025-01-02T00:00:00Z');
