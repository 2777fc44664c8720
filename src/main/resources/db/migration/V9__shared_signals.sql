-- OpenID Shared Signals (docs/events.md): the keys that sign Security Event Tokens, and the streams that receivers poll.

-- What signs, for the whole installation. "jwk" has the private key.
create table ssf_keys (
    key_id          text collate "C" not null,
    jwk             text not null,
    public_jwk      text not null,
    created_at      timestamptz not null,
    signs_from      timestamptz not null,
    published_until timestamptz,
    constraint ssf_keys_pk primary key (key_id)
);

-- (xid, seq) is the position up to which a receiver has acknowledged everything; "acknowledged" has what it has acknowledged beyond
-- that. A verification is pending while it has an identifier.
create table ssf_streams (
    tenant_id          text collate "C" not null,
    stream_id          text collate "C" not null,
    events_requested   text[],
    description        text,
    status             text not null,
    status_reason      text,
    created_at         timestamptz not null,
    xid                xid8 not null,
    seq                bigint not null,
    acknowledged       text[] not null default '{}',
    verification_id    text,
    verification_state text,
    constraint ssf_streams_pk primary key (tenant_id, stream_id),
    constraint ssf_streams_tenant_fk foreign key (tenant_id) references tenants on delete cascade
);

-- The stream that an event is about.
alter table events add column stream_id text collate "C";
