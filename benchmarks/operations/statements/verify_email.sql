\set next :next + 1
\set used :next * 32 + :client_id
\set place (:used * 7919) % 20000
\set user 10000001 + :place
\set verified (:place + :used / 20000) % 2
with u as (
    update users set last_updated_at = :now where tenant_id = :tenant and user_id = :user returning *
), changed as (
    update emails set verified = cast(:verified as integer) = 1
     where tenant_id = :tenant and user_id = :user and email_id = 'email-' || :user
    returning *
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
          from changed),
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
