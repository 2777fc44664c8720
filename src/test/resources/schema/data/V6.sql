insert into events (tenant_id, xid, occurred_at, type, user_id, session_id, group_id, authenticator, ip_address,
                    target_key_id, key_id, trace_id, actor, reason, selector, changed)
values ('acme', '700', '2025-01-01T00:00:00Z', 'session.revoked', 'auth0|Ann', 's0', null, null, null, null, '0a',
        '4bf92f3577b34da6a3ce929d0e0e4736', 'support:aino', 'TICKET-1', 'session_id', null),
       ('acme', '701', '2025-01-01T00:00:01Z', 'ip.unblocked', 'auth0|Ann', null, null, null, '2001:db8::1', null, null, null,
        null, null, null, '{/a}');

insert into purged_events (tenant_id, xid, seq) values ('acme', '600', 7);
