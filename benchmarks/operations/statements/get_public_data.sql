\set user random(10000001, 10020000)
select public_data::text, public_data_version from users where tenant_id = :tenant and user_id = :user;
