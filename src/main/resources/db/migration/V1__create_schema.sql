-- The first schema. Every table of a tenant's data has a primary key that begins with (tenant_id, user_id), groups with
-- (tenant_id, group_id), and no statement of the API touches two users: the same schema runs on one PostgreSQL and sharded.
-- Identifiers compare byte by byte (collate "C"): they are case-sensitive and opaque, and their order is the same everywhere.

create table tenants (
    tenant_id  text collate "C" not null,
    name       text not null,
    created_at timestamptz not null,
    constraint tenants_pk primary key (tenant_id)
);

create table api_keys (
    key_id        text collate "C" not null,
    tenant_id     text collate "C" not null,
    name          text not null,
    secret_sha256 text not null,
    scopes        text[] not null,
    created_at    timestamptz not null,
    expires_at    timestamptz,
    revoked_at    timestamptz,
    last_used_at  timestamptz,
    constraint api_keys_pk primary key (key_id),
    constraint api_keys_tenant_fk foreign key (tenant_id) references tenants,
    constraint api_keys_secret_is_sha256 check (secret_sha256 ~ '^[0-9a-f]{64}$'),
    constraint api_keys_have_scopes check (cardinality(scopes) > 0)
);
create index api_keys_by_tenant on api_keys (tenant_id);

-- A version is what an ETag says. It starts at the clock's microseconds, so that a user who is deleted and comes back under
-- the same id does not repeat versions that somebody may still hold.
create table users (
    tenant_id            text collate "C" not null,
    user_id              text collate "C" not null,
    created_at           timestamptz not null,
    last_updated_at      timestamptz not null,
    password_updated_at  timestamptz,
    has_password         boolean not null default false,
    disabled             boolean not null default false,
    name                 text,
    given_name           text,
    family_name          text,
    public_data          jsonb not null default '{}',
    public_data_version  bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
    private_data         jsonb not null default '{}',
    private_data_version bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
    constraint users_pk primary key (tenant_id, user_id),
    constraint users_tenant_fk foreign key (tenant_id) references tenants,
    constraint users_public_data_is_object check (jsonb_typeof(public_data) = 'object'),
    constraint users_private_data_is_object check (jsonb_typeof(private_data) = 'object')
);

create table usernames (
    tenant_id      text collate "C" not null,
    user_id        text collate "C" not null,
    username_id    text collate "C" not null,
    username       text collate "C" not null,
    authenticators text[] not null default '{}',
    idps           text[] not null default '{}',
    constraint usernames_pk primary key (tenant_id, user_id),
    constraint usernames_user_fk foreign key (tenant_id, user_id) references users on delete cascade,
    constraint usernames_unique unique (tenant_id, username)
);

create table emails (
    tenant_id      text collate "C" not null,
    user_id        text collate "C" not null,
    email_id       text collate "C" not null,
    email          text collate "C" not null,
    verified       boolean not null,
    is_primary     boolean not null,
    authenticators text[] not null default '{}',
    idps           text[] not null default '{}',
    constraint emails_pk primary key (tenant_id, user_id, email_id),
    constraint emails_user_fk foreign key (tenant_id, user_id) references users on delete cascade,
    constraint emails_unique unique (tenant_id, email)
);
create unique index emails_one_primary on emails (tenant_id, user_id) where is_primary;

create table phones (
    tenant_id      text collate "C" not null,
    user_id        text collate "C" not null,
    phone_id       text collate "C" not null,
    phone          text collate "C" not null,
    verified       boolean not null,
    is_primary     boolean not null,
    authenticators text[] not null default '{}',
    idps           text[] not null default '{}',
    constraint phones_pk primary key (tenant_id, user_id, phone_id),
    constraint phones_user_fk foreign key (tenant_id, user_id) references users on delete cascade,
    constraint phones_unique unique (tenant_id, phone)
);
create unique index phones_one_primary on phones (tenant_id, user_id) where is_primary;

