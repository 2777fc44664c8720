update single.users set public_data = public_data || :patch, last_updated_at = :now where user_id = :user returning public_data::text;
