\set user random(10000001, 10020000)
with changed as (
    update users
       set public_data = public_data || :patch, public_data_version = public_data_version + 1, last_updated_at = :now
     where tenant_id = :tenant and user_id = :user
    returning public_data::text, public_data_version
), event as (
    insert into events (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, changed)
    select :tenant, :now, '0123456789abcdef0123456789abcdef', '4bf92f3577b34da6a3ce929d0e0e4736', null, null, cast(:event as uuid), 'user.public_data.updated', :user, '{/theme,/visits}' from changed
)
select * from changed;
