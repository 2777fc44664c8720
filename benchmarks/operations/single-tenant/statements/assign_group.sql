insert into single.group_members (user_id, group_id, assigned_at) values (:user, :group, :now) on conflict do nothing;
