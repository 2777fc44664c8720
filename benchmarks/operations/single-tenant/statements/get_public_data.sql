select public_data::text from single.users where user_id = :user;
