-- How far "useradmin deliver" has come with the events of a tenant, for each address that it sends them to (docs/events.md).

create table deliveries (
    tenant_id     text collate "C" not null,
    target        text collate "C" not null,
    xid           xid8 not null,
    seq           bigint not null,
    delivered_at  timestamptz,
    failing_since timestamptz,
    constraint deliveries_pk primary key (tenant_id, target),
    constraint deliveries_tenant_fk foreign key (tenant_id) references tenants on delete cascade
);
