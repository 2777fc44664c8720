-- The responses to requests that have an Idempotency-Key, encrypted with a key that only the caller has (docs/api.md).

create table idempotency_keys (
    tenant_id       text collate "C" not null,
    key_id          text collate "C" not null,
    idempotency_key text collate "C" not null,
    created_at      timestamptz not null,
    fingerprint     bytea not null,
    response        bytea not null,
    constraint idempotency_keys_pk primary key (tenant_id, key_id, idempotency_key),
    constraint idempotency_keys_tenant_fk foreign key (tenant_id) references tenants on delete cascade
);

create index idempotency_keys_by_created_at on idempotency_keys (created_at);
