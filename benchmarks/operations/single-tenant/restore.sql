-- Deletes the rows that a run of writes has added.
truncate single.group_members;
insert into single.group_members table seed.single_members;
vacuum analyze;
