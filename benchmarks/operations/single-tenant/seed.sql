-- The same data as a single-tenant server would store it: UUIDs, one index on sessions, no columns for counts, no versions of
-- documents. The service's additional cost is the price of tenants, text ids, sorted pages and counts.
create schema single;

create table single.users (
  user_id uuid primary key, created_at timestamptz not null, last_updated_at timestamptz not null, name text,
  public_data jsonb not null, private_data jsonb not null);
create table single.groups (group_id uuid primary key, name text not null);
create table single.group_members (
  user_id uuid references single.users on delete cascade, group_id uuid references single.groups on delete cascade,
  assigned_at timestamptz not null, primary key (user_id, group_id));
create table single.ip_access (
  user_id uuid references single.users on delete cascade, ip inet, login_count int not null, failure_count int not null,
  last_login_attempt timestamptz not null, block_until timestamptz, primary key (user_id, ip));
create table single.sessions (
  user_id uuid references single.users on delete cascade, session_id uuid, session_key text not null,
  initiated_at timestamptz not null, expires_at timestamptz not null, last_updated_at timestamptz not null,
  client_ids text[] not null, last_metadata jsonb not null, primary key (user_id, session_id));

create function single.id(number text) returns uuid language sql immutable
return ('00000000-0000-0000-0000-' || lpad(number, 12, '0'))::uuid;

insert into single.users
select single.id(user_id), created_at, last_updated_at, name, public_data, private_data from users;
insert into single.groups select single.id(group_id), name from groups;
insert into single.group_members select single.id(user_id), single.id(group_id), assigned_at from group_members;
insert into single.ip_access
select single.id(user_id), ip, login_count, failure_count, last_login_attempt, block_until from ip_access;
insert into single.sessions
select single.id(user_id), single.id(session_id), session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata
  from sessions;

create table seed.single_members as table single.group_members;