create table external_identities (
    tenant_id        text collate "C" not null,
    user_id          text collate "C" not null,
    authenticator    text collate "C" not null,
    provider_user_id text collate "C" not null,
    claims           jsonb not null default '{}',
    constraint external_identities_pk primary key (tenant_id, user_id, authenticator, provider_user_id),
    constraint external_identities_user_fk foreign key (tenant_id, user_id) references users on delete cascade,
    constraint external_identities_unique unique (tenant_id, authenticator, provider_user_id),
    constraint external_identities_authenticator check (authenticator in
        ('google', 'apple', 'facebook', 'microsoft', 'github', 'gitlab', 'discord', 'twitter', 'linkedin'))
);

-- One index for each order of the list, the identifier as its last column because it breaks ties. There is none on
-- client_ids: every look-up is within one user's sessions, which these find already.
create table sessions (
    tenant_id       text collate "C" not null,
    user_id         text collate "C" not null,
    session_id      text collate "C" not null,
    session_key     text not null,
    initiated_at    timestamptz not null,
    expires_at      timestamptz not null,
    last_updated_at timestamptz not null,
    client_ids      text[] not null default '{}',
    last_metadata   jsonb not null default '{}',
    constraint sessions_pk primary key (tenant_id, user_id, session_id),
    constraint sessions_user_fk foreign key (tenant_id, user_id) references users on delete cascade
);
create index sessions_by_last_updated on sessions (tenant_id, user_id, last_updated_at, session_id);
create index sessions_by_initiated on sessions (tenant_id, user_id, initiated_at, session_id);
create index sessions_by_expires on sessions (tenant_id, user_id, expires_at, session_id);

-- What is known of an address that tried to sign in as a user. It is blocked while block_until lies in the future.
create table ip_access (
    tenant_id          text collate "C" not null,
    user_id            text collate "C" not null,
    ip                 inet not null,
    login_count        integer not null default 0,
    failure_count      integer not null default 0,
    last_login_attempt timestamptz not null,
    block_until        timestamptz,
    constraint ip_access_pk primary key (tenant_id, user_id, ip),
    constraint ip_access_user_fk foreign key (tenant_id, user_id) references users on delete cascade,
    constraint ip_access_counts check (login_count >= 0 and failure_count >= 0),
    constraint ip_access_is_one_address check (ip = host(ip)::inet),
    constraint ip_access_is_canonical check (not ip <<= '::ffff:0:0/96')
);
create index ip_access_by_last_login_attempt
    on ip_access (tenant_id, user_id, last_login_attempt, ip) where block_until is not null;
create index ip_access_by_block_until
    on ip_access (tenant_id, user_id, block_until, ip) where block_until is not null;

create table groups (
    tenant_id   text collate "C" not null,
    group_id    text collate "C" not null,
    name        text not null,
    description text,
    created_at  timestamptz not null,
    constraint groups_pk primary key (tenant_id, group_id),
    constraint groups_tenant_fk foreign key (tenant_id) references tenants
);

create table group_members (
    tenant_id   text collate "C" not null,
    user_id     text collate "C" not null,
    group_id    text collate "C" not null,
    assigned_at timestamptz not null,
    constraint group_members_pk primary key (tenant_id, user_id, group_id),
    constraint group_members_user_fk foreign key (tenant_id, user_id) references users on delete cascade,
    constraint group_members_group_fk foreign key (tenant_id, group_id) references groups on delete cascade
);
create index group_members_by_group on group_members (tenant_id, group_id, user_id);

-- RFC 7396: what target becomes when patch is applied to it.
create function merge_patch(target jsonb, patch jsonb) returns jsonb
    language plpgsql immutable parallel safe
as $$
declare
    merged jsonb;
    removed text[];
begin
    if jsonb_typeof(patch) <> 'object' then
        return patch;
    end if;
    if target is null or jsonb_typeof(target) <> 'object' then
        target := '{}';
    end if;
    -- Unpacked once: a large document would be unpacked again by every look into it.
    target := target || '{}';
    select coalesce(
               jsonb_object_agg(
                   name,
                   case when jsonb_typeof(value) = 'object' then merge_patch(target -> name, value) else value end)
                   filter (where value <> 'null'),
               '{}'),
           coalesce(array_agg(name) filter (where value = 'null' and target ? name), '{}')
      into merged, removed
      from jsonb_each(patch) as member (name, value);
    return (target - removed) || merged;
end
$$;
