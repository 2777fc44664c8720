\set user random(10000001, 10020000)
update users
   set public_data = public_data || :patch, public_data_version = public_data_version + 1, last_updated_at = :now
 where tenant_id = :tenant and user_id = :user
returning public_data::text, public_data_version;
