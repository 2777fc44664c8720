-- The state in the database that Soak.java's ledger describes.
create temp view actual (owner, kind, item, value) as
select user_id, 'public', member.key, member.value from users, jsonb_each_text(public_data) member
union all
select user_id, 'private', member.key, member.value from users, jsonb_each_text(private_data) member
union all
select user_id, 'session', session_id, 'present' from sessions
union all
select user_id, 'address', host(ip), case when block_until > now() then 'blocked' else 'free' end from ip_access
union all
select user_id, 'member', group_id, 'present' from group_members
union all
select group_id, 'group', '', name from groups where group_id like 'passing-%'
union all
select user_id, 'user', '', case when exists (select from external_identities i where i.user_id = u.user_id) then 'connected' else 'plain' end
  from users u;

create temp table ledger (owner text collate "C", kind text, item text, possible text, primary key (owner, kind, item));
\copy ledger from pstdin

\pset format unaligned
\pset tuples_only on
\pset fieldsep '\t'
select 'facts in the ledger', count(*) from ledger
union all
select 'of them certain', count(*) from ledger where possible not like '%,%'
union all
select 'lost', count(*) from ledger left join actual using (owner, kind, item)
 where coalesce(value, 'absent') <> all (string_to_array(possible, ','))
union all
select 'in the database and in no ledger', count(*) from actual left join ledger using (owner, kind, item) where possible is null;
select 'lost: ' || owner || ' ' || kind || ' ' || item || ' is ' || coalesce(value, 'absent') || ', should be ' || possible
  from ledger left join actual using (owner, kind, item)
 where coalesce(value, 'absent') <> all (string_to_array(possible, ','))
 limit 20;
