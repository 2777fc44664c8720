-- How far an import that was interrupted has come, for the command that goes on with it. A row is written with every batch, in
-- its transaction, and goes away with the end of the import.

create table import_progress (
    tenant_id    text collate "C" not null,
    input        text not null,
    lines        bigint not null,
    rejected     bigint not null,
    rejects_size bigint not null,
    constraint import_progress_pk primary key (tenant_id),
    constraint import_progress_tenant_fk foreign key (tenant_id) references tenants on delete cascade
);
