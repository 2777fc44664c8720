insert into ssf_keys (key_id, jwk, public_jwk, created_at, signs_from, published_until)
values ('k1', '{"kid":"k1","d":"x"}', '{"kid":"k1"}', '2025-01-01T00:00:00Z', '2025-01-01T00:10:00Z', '2026-01-01T00:00:00Z');

insert into ssf_streams (tenant_id, stream_id, events_requested, description, status, status_reason, created_at, xid, seq,
                         acknowledged, verification_id, verification_state)
values ('acme', 's1', '{https://schemas.openid.net/secevent/caep/event-type/session-revoked}', 'Gateway', 'paused', 'Maintenance',
        '2025-01-01T00:00:00Z', '700', 1, '{019a2b3c-0004-7f60-8a9b-0c1d2e3f4a5b}', 'v1', 'state');

insert into events (tenant_id, xid, occurred_at, type, stream_id)
values ('acme', '702', '2025-01-01T00:00:02Z', 'ssf.stream.created', 's1');
