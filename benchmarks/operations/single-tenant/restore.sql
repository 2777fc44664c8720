-- Deletes the rows that a run of writes has added, and removes dead rows.
delete from single.group_members t where not exists (
    select from seed.single_members s where t.user_id = s.user_id and t.group_id = s.group_id);
vacuum single.users, single.group_members;
