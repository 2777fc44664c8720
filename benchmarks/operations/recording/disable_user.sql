\set next :next + 1
\set used :next * 32 + :client_id
\set place (:used * 7919) % 20000
\set user 10000001 + :place
\set disabled (:place + :used / 20000 + 1) % 2
with changed as (
    update users set disabled = cast(:disabled as integer) = 1, last_updated_at = :now
     where tenant_id = :tenant and user_id = :user and disabled <> (cast(:disabled as integer) = 1)
    returning *
), u as (
    select * from changed
    union all
    select * from users where tenant_id = :tenant and user_id = :user and not exists (select from changed)
), ended as (
    delete from sessions
     where cast(:disabled as integer) = 1 and tenant_id = :tenant and user_id = :user and expires_at > :now
    returning session_id
), event as (
    insert into events (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, changed)
    select :tenant, :now, '0123456789abcdef0123456789abcdef', '4bf92f3577b34da6a3ce929d0e0e4736', null, null, cast(:event as uuid), case when disabled then 'user.disabled' else 'user.enabled' end, :user, null from changed
), revoked as (
    insert into events (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id, session_id, selector)
    select :tenant, :now, '0123456789abcdef0123456789abcdef', '4bf92f3577b34da6a3ce929d0e0e4736', null, null, 'session.revoked', :user, session_id, 'disabled' from ended
)
select json_build_object(
    'user_id', u.user_id, 'creation_time', floor(extract(epoch from u.created_at))::bigint,
    'last_updated', floor(extract(epoch from u.last_updated_at))::bigint, 'has_password', u.has_password,
    'password_updated_at', u.password_updated_at, 'disabled', u.disabled,
    'claims', json_build_object('name', u.name, 'given_name', u.given_name, 'family_name', u.family_name), 'other_claims', u.other_claims,
    'username', (
        select json_build_object('id', username_id, 'username', username, 'authenticators', authenticators, 'idps', idps)
          from usernames where tenant_id = u.tenant_id and user_id = u.user_id),
    'public_data', u.public_data, 'private_data', u.private_data,
    'emails', (
        select coalesce(json_agg(json_build_object(
                   'id', email_id, 'email', email, 'verified', verified, 'primary', is_primary,
                   'authenticators', authenticators, 'idps', idps)), '[]')
          from emails where tenant_id = u.tenant_id and user_id = u.user_id),
    'phone_numbers', (
        select coalesce(json_agg(json_build_object(
                   'id', phone_id, 'phone', phone, 'verified', verified, 'primary', is_primary,
                   'authenticators', authenticators, 'idps', idps)), '[]')
          from phones where tenant_id = u.tenant_id and user_id = u.user_id),
    'idps', (
        select coalesce(json_agg(json_build_object(
                   'provider_user_id', provider_user_id, 'authenticator', authenticator, 'claims', claims)), '[]')
          from external_identities where tenant_id = u.tenant_id and user_id = u.user_id))::text
  from u;
