/* custom plan */ select count(*) from (select 1 from group_members u where u.tenant_id = $1 and u.group_id = $2 order by u.user_id limit 10001) as found;

/* custom plan */ select host(ip) as ip, user_id, floor(extract(epoch from block_until))::bigint as blocked_until_second,
       floor(extract(epoch from last_login_attempt))::bigint as last_attempt_second, login_count, failure_count,
       is_blocked, is_last and scanned = 2000 as is_cut_off
  from (select s.*, block_until > cast($5 as timestamptz) as is_blocked, count(*) over () as scanned,
               lead(user_id) over (order by ip, user_id) is null as is_last
          from (select * from ip_access
                 where tenant_id = $1 and block_until is not null
                   and (ip, user_id) > (cast(cast($2 as text) as inet), $3)
                   and ip <= cast(cast($4 as text) as inet)
                 order by ip, user_id
                 limit (select 2000)) as s) as e
 where is_blocked or is_last
 order by e.ip, e.user_id
 limit $6;

/* custom plan */ select u.user_id as user_id, (extract(epoch from u.created_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from group_members u where u.tenant_id = $1 and u.group_id = $2 order by u.user_id limit 10001) as found) as counted from users u join group_members m on m.tenant_id = u.tenant_id and m.user_id = u.user_id and m.tenant_id = $1 and m.group_id = $2 where u.tenant_id = $1 order by u.created_at desc, u.user_id desc limit $3;

/* custom plan */ select u.user_id as user_id, (extract(epoch from u.created_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from group_members u where u.tenant_id = $1 and u.group_id = $2 order by u.user_id limit 10001) as found) as counted from users u join group_members m on m.tenant_id = u.tenant_id and m.user_id = u.user_id and m.tenant_id = $1 and m.group_id = $2 where u.tenant_id = $1 order by u.created_at desc, u.user_id desc limit $3 offset $4;

/* custom plan */ with scanned as materialized (
    select ip, user_id, block_until > cast($5 as timestamptz) as matches
      from (select * from ip_access
             where tenant_id = $1 and block_until is not null
               and (ip, user_id) > (cast(cast($2 as text) as inet), $3)
               and ip <= cast(cast($4 as text) as inet)
             order by ip, user_id
             limit (select 200)) as next
     limit 200
), ranked as (
    select ip, user_id, row_number() over (order by ip, user_id) as place from scanned where matches
), matched as materialized (
    select ip, user_id from ranked where place <= cast($6 as integer)
), stop as (
    select 1 as choice, ip, user_id from matched
     where (select count(*) from matched) < (select count(*) from ranked)
    union all
    select 2, ip, user_id from scanned where (select count(*) from scanned) = 200
)
select (select count(*) from matched)::integer as changed, array(select distinct user_id from matched) as users,
       (select count(*) from scanned)::integer as read, host(e.ip) as end_ip, e.user_id as end_user
  from (values (1)) as one
       left join (select * from stop order by choice, ip desc, user_id desc limit 1) as e on true;

/* custom plan */ with scanned as materialized (
    select ip, user_id, block_until > cast($5 as timestamptz) as matches
      from (select * from ip_access
             where tenant_id = $1 and block_until is not null
               and (ip, user_id) > (cast(cast($2 as text) as inet), $3)
               and ip <= cast(cast($4 as text) as inet)
             order by ip, user_id
             limit (select 200)) as next
     limit 200
), ranked as (
    select ip, user_id, row_number() over (order by ip, user_id) as place from scanned where matches
), matched as materialized (
    select ip, user_id from ranked where place <= cast($6 as integer)
), stop as (
    select 1 as choice, ip, user_id from matched
     where (select count(*) from matched) < (select count(*) from ranked)
    union all
    select 2, ip, user_id from scanned where (select count(*) from scanned) = 200
), locked as materialized (
    select count(lock) from (select pg_advisory_xact_lock(hashtext($1), number)::text as lock from (select distinct hashtext(user_id) & 4095 as number from matched order by number) as locks) as locks
), changed as (
    update ip_access a set block_until = null, failure_count = 0
      from matched, locked
     where a.tenant_id = $1 and a.user_id = matched.user_id and a.ip = matched.ip
       and (a.ip, a.user_id) > (cast(cast($2 as text) as inet), $3)
       and (a.ip, a.user_id) <= (select ip, user_id from scanned order by ip desc, user_id desc limit 1)
       and a.block_until > cast($5 as timestamptz)
    returning a.ip, a.user_id
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id, ip_address, selector)
select node.tenant, $7, $8, $9, $10, $11, 'ip.unblocked', user_id, ip, 'ip_address'
  from (select $1) as node (tenant), changed
)

select (select count(*) from changed)::integer as changed, array(select distinct user_id from changed) as users,
       (select count(*) from scanned)::integer as read, host(e.ip) as end_ip, e.user_id as end_user
  from (values (1)) as one
       left join (select * from stop order by choice, ip desc, user_id desc limit 1) as e on true;

/* custom plan */ with scanned as materialized (select user_id, session_id, (expires_at - cast($4 as timestamptz) > interval '0'
 and (cast($5 as text) is null or $5 = any(client_ids))
 and (cast($6 as text) is null
      or metadata_address(last_metadata) between cast(cast($6 as text) as inet)
                                             and cast(cast($7 as text) as inet))
 and (cast($8 as timestamptz) is null or initiated_at < $8)) as matches
  from (select * from sessions where tenant_id = $1 and (user_id, session_id) > ($2, $3)
         order by user_id, session_id limit (select 200)) as next
 limit 200),
ranked as (
    select user_id, session_id, row_number() over (order by user_id, session_id) as place
      from scanned
     where matches and user_id not in (select unnest(cast($9 as text[])))
), matched as materialized (
    select user_id, session_id from ranked where place <= cast($10 as integer)
), stop as (
    select 1 as choice, user_id, session_id from matched
     where (select count(*) from matched) < (select count(*) from ranked)
    union all
    select 2, user_id, session_id from scanned where (select count(*) from scanned) = 200
), locked as materialized (
    select count(lock) from (select pg_advisory_xact_lock(hashtext($1), number)::text as lock from (select distinct hashtext(user_id) & 4095 as number from matched order by number) as locks) as locks
), deleted as (
    delete from sessions s using matched, locked
     where s.tenant_id = $1 and s.user_id = matched.user_id and s.session_id = matched.session_id
       and (s.user_id, s.session_id) > ($2, $3)
       and (s.user_id, s.session_id) <= (
           select user_id, session_id from scanned order by user_id desc, session_id desc limit 1)
       and (expires_at - cast($4 as timestamptz) > interval '0'
 and (cast($5 as text) is null or $5 = any(client_ids))
 and (cast($6 as text) is null
      or metadata_address(last_metadata) between cast(cast($6 as text) as inet)
                                             and cast(cast($7 as text) as inet))
 and (cast($8 as timestamptz) is null or initiated_at < $8))
    returning s.user_id, s.session_id
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id, session_id, selector)
select node.tenant, $11, $12, $13, $14, $15, 'session.revoked', user_id, session_id, $16
  from (select $1) as node (tenant), deleted
)
select (select count(*) from deleted)::integer as changed, array(select distinct user_id from deleted) as users,
       ((select count(*) from scanned) + 0)::integer as read,
       e.user_id as end_user, e.session_id as end_session
  from (values (1)) as one
       left join (select * from stop order by choice, user_id desc, session_id desc limit 1) as e on true;

/* custom plan */ with scanned as materialized (select user_id, session_id, (expires_at - cast($4 as timestamptz) > interval '0'
 and (cast($5 as text) is null or $5 = any(client_ids))
 and (cast($6 as text) is null
      or metadata_address(last_metadata) between cast(cast($6 as text) as inet)
                                             and cast(cast($7 as text) as inet))
 and (cast($8 as timestamptz) is null or initiated_at < $8)) as matches
  from (select * from sessions where tenant_id = $1 and (user_id, session_id) > ($2, $3)
         order by user_id, session_id limit (select 200)) as next
 limit 200),
ranked as (
    select user_id, session_id, row_number() over (order by user_id, session_id) as place
      from scanned
     where matches and user_id not in (select unnest(cast($9 as text[])))
), matched as materialized (
    select user_id, session_id from ranked where place <= cast($10 as integer)
), stop as (
    select 1 as choice, user_id, session_id from matched
     where (select count(*) from matched) < (select count(*) from ranked)
    union all
    select 2, user_id, session_id from scanned where (select count(*) from scanned) = 200
)select (select count(*) from matched)::integer as changed, array(select distinct user_id from matched) as users,
       ((select count(*) from scanned) + 0)::integer as read,
       e.user_id as end_user, e.session_id as end_session
  from (values (1)) as one
       left join (select * from stop order by choice, user_id desc, session_id desc limit 1) as e on true;

/* custom plan */ with scanned as materialized (select w.user_id, s.session_id, s.matches
  from (select m.user_id from (select u collate "C" as user_id from unnest(cast($11 as text[])) as u) as m where m.user_id >= $2 and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w
       cross join lateral (
           select session_id, (expires_at - cast($4 as timestamptz) > interval '0'
 and (cast($5 as text) is null or $5 = any(client_ids))
 and (cast($6 as text) is null
      or metadata_address(last_metadata) between cast(cast($6 as text) as inet)
                                             and cast(cast($7 as text) as inet))
 and (cast($8 as timestamptz) is null or initiated_at < $8)) as matches from sessions
            where tenant_id = $1 and user_id = w.user_id
              and session_id > case when w.user_id = $2 then $3 else '' end
            order by session_id limit 200) as s
 order by w.user_id, s.session_id limit 200),
ranked as (
    select user_id, session_id, row_number() over (order by user_id, session_id) as place
      from scanned
     where matches and user_id not in (select unnest(cast($9 as text[])))
), matched as materialized (
    select user_id, session_id from ranked where place <= cast($10 as integer)
), stop as (
    select 1 as choice, user_id, session_id from matched
     where (select count(*) from matched) < (select count(*) from ranked)
    union all
    select 2, user_id, session_id from scanned where (select count(*) from scanned) = 200
union all
select 3, max(user_id), chr(127) from (select m.user_id from (select u collate "C" as user_id from unnest(cast($11 as text[])) as u) as m where m.user_id >= $2 and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w having count(*) = 200
), locked as materialized (
    select count(lock) from (select pg_advisory_xact_lock(hashtext($1), number)::text as lock from (select distinct hashtext(user_id) & 4095 as number from matched order by number) as locks) as locks
), deleted as (
    delete from sessions s using matched, locked
     where s.tenant_id = $1 and s.user_id = matched.user_id and s.session_id = matched.session_id
       and (s.user_id, s.session_id) > ($2, $3)
       and (s.user_id, s.session_id) <= (
           select user_id, session_id from scanned order by user_id desc, session_id desc limit 1)
       and (expires_at - cast($4 as timestamptz) > interval '0'
 and (cast($5 as text) is null or $5 = any(client_ids))
 and (cast($6 as text) is null
      or metadata_address(last_metadata) between cast(cast($6 as text) as inet)
                                             and cast(cast($7 as text) as inet))
 and (cast($8 as timestamptz) is null or initiated_at < $8))
    returning s.user_id, s.session_id
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id, session_id, selector)
select node.tenant, $12, $13, $14, $15, $16, 'session.revoked', user_id, session_id, $17
  from (select $1) as node (tenant), deleted
)
select (select count(*) from deleted)::integer as changed, array(select distinct user_id from deleted) as users,
       ((select count(*) from scanned) + (select count(*) from (select m.user_id from (select u collate "C" as user_id from unnest(cast($11 as text[])) as u) as m where m.user_id >= $2 and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w))::integer as read,
       e.user_id as end_user, e.session_id as end_session
  from (values (1)) as one
       left join (select * from stop order by choice, user_id desc, session_id desc limit 1) as e on true;

/* custom plan */ with scanned as materialized (select w.user_id, s.session_id, s.matches
  from (select m.user_id from (select u collate "C" as user_id from unnest(cast($11 as text[])) as u) as m where m.user_id >= $2 and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w
       cross join lateral (
           select session_id, (expires_at - cast($4 as timestamptz) > interval '0'
 and (cast($5 as text) is null or $5 = any(client_ids))
 and (cast($6 as text) is null
      or metadata_address(last_metadata) between cast(cast($6 as text) as inet)
                                             and cast(cast($7 as text) as inet))
 and (cast($8 as timestamptz) is null or initiated_at < $8)) as matches from sessions
            where tenant_id = $1 and user_id = w.user_id
              and session_id > case when w.user_id = $2 then $3 else '' end
            order by session_id limit 200) as s
 order by w.user_id, s.session_id limit 200),
ranked as (
    select user_id, session_id, row_number() over (order by user_id, session_id) as place
      from scanned
     where matches and user_id not in (select unnest(cast($9 as text[])))
), matched as materialized (
    select user_id, session_id from ranked where place <= cast($10 as integer)
), stop as (
    select 1 as choice, user_id, session_id from matched
     where (select count(*) from matched) < (select count(*) from ranked)
    union all
    select 2, user_id, session_id from scanned where (select count(*) from scanned) = 200
union all
select 3, max(user_id), chr(127) from (select m.user_id from (select u collate "C" as user_id from unnest(cast($11 as text[])) as u) as m where m.user_id >= $2 and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w having count(*) = 200
)select (select count(*) from matched)::integer as changed, array(select distinct user_id from matched) as users,
       ((select count(*) from scanned) + (select count(*) from (select m.user_id from (select u collate "C" as user_id from unnest(cast($11 as text[])) as u) as m where m.user_id >= $2 and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w))::integer as read,
       e.user_id as end_user, e.session_id as end_session
  from (values (1)) as one
       left join (select * from stop order by choice, user_id desc, session_id desc limit 1) as e on true;

/* custom plan */ with scanned as materialized (select w.user_id, s.session_id, s.matches
  from (select m.user_id from (select u collate "C" as user_id from unnest(cast($12 as text[])) as u) as m where m.user_id >= $2 and (select true from group_members where tenant_id = $1 and user_id = m.user_id and group_id = $11) and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w
       cross join lateral (
           select session_id, (expires_at - cast($4 as timestamptz) > interval '0'
 and (cast($5 as text) is null or $5 = any(client_ids))
 and (cast($6 as text) is null
      or metadata_address(last_metadata) between cast(cast($6 as text) as inet)
                                             and cast(cast($7 as text) as inet))
 and (cast($8 as timestamptz) is null or initiated_at < $8)) as matches from sessions
            where tenant_id = $1 and user_id = w.user_id
              and session_id > case when w.user_id = $2 then $3 else '' end
            order by session_id limit 200) as s
 order by w.user_id, s.session_id limit 200),
ranked as (
    select user_id, session_id, row_number() over (order by user_id, session_id) as place
      from scanned
     where matches and user_id not in (select unnest(cast($9 as text[])))
), matched as materialized (
    select user_id, session_id from ranked where place <= cast($10 as integer)
), stop as (
    select 1 as choice, user_id, session_id from matched
     where (select count(*) from matched) < (select count(*) from ranked)
    union all
    select 2, user_id, session_id from scanned where (select count(*) from scanned) = 200
union all
select 3, max(user_id), chr(127) from (select m.user_id from (select u collate "C" as user_id from unnest(cast($12 as text[])) as u) as m where m.user_id >= $2 and (select true from group_members where tenant_id = $1 and user_id = m.user_id and group_id = $11) and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w having count(*) = 200
), locked as materialized (
    select count(lock) from (select pg_advisory_xact_lock(hashtext($1), number)::text as lock from (select distinct hashtext(user_id) & 4095 as number from matched order by number) as locks) as locks
), deleted as (
    delete from sessions s using matched, locked
     where s.tenant_id = $1 and s.user_id = matched.user_id and s.session_id = matched.session_id
       and (s.user_id, s.session_id) > ($2, $3)
       and (s.user_id, s.session_id) <= (
           select user_id, session_id from scanned order by user_id desc, session_id desc limit 1)
       and (expires_at - cast($4 as timestamptz) > interval '0'
 and (cast($5 as text) is null or $5 = any(client_ids))
 and (cast($6 as text) is null
      or metadata_address(last_metadata) between cast(cast($6 as text) as inet)
                                             and cast(cast($7 as text) as inet))
 and (cast($8 as timestamptz) is null or initiated_at < $8))
    returning s.user_id, s.session_id
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id, session_id, selector)
select node.tenant, $13, $14, $15, $16, $17, 'session.revoked', user_id, session_id, $18
  from (select $1) as node (tenant), deleted
)
select (select count(*) from deleted)::integer as changed, array(select distinct user_id from deleted) as users,
       ((select count(*) from scanned) + (select count(*) from (select m.user_id from (select u collate "C" as user_id from unnest(cast($12 as text[])) as u) as m where m.user_id >= $2 and (select true from group_members where tenant_id = $1 and user_id = m.user_id and group_id = $11) and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w))::integer as read,
       e.user_id as end_user, e.session_id as end_session
  from (values (1)) as one
       left join (select * from stop order by choice, user_id desc, session_id desc limit 1) as e on true;

/* custom plan */ with scanned as materialized (select w.user_id, s.session_id, s.matches
  from (select m.user_id from (select u collate "C" as user_id from unnest(cast($12 as text[])) as u) as m where m.user_id >= $2 and (select true from group_members where tenant_id = $1 and user_id = m.user_id and group_id = $11) and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w
       cross join lateral (
           select session_id, (expires_at - cast($4 as timestamptz) > interval '0'
 and (cast($5 as text) is null or $5 = any(client_ids))
 and (cast($6 as text) is null
      or metadata_address(last_metadata) between cast(cast($6 as text) as inet)
                                             and cast(cast($7 as text) as inet))
 and (cast($8 as timestamptz) is null or initiated_at < $8)) as matches from sessions
            where tenant_id = $1 and user_id = w.user_id
              and session_id > case when w.user_id = $2 then $3 else '' end
            order by session_id limit 200) as s
 order by w.user_id, s.session_id limit 200),
ranked as (
    select user_id, session_id, row_number() over (order by user_id, session_id) as place
      from scanned
     where matches and user_id not in (select unnest(cast($9 as text[])))
), matched as materialized (
    select user_id, session_id from ranked where place <= cast($10 as integer)
), stop as (
    select 1 as choice, user_id, session_id from matched
     where (select count(*) from matched) < (select count(*) from ranked)
    union all
    select 2, user_id, session_id from scanned where (select count(*) from scanned) = 200
union all
select 3, max(user_id), chr(127) from (select m.user_id from (select u collate "C" as user_id from unnest(cast($12 as text[])) as u) as m where m.user_id >= $2 and (select true from group_members where tenant_id = $1 and user_id = m.user_id and group_id = $11) and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w having count(*) = 200
)select (select count(*) from matched)::integer as changed, array(select distinct user_id from matched) as users,
       ((select count(*) from scanned) + (select count(*) from (select m.user_id from (select u collate "C" as user_id from unnest(cast($12 as text[])) as u) as m where m.user_id >= $2 and (select true from group_members where tenant_id = $1 and user_id = m.user_id and group_id = $11) and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w))::integer as read,
       e.user_id as end_user, e.session_id as end_session
  from (values (1)) as one
       left join (select * from stop order by choice, user_id desc, session_id desc limit 1) as e on true;

/* custom plan */ with scanned as materialized (select w.user_id, s.session_id, s.matches
  from (select m.user_id from group_members m where m.tenant_id = $1 and m.group_id = $11 and m.user_id >= $2 and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w
       cross join lateral (
           select session_id, (expires_at - cast($4 as timestamptz) > interval '0'
 and (cast($5 as text) is null or $5 = any(client_ids))
 and (cast($6 as text) is null
      or metadata_address(last_metadata) between cast(cast($6 as text) as inet)
                                             and cast(cast($7 as text) as inet))
 and (cast($8 as timestamptz) is null or initiated_at < $8)) as matches from sessions
            where tenant_id = $1 and user_id = w.user_id
              and session_id > case when w.user_id = $2 then $3 else '' end
            order by session_id limit 200) as s
 order by w.user_id, s.session_id limit 200),
ranked as (
    select user_id, session_id, row_number() over (order by user_id, session_id) as place
      from scanned
     where matches and user_id not in (select unnest(cast($9 as text[])))
), matched as materialized (
    select user_id, session_id from ranked where place <= cast($10 as integer)
), stop as (
    select 1 as choice, user_id, session_id from matched
     where (select count(*) from matched) < (select count(*) from ranked)
    union all
    select 2, user_id, session_id from scanned where (select count(*) from scanned) = 200
union all
select 3, max(user_id), chr(127) from (select m.user_id from group_members m where m.tenant_id = $1 and m.group_id = $11 and m.user_id >= $2 and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w having count(*) = 200
), locked as materialized (
    select count(lock) from (select pg_advisory_xact_lock(hashtext($1), number)::text as lock from (select distinct hashtext(user_id) & 4095 as number from matched order by number) as locks) as locks
), deleted as (
    delete from sessions s using matched, locked
     where s.tenant_id = $1 and s.user_id = matched.user_id and s.session_id = matched.session_id
       and (s.user_id, s.session_id) > ($2, $3)
       and (s.user_id, s.session_id) <= (
           select user_id, session_id from scanned order by user_id desc, session_id desc limit 1)
       and (expires_at - cast($4 as timestamptz) > interval '0'
 and (cast($5 as text) is null or $5 = any(client_ids))
 and (cast($6 as text) is null
      or metadata_address(last_metadata) between cast(cast($6 as text) as inet)
                                             and cast(cast($7 as text) as inet))
 and (cast($8 as timestamptz) is null or initiated_at < $8))
    returning s.user_id, s.session_id
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id, session_id, selector)
select node.tenant, $12, $13, $14, $15, $16, 'session.revoked', user_id, session_id, $17
  from (select $1) as node (tenant), deleted
)
select (select count(*) from deleted)::integer as changed, array(select distinct user_id from deleted) as users,
       ((select count(*) from scanned) + (select count(*) from (select m.user_id from group_members m where m.tenant_id = $1 and m.group_id = $11 and m.user_id >= $2 and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w))::integer as read,
       e.user_id as end_user, e.session_id as end_session
  from (values (1)) as one
       left join (select * from stop order by choice, user_id desc, session_id desc limit 1) as e on true;

/* custom plan */ with scanned as materialized (select w.user_id, s.session_id, s.matches
  from (select m.user_id from group_members m where m.tenant_id = $1 and m.group_id = $11 and m.user_id >= $2 and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w
       cross join lateral (
           select session_id, (expires_at - cast($4 as timestamptz) > interval '0'
 and (cast($5 as text) is null or $5 = any(client_ids))
 and (cast($6 as text) is null
      or metadata_address(last_metadata) between cast(cast($6 as text) as inet)
                                             and cast(cast($7 as text) as inet))
 and (cast($8 as timestamptz) is null or initiated_at < $8)) as matches from sessions
            where tenant_id = $1 and user_id = w.user_id
              and session_id > case when w.user_id = $2 then $3 else '' end
            order by session_id limit 200) as s
 order by w.user_id, s.session_id limit 200),
ranked as (
    select user_id, session_id, row_number() over (order by user_id, session_id) as place
      from scanned
     where matches and user_id not in (select unnest(cast($9 as text[])))
), matched as materialized (
    select user_id, session_id from ranked where place <= cast($10 as integer)
), stop as (
    select 1 as choice, user_id, session_id from matched
     where (select count(*) from matched) < (select count(*) from ranked)
    union all
    select 2, user_id, session_id from scanned where (select count(*) from scanned) = 200
union all
select 3, max(user_id), chr(127) from (select m.user_id from group_members m where m.tenant_id = $1 and m.group_id = $11 and m.user_id >= $2 and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w having count(*) = 200
)select (select count(*) from matched)::integer as changed, array(select distinct user_id from matched) as users,
       ((select count(*) from scanned) + (select count(*) from (select m.user_id from group_members m where m.tenant_id = $1 and m.group_id = $11 and m.user_id >= $2 and (m.user_id <> $2 or $3 <> chr(127)) order by m.user_id limit 200) as w))::integer as read,
       e.user_id as end_user, e.session_id as end_session
  from (values (1)) as one
       left join (select * from stop order by choice, user_id desc, session_id desc limit 1) as e on true;

delete from external_identities
 where tenant_id = $1 and user_id = $2 and authenticator = $3 and provider_user_id = $4
returning provider_user_id;

insert into idempotency_keys (tenant_id, key_id, idempotency_key, created_at, fingerprint, response)
values ($1, $2, $3, $4, $5, $6)
on conflict (tenant_id, key_id, idempotency_key) do update
   set created_at = excluded.created_at, fingerprint = excluded.fingerprint, response = excluded.response;

insert into idempotency_keys as k (tenant_id, key_id, idempotency_key, created_at, fingerprint, response)
select $1, $2, $3, $4, $5, '' where pg_try_advisory_xact_lock(hashtextextended($1 || '/' || $2 || '/' || $3, 0))
on conflict (tenant_id, key_id, idempotency_key) do update
   set created_at = excluded.created_at, fingerprint = excluded.fingerprint, response = excluded.response
 where excluded.created_at - k.created_at >= interval '86400000 milliseconds'
    or (k.response = '' and excluded.created_at - k.created_at >= interval '60000 milliseconds'
        and k.fingerprint = excluded.fingerprint)
returning true;

insert into users (tenant_id, user_id, created_at, last_updated_at, password_updated_at, has_password,
                   disabled, name, given_name, family_name, other_claims, public_data, private_data)
select $1, $2, to_timestamp(creation_time), to_timestamp(last_updated),
       to_timestamp(password_updated_at), has_password, disabled, claims ->> 'name',
       claims ->> 'given_name', claims ->> 'family_name',
       claims - array['name', 'given_name', 'family_name'], public_data, private_data
  from (select cast(cast($3 as text) as jsonb) as document) as d,
jsonb_to_record(document) as given (
    creation_time bigint, last_updated bigint, password_updated_at bigint, has_password boolean,
    disabled boolean, claims jsonb, public_data jsonb, private_data jsonb)

    on conflict do nothing
returning public_data_version, private_data_version;

select 1 from users where tenant_id = $1 and user_id = $2;

select coalesce(last.xid, p.xid)::text::bigint as last_xid, coalesce(last.seq, p.seq) as last_seq, p.xid::text::bigint as purged_xid, p.seq as purged_seq, e.*
  from (values (1)) as one
       left join purged_events p on p.tenant_id = $1
       left join lateral (
    select xid, seq from events where tenant_id = $1 and xid < pg_snapshot_xmin(pg_current_snapshot()) order by xid desc, seq desc limit 1) as last on true
left join lateral (
           select e.xid::text::bigint as xid, e.seq, e.event_id::text as event_id, e.occurred_at, e.type, e.user_id, e.session_id,
e.group_id, e.authenticator, host(e.ip_address) as ip_address, e.target_key_id,
e.stream_id, e.key_id, k.name as key_name, e.trace_id, e.actor, e.reason, e.selector, e.changed, coalesce(sum(octet_length(e.changed::text)) over (order by e.xid asc, e.seq asc
    rows between unbounded preceding and 1 preceding), 0) as bytes_before, e.passes, e.scanned, e.is_last
             from (select scanned.*, coalesce(true and (type = any($7) or type ^@ any($8)), false) as passes, count(*) over () as scanned,
                          lead(seq) over (order by xid asc, seq asc) is null as is_last
                     from (select * from events
                            where tenant_id = $1 and (xid, seq) > (cast(cast($2 as text) as xid8), $3) and xid < pg_snapshot_xmin(pg_current_snapshot())
                            order by xid asc, seq asc
                            limit $4) as scanned) as e
                  left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
            where e.passes or e.is_last
            order by e.xid asc, e.seq asc
            limit $5) as e on e.bytes_before < $6;

select coalesce(last.xid, p.xid)::text::bigint as last_xid, coalesce(last.seq, p.seq) as last_seq, p.xid::text::bigint as purged_xid, p.seq as purged_seq, e.*
  from (values (1)) as one
       left join purged_events p on p.tenant_id = $1
       left join lateral (
    select xid, seq from events where tenant_id = $1 and xid < pg_snapshot_xmin(pg_current_snapshot()) order by xid desc, seq desc limit 1) as last on true
left join lateral (
           select e.xid::text::bigint as xid, e.seq, e.event_id::text as event_id, e.occurred_at, e.type, e.user_id, e.session_id,
e.group_id, e.authenticator, host(e.ip_address) as ip_address, e.target_key_id,
e.stream_id, e.key_id, k.name as key_name, e.trace_id, e.actor, e.reason, e.selector, e.changed, coalesce(sum(octet_length(e.changed::text)) over (order by e.xid asc, e.seq asc
    rows between unbounded preceding and 1 preceding), 0) as bytes_before, e.passes, e.scanned, e.is_last
             from (select scanned.*, coalesce(true, false) as passes, count(*) over () as scanned,
                          lead(seq) over (order by xid asc, seq asc) is null as is_last
                     from (select * from events
                            where tenant_id = $1 and (xid, seq) > (cast(cast($2 as text) as xid8), $3) and user_id = $7 and xid < pg_snapshot_xmin(pg_current_snapshot())
                            order by xid asc, seq asc
                            limit $4) as scanned) as e
                  left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
            where e.passes or e.is_last
            order by e.xid asc, e.seq asc
            limit $5) as e on e.bytes_before < $6;

select coalesce(last.xid, p.xid)::text::bigint as last_xid, coalesce(last.seq, p.seq) as last_seq, p.xid::text::bigint as purged_xid, p.seq as purged_seq, e.*
  from (values (1)) as one
       left join purged_events p on p.tenant_id = $1
       left join lateral (
    select xid, seq from events where tenant_id = $1 and xid < pg_snapshot_xmin(pg_current_snapshot()) order by xid desc, seq desc limit 1) as last on true
left join lateral (
           select e.xid::text::bigint as xid, e.seq, e.event_id::text as event_id, e.occurred_at, e.type, e.user_id, e.session_id,
e.group_id, e.authenticator, host(e.ip_address) as ip_address, e.target_key_id,
e.stream_id, e.key_id, k.name as key_name, e.trace_id, e.actor, e.reason, e.selector, e.changed, coalesce(sum(octet_length(e.changed::text)) over (order by e.xid asc, e.seq asc
    rows between unbounded preceding and 1 preceding), 0) as bytes_before, e.passes, e.scanned, e.is_last
             from (select scanned.*, coalesce(true, false) as passes, count(*) over () as scanned,
                          lead(seq) over (order by xid asc, seq asc) is null as is_last
                     from (select * from events
                            where tenant_id = $1 and (xid, seq) > (cast(cast($2 as text) as xid8), $3) and xid < pg_snapshot_xmin(pg_current_snapshot())
                            order by xid asc, seq asc
                            limit $4) as scanned) as e
                  left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
            where e.passes or e.is_last
            order by e.xid asc, e.seq asc
            limit $5) as e on e.bytes_before < $6;

select count(*) from (select 1 from api_keys where tenant_id = $1 limit 10001) as found;

select count(*) from (select 1 from group_members m where m.tenant_id = $1 and m.user_id = $2 order by m.group_id limit 10001) as found;

select count(*) from (select 1 from groups g where g.tenant_id = $1 order by g.group_id limit 10001) as found;

select count(*) from (select 1 from ip_access where tenant_id = $1 and user_id = $2 and block_until > $3 and ip = cast(cast($4 as text) as inet) order by block_until limit 10001) as found;

select count(*) from (select 1 from ip_access where tenant_id = $1 and user_id = $2 and block_until > $3 order by block_until limit 10001) as found;

select count(*) from (select 1 from sessions where tenant_id = $1 and user_id = $2 and expires_at > $3 and $4 = any(client_ids) order by expires_at limit 10001) as found;

select count(*) from (select 1 from sessions where tenant_id = $1 and user_id = $2 and expires_at > $3 order by expires_at limit 10001) as found;

select count(*) from (select 1 from unnest(array(select distinct t.user_id from external_identities t where t.tenant_id = $1 and t.provider_user_id = $2 and t.authenticator = any($3))) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.user_id limit 10001) as found;

select count(*) from (select 1 from unnest(array(select t.user_id from emails t where t.tenant_id = $1 and t.email = $2)) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.user_id limit 10001) as found;

select count(*) from (select 1 from unnest(array(select t.user_id from phones t where t.tenant_id = $1 and t.phone = $2)) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.user_id limit 10001) as found;

select count(*) from (select 1 from unnest(array(select t.user_id from usernames t where t.tenant_id = $1 and t.username = $2)) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.user_id limit 10001) as found;

select count(*) from (select 1 from unnest(array[$2]) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.user_id limit 10001) as found;

select count(*) from (select 1 from users u where u.tenant_id = $1 order by u.user_id limit 10001) as found;

select exists (
    select from api_keys
     where tenant_id = $1 and key_id <> $2 and ($3 = any(scopes) or $4 = any(scopes))
           and revoked_at is null and (expires_at is null or expires_at >= $5));

select fingerprint, response from idempotency_keys
 where tenant_id = $1 and key_id = $2 and idempotency_key = $3 and created_at > $4;

select g.group_id, g.name, g.description from groups g where g.tenant_id = $1 and g.group_id = $2;

select g.group_id, g.name, g.description, (select count(*) from (select 1 from groups g where g.tenant_id = $1 order by g.group_id limit 10001) as found) as counted from groups g where g.tenant_id = $1 order by g.group_id asc limit $2;

select g.group_id, g.name, g.description, (select count(*) from (select 1 from groups g where g.tenant_id = $1 order by g.group_id limit 10001) as found) as counted from groups g where g.tenant_id = $1 order by g.group_id asc limit $2 offset $3;

select g.group_id, g.name, g.description, (select count(*) from (select 1 from groups g where g.tenant_id = $1 order by g.group_id limit 10001) as found) as counted from groups g where g.tenant_id = $1 order by g.group_id desc limit $2;

select g.group_id, g.name, g.description, (select count(*) from (select 1 from groups g where g.tenant_id = $1 order by g.group_id limit 10001) as found) as counted from groups g where g.tenant_id = $1 order by g.name collate "C" asc, g.group_id asc limit $2;

select g.group_id, g.name, g.description, (select count(*) from (select 1 from groups g where g.tenant_id = $1 order by g.group_id limit 10001) as found) as counted from groups g where g.tenant_id = $1 order by g.name collate "C" desc, g.group_id desc limit $2;

select host(ip) as ip, floor(extract(epoch from block_until))::bigint as blocked_until_second, floor(extract(epoch from last_login_attempt))::bigint as last_attempt_second, login_count, failure_count from ip_access where tenant_id = $1 and user_id = $2 and ip = cast(cast($3 as text) as inet);

select host(ip) as ip, floor(extract(epoch from block_until))::bigint as blocked_until_second, floor(extract(epoch from last_login_attempt))::bigint as last_attempt_second, login_count, failure_count, (select count(*) from (select 1 from ip_access where tenant_id = $1 and user_id = $2 and block_until > $3 and ip = cast(cast($4 as text) as inet) order by block_until limit 10001) as found) as counted from ip_access where tenant_id = $1 and user_id = $2 and block_until - cast($3 as timestamptz) > interval '0' and ip = cast(cast($4 as text) as inet) order by last_login_attempt desc, ip_access.ip desc limit $5;

select host(ip) as ip, floor(extract(epoch from block_until))::bigint as blocked_until_second, floor(extract(epoch from last_login_attempt))::bigint as last_attempt_second, login_count, failure_count, (select count(*) from (select 1 from ip_access where tenant_id = $1 and user_id = $2 and block_until > $3 and ip = cast(cast($4 as text) as inet) order by block_until limit 10001) as found) as counted from ip_access where tenant_id = $1 and user_id = $2 and block_until - cast($3 as timestamptz) > interval '0' and ip = cast(cast($4 as text) as inet) order by last_login_attempt desc, ip_access.ip desc limit $5 offset $6;

select host(ip) as ip, floor(extract(epoch from block_until))::bigint as blocked_until_second, floor(extract(epoch from last_login_attempt))::bigint as last_attempt_second, login_count, failure_count, (select count(*) from (select 1 from ip_access where tenant_id = $1 and user_id = $2 and block_until > $3 order by block_until limit 10001) as found) as counted from ip_access where tenant_id = $1 and user_id = $2 and block_until - cast($3 as timestamptz) > interval '0' order by last_login_attempt asc, ip_access.ip asc limit $4;

select host(ip) as ip, floor(extract(epoch from block_until))::bigint as blocked_until_second, floor(extract(epoch from last_login_attempt))::bigint as last_attempt_second, login_count, failure_count, (select count(*) from (select 1 from ip_access where tenant_id = $1 and user_id = $2 and block_until > $3 order by block_until limit 10001) as found) as counted from ip_access where tenant_id = $1 and user_id = $2 and block_until - cast($3 as timestamptz) > interval '0' order by last_login_attempt desc, ip_access.ip desc limit $4;

select host(ip) as ip, floor(extract(epoch from block_until))::bigint as blocked_until_second, floor(extract(epoch from last_login_attempt))::bigint as last_attempt_second, login_count, failure_count, (select count(*) from (select 1 from ip_access where tenant_id = $1 and user_id = $2 and block_until > $3 order by block_until limit 10001) as found) as counted from ip_access where tenant_id = $1 and user_id = $2 and block_until - cast($3 as timestamptz) > interval '0' order by last_login_attempt desc, ip_access.ip desc limit $4 offset $5;

select host(ip) as ip, floor(extract(epoch from block_until))::bigint as blocked_until_second, floor(extract(epoch from last_login_attempt))::bigint as last_attempt_second, login_count, failure_count, (select count(*) from (select 1 from ip_access where tenant_id = $1 and user_id = $2 and block_until > $3 order by block_until limit 10001) as found) as counted from ip_access where tenant_id = $1 and user_id = $2 and block_until > $3 order by block_until asc, ip_access.ip asc limit $4;

select host(ip) as ip, floor(extract(epoch from block_until))::bigint as blocked_until_second, floor(extract(epoch from last_login_attempt))::bigint as last_attempt_second, login_count, failure_count, (select count(*) from (select 1 from ip_access where tenant_id = $1 and user_id = $2 and block_until > $3 order by block_until limit 10001) as found) as counted from ip_access where tenant_id = $1 and user_id = $2 and block_until > $3 order by block_until desc, ip_access.ip desc limit $4;

select ke1_0.key_id,ke1_0.created_at,ke1_0.expires_at,ke1_0.last_used_at,ke1_0.made_to_expire_at,ke1_0.name,ke1_0.rate_burst,ke1_0.rate_requests,ke1_0.rate_seconds,ke1_0.revoked_at,ke1_0.rotated,ke1_0.scopes,ke1_0.tenant_id from api_keys ke1_0 where ke1_0.key_id = any ($1);

select key_id from api_keys
 where tenant_id = $1 and key_id in ($2, $3)
 order by key_id
   for no key update;

select key_id, jwk, public_jwk, signs_from, published_until from ssf_keys
 where published_until is null or published_until > $1
 order by signs_from desc, key_id desc;

select key_id, tenant_id, name, scopes, created_at, expires_at, revoked_at, last_used_at, rate_requests, rate_seconds, rate_burst, case when rotated then made_to_expire_at else expires_at end as made_to_expire_at from api_keys where tenant_id = $1 and key_id = $2;

select key_id, tenant_id, name, scopes, created_at, expires_at, revoked_at, last_used_at, rate_requests, rate_seconds, rate_burst, case when rotated then made_to_expire_at else expires_at end as made_to_expire_at, (select count(*) from (select 1 from api_keys where tenant_id = $1 limit 10001) as found) as counted from api_keys where tenant_id = $1 order by created_at asc, key_id asc limit $2;

select key_id, tenant_id, name, scopes, created_at, expires_at, revoked_at, last_used_at, rate_requests, rate_seconds, rate_burst, case when rotated then made_to_expire_at else expires_at end as made_to_expire_at, (select count(*) from (select 1 from api_keys where tenant_id = $1 limit 10001) as found) as counted from api_keys where tenant_id = $1 order by created_at desc, key_id desc limit $2;

select key_id, tenant_id, name, scopes, created_at, expires_at, revoked_at, last_used_at, rate_requests, rate_seconds, rate_burst, case when rotated then made_to_expire_at else expires_at end as made_to_expire_at, (select count(*) from (select 1 from api_keys where tenant_id = $1 limit 10001) as found) as counted from api_keys where tenant_id = $1 order by created_at desc, key_id desc limit $2 offset $3;

select key_id, tenant_id, name, scopes, created_at, expires_at, revoked_at, last_used_at, rate_requests, rate_seconds, rate_burst, case when rotated then made_to_expire_at else expires_at end as made_to_expire_at, (select count(*) from (select 1 from api_keys where tenant_id = $1 limit 10001) as found) as counted from api_keys where tenant_id = $1 order by name collate "C" asc, key_id asc limit $2;

select key_id, tenant_id, name, scopes, created_at, expires_at, revoked_at, last_used_at, rate_requests, rate_seconds, rate_burst, case when rotated then made_to_expire_at else expires_at end as made_to_expire_at, (select count(*) from (select 1 from api_keys where tenant_id = $1 limit 10001) as found) as counted from api_keys where tenant_id = $1 order by name collate "C" desc, key_id desc limit $2;

select key_id, tenant_id, secret_sha256, scopes, expires_at, revoked_at, last_used_at,
       rate_requests, rate_seconds, rate_burst
  from api_keys where key_id = $1;

select m.group_id, g.name, floor(extract(epoch from m.assigned_at))::bigint as assigned from group_members m
      cross join lateral (
          select * from groups where tenant_id = $1 and group_id = m.group_id limit 1) as g
 where m.tenant_id = $1 and m.user_id = $2 and m.group_id = $3;

select m.group_id, g.name, floor(extract(epoch from m.assigned_at))::bigint as assigned, (select count(*) from (select 1 from group_members m where m.tenant_id = $1 and m.user_id = $2 order by m.group_id limit 10001) as found) as counted from group_members m
      cross join lateral (
          select * from groups where tenant_id = $1 and group_id = m.group_id limit 1) as g
 where m.tenant_id = $1 and m.user_id = $2 order by g.name collate "C" asc, m.group_id asc limit $3;

select m.group_id, g.name, floor(extract(epoch from m.assigned_at))::bigint as assigned, (select count(*) from (select 1 from group_members m where m.tenant_id = $1 and m.user_id = $2 order by m.group_id limit 10001) as found) as counted from group_members m
      cross join lateral (
          select * from groups where tenant_id = $1 and group_id = m.group_id limit 1) as g
 where m.tenant_id = $1 and m.user_id = $2 order by g.name collate "C" desc, m.group_id desc limit $3;

select m.group_id, g.name, floor(extract(epoch from m.assigned_at))::bigint as assigned, (select count(*) from (select 1 from group_members m where m.tenant_id = $1 and m.user_id = $2 order by m.group_id limit 10001) as found) as counted from group_members m
      cross join lateral (
          select * from groups where tenant_id = $1 and group_id = m.group_id limit 1) as g
 where m.tenant_id = $1 and m.user_id = $2 order by m.assigned_at asc, m.group_id asc limit $3;

select m.group_id, g.name, floor(extract(epoch from m.assigned_at))::bigint as assigned, (select count(*) from (select 1 from group_members m where m.tenant_id = $1 and m.user_id = $2 order by m.group_id limit 10001) as found) as counted from group_members m
      cross join lateral (
          select * from groups where tenant_id = $1 and group_id = m.group_id limit 1) as g
 where m.tenant_id = $1 and m.user_id = $2 order by m.assigned_at desc, m.group_id desc limit $3;

select m.group_id, g.name, floor(extract(epoch from m.assigned_at))::bigint as assigned, (select count(*) from (select 1 from group_members m where m.tenant_id = $1 and m.user_id = $2 order by m.group_id limit 10001) as found) as counted from group_members m
      cross join lateral (
          select * from groups where tenant_id = $1 and group_id = m.group_id limit 1) as g
 where m.tenant_id = $1 and m.user_id = $2 order by m.group_id asc limit $3;

select m.group_id, g.name, floor(extract(epoch from m.assigned_at))::bigint as assigned, (select count(*) from (select 1 from group_members m where m.tenant_id = $1 and m.user_id = $2 order by m.group_id limit 10001) as found) as counted from group_members m
      cross join lateral (
          select * from groups where tenant_id = $1 and group_id = m.group_id limit 1) as g
 where m.tenant_id = $1 and m.user_id = $2 order by m.group_id asc limit $3 offset $4;

select m.group_id, g.name, floor(extract(epoch from m.assigned_at))::bigint as assigned, (select count(*) from (select 1 from group_members m where m.tenant_id = $1 and m.user_id = $2 order by m.group_id limit 10001) as found) as counted from group_members m
      cross join lateral (
          select * from groups where tenant_id = $1 and group_id = m.group_id limit 1) as g
 where m.tenant_id = $1 and m.user_id = $2 order by m.group_id desc limit $3;

select p.xid::text::bigint as purged_xid, p.seq as purged_seq, e.*
  from (values (1)) as one
       left join purged_events p on p.tenant_id = $1
       left join lateral (
           select e.xid::text::bigint as xid, e.seq, e.event_id::text as event_id, e.occurred_at, e.type, e.user_id, e.session_id,
e.group_id, e.authenticator, host(e.ip_address) as ip_address, e.target_key_id,
e.stream_id, e.key_id, k.name as key_name, e.trace_id, e.actor, e.reason, e.selector, e.changed, coalesce(sum(octet_length(e.changed::text)) over (order by e.xid desc, e.seq desc
    rows between unbounded preceding and 1 preceding), 0) as bytes_before, e.passes, e.scanned, e.is_last
             from (select scanned.*, coalesce(true and (type = any($7) or type ^@ any($8)), false) as passes, count(*) over () as scanned,
                          lead(seq) over (order by xid desc, seq desc) is null as is_last
                     from (select * from events
                            where tenant_id = $1 and (xid, seq) < (cast(cast($2 as text) as xid8), $3)
                            order by xid desc, seq desc
                            limit $4) as scanned) as e
                  left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
            where e.passes or e.is_last
            order by e.xid desc, e.seq desc
            limit $5) as e on e.bytes_before < $6;

select p.xid::text::bigint as purged_xid, p.seq as purged_seq, e.*
  from (values (1)) as one
       left join purged_events p on p.tenant_id = $1
       left join lateral (
           select e.xid::text::bigint as xid, e.seq, e.event_id::text as event_id, e.occurred_at, e.type, e.user_id, e.session_id,
e.group_id, e.authenticator, host(e.ip_address) as ip_address, e.target_key_id,
e.stream_id, e.key_id, k.name as key_name, e.trace_id, e.actor, e.reason, e.selector, e.changed, coalesce(sum(octet_length(e.changed::text)) over (order by e.xid desc, e.seq desc
    rows between unbounded preceding and 1 preceding), 0) as bytes_before, e.passes, e.scanned, e.is_last
             from (select scanned.*, coalesce(true and (type = any($8) or type ^@ any($9)), false) as passes, count(*) over () as scanned,
                          lead(seq) over (order by xid desc, seq desc) is null as is_last
                     from (select * from events
                            where tenant_id = $1 and (xid, seq) < (cast(cast($2 as text) as xid8), $3) and user_id = $7
                            order by xid desc, seq desc
                            limit $4) as scanned) as e
                  left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
            where e.passes or e.is_last
            order by e.xid desc, e.seq desc
            limit $5) as e on e.bytes_before < $6;

select p.xid::text::bigint as purged_xid, p.seq as purged_seq, e.*
  from (values (1)) as one
       left join purged_events p on p.tenant_id = $1
       left join lateral (
           select e.xid::text::bigint as xid, e.seq, e.event_id::text as event_id, e.occurred_at, e.type, e.user_id, e.session_id,
e.group_id, e.authenticator, host(e.ip_address) as ip_address, e.target_key_id,
e.stream_id, e.key_id, k.name as key_name, e.trace_id, e.actor, e.reason, e.selector, e.changed, coalesce(sum(octet_length(e.changed::text)) over (order by e.xid desc, e.seq desc
    rows between unbounded preceding and 1 preceding), 0) as bytes_before, e.passes, e.scanned, e.is_last
             from (select scanned.*, coalesce(true and actor = $7, false) as passes, count(*) over () as scanned,
                          lead(seq) over (order by xid desc, seq desc) is null as is_last
                     from (select * from events
                            where tenant_id = $1 and (xid, seq) < (cast(cast($2 as text) as xid8), $3)
                            order by xid desc, seq desc
                            limit $4) as scanned) as e
                  left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
            where e.passes or e.is_last
            order by e.xid desc, e.seq desc
            limit $5) as e on e.bytes_before < $6;

select p.xid::text::bigint as purged_xid, p.seq as purged_seq, e.*
  from (values (1)) as one
       left join purged_events p on p.tenant_id = $1
       left join lateral (
           select e.xid::text::bigint as xid, e.seq, e.event_id::text as event_id, e.occurred_at, e.type, e.user_id, e.session_id,
e.group_id, e.authenticator, host(e.ip_address) as ip_address, e.target_key_id,
e.stream_id, e.key_id, k.name as key_name, e.trace_id, e.actor, e.reason, e.selector, e.changed, coalesce(sum(octet_length(e.changed::text)) over (order by e.xid desc, e.seq desc
    rows between unbounded preceding and 1 preceding), 0) as bytes_before, e.passes, e.scanned, e.is_last
             from (select scanned.*, coalesce(true and actor = $8, false) as passes, count(*) over () as scanned,
                          lead(seq) over (order by xid desc, seq desc) is null as is_last
                     from (select * from events
                            where tenant_id = $1 and (xid, seq) < (cast(cast($2 as text) as xid8), $3) and user_id = $7
                            order by xid desc, seq desc
                            limit $4) as scanned) as e
                  left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
            where e.passes or e.is_last
            order by e.xid desc, e.seq desc
            limit $5) as e on e.bytes_before < $6;

select p.xid::text::bigint as purged_xid, p.seq as purged_seq, e.*
  from (values (1)) as one
       left join purged_events p on p.tenant_id = $1
       left join lateral (
           select e.xid::text::bigint as xid, e.seq, e.event_id::text as event_id, e.occurred_at, e.type, e.user_id, e.session_id,
e.group_id, e.authenticator, host(e.ip_address) as ip_address, e.target_key_id,
e.stream_id, e.key_id, k.name as key_name, e.trace_id, e.actor, e.reason, e.selector, e.changed, coalesce(sum(octet_length(e.changed::text)) over (order by e.xid desc, e.seq desc
    rows between unbounded preceding and 1 preceding), 0) as bytes_before, e.passes, e.scanned, e.is_last
             from (select scanned.*, coalesce(true and key_id = $7, false) as passes, count(*) over () as scanned,
                          lead(seq) over (order by xid desc, seq desc) is null as is_last
                     from (select * from events
                            where tenant_id = $1 and (xid, seq) < (cast(cast($2 as text) as xid8), $3)
                            order by xid desc, seq desc
                            limit $4) as scanned) as e
                  left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
            where e.passes or e.is_last
            order by e.xid desc, e.seq desc
            limit $5) as e on e.bytes_before < $6;

select p.xid::text::bigint as purged_xid, p.seq as purged_seq, e.*
  from (values (1)) as one
       left join purged_events p on p.tenant_id = $1
       left join lateral (
           select e.xid::text::bigint as xid, e.seq, e.event_id::text as event_id, e.occurred_at, e.type, e.user_id, e.session_id,
e.group_id, e.authenticator, host(e.ip_address) as ip_address, e.target_key_id,
e.stream_id, e.key_id, k.name as key_name, e.trace_id, e.actor, e.reason, e.selector, e.changed, coalesce(sum(octet_length(e.changed::text)) over (order by e.xid desc, e.seq desc
    rows between unbounded preceding and 1 preceding), 0) as bytes_before, e.passes, e.scanned, e.is_last
             from (select scanned.*, coalesce(true and key_id = $8, false) as passes, count(*) over () as scanned,
                          lead(seq) over (order by xid desc, seq desc) is null as is_last
                     from (select * from events
                            where tenant_id = $1 and (xid, seq) < (cast(cast($2 as text) as xid8), $3) and user_id = $7
                            order by xid desc, seq desc
                            limit $4) as scanned) as e
                  left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
            where e.passes or e.is_last
            order by e.xid desc, e.seq desc
            limit $5) as e on e.bytes_before < $6;

select p.xid::text::bigint as purged_xid, p.seq as purged_seq, e.*
  from (values (1)) as one
       left join purged_events p on p.tenant_id = $1
       left join lateral (
           select e.xid::text::bigint as xid, e.seq, e.event_id::text as event_id, e.occurred_at, e.type, e.user_id, e.session_id,
e.group_id, e.authenticator, host(e.ip_address) as ip_address, e.target_key_id,
e.stream_id, e.key_id, k.name as key_name, e.trace_id, e.actor, e.reason, e.selector, e.changed, coalesce(sum(octet_length(e.changed::text)) over (order by e.xid desc, e.seq desc
    rows between unbounded preceding and 1 preceding), 0) as bytes_before, e.passes, e.scanned, e.is_last
             from (select scanned.*, coalesce(true, false) as passes, count(*) over () as scanned,
                          lead(seq) over (order by xid desc, seq desc) is null as is_last
                     from (select * from events
                            where tenant_id = $1 and (xid, seq) < (cast(cast($2 as text) as xid8), $3)
                            order by xid desc, seq desc
                            limit $4) as scanned) as e
                  left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
            where e.passes or e.is_last
            order by e.xid desc, e.seq desc
            limit $5) as e on e.bytes_before < $6;

select p.xid::text::bigint as purged_xid, p.seq as purged_seq, e.*
  from (values (1)) as one
       left join purged_events p on p.tenant_id = $1
       left join lateral (
           select e.xid::text::bigint as xid, e.seq, e.event_id::text as event_id, e.occurred_at, e.type, e.user_id, e.session_id,
e.group_id, e.authenticator, host(e.ip_address) as ip_address, e.target_key_id,
e.stream_id, e.key_id, k.name as key_name, e.trace_id, e.actor, e.reason, e.selector, e.changed, coalesce(sum(octet_length(e.changed::text)) over (order by e.xid desc, e.seq desc
    rows between unbounded preceding and 1 preceding), 0) as bytes_before, e.passes, e.scanned, e.is_last
             from (select scanned.*, coalesce(true, false) as passes, count(*) over () as scanned,
                          lead(seq) over (order by xid desc, seq desc) is null as is_last
                     from (select * from events
                            where tenant_id = $1 and (xid, seq) < (cast(cast($2 as text) as xid8), $3) and user_id = $7
                            order by xid desc, seq desc
                            limit $4) as scanned) as e
                  left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
            where e.passes or e.is_last
            order by e.xid desc, e.seq desc
            limit $5) as e on e.bytes_before < $6;

select pg_advisory_xact_lock(hashtext($1), -1)::text;

select pg_try_advisory_xact_lock(hashtextextended($1 || '/' || $2 || '/' || $3, 0)) as locked;

select private_data::text as document, private_data_version as version from users where tenant_id = $1 and user_id = $2;

select public_data::text as document, public_data_version as version from users where tenant_id = $1 and user_id = $2;

select session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text as metadata from sessions where tenant_id = $1 and user_id = $2 and expires_at - cast($3 as timestamptz) > interval '0' and session_id = $4;

select session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text as metadata, (select count(*) from (select 1 from sessions where tenant_id = $1 and user_id = $2 and expires_at > $3 and $4 = any(client_ids) order by expires_at limit 10001) as found) as counted from sessions where tenant_id = $1 and user_id = $2 and expires_at - cast($3 as timestamptz) > interval '0' and $4 = any(client_ids) order by last_updated_at desc, session_id desc limit $5;

select session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text as metadata, (select count(*) from (select 1 from sessions where tenant_id = $1 and user_id = $2 and expires_at > $3 and $4 = any(client_ids) order by expires_at limit 10001) as found) as counted from sessions where tenant_id = $1 and user_id = $2 and expires_at - cast($3 as timestamptz) > interval '0' and $4 = any(client_ids) order by last_updated_at desc, session_id desc limit $5 offset $6;

select session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text as metadata, (select count(*) from (select 1 from sessions where tenant_id = $1 and user_id = $2 and expires_at > $3 order by expires_at limit 10001) as found) as counted from sessions where tenant_id = $1 and user_id = $2 and expires_at - cast($3 as timestamptz) > interval '0' order by initiated_at asc, session_id asc limit $4;

select session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text as metadata, (select count(*) from (select 1 from sessions where tenant_id = $1 and user_id = $2 and expires_at > $3 order by expires_at limit 10001) as found) as counted from sessions where tenant_id = $1 and user_id = $2 and expires_at - cast($3 as timestamptz) > interval '0' order by initiated_at desc, session_id desc limit $4;

select session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text as metadata, (select count(*) from (select 1 from sessions where tenant_id = $1 and user_id = $2 and expires_at > $3 order by expires_at limit 10001) as found) as counted from sessions where tenant_id = $1 and user_id = $2 and expires_at - cast($3 as timestamptz) > interval '0' order by last_updated_at asc, session_id asc limit $4;

select session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text as metadata, (select count(*) from (select 1 from sessions where tenant_id = $1 and user_id = $2 and expires_at > $3 order by expires_at limit 10001) as found) as counted from sessions where tenant_id = $1 and user_id = $2 and expires_at - cast($3 as timestamptz) > interval '0' order by last_updated_at desc, session_id desc limit $4;

select session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text as metadata, (select count(*) from (select 1 from sessions where tenant_id = $1 and user_id = $2 and expires_at > $3 order by expires_at limit 10001) as found) as counted from sessions where tenant_id = $1 and user_id = $2 and expires_at - cast($3 as timestamptz) > interval '0' order by last_updated_at desc, session_id desc limit $4 offset $5;

select session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text as metadata, (select count(*) from (select 1 from sessions where tenant_id = $1 and user_id = $2 and expires_at > $3 order by expires_at limit 10001) as found) as counted from sessions where tenant_id = $1 and user_id = $2 and expires_at - cast($3 as timestamptz) > interval '0' order by session_id asc limit $4;

select session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text as metadata, (select count(*) from (select 1 from sessions where tenant_id = $1 and user_id = $2 and expires_at > $3 order by expires_at limit 10001) as found) as counted from sessions where tenant_id = $1 and user_id = $2 and expires_at - cast($3 as timestamptz) > interval '0' order by session_id desc limit $4;

select session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text as metadata, (select count(*) from (select 1 from sessions where tenant_id = $1 and user_id = $2 and expires_at > $3 order by expires_at limit 10001) as found) as counted from sessions where tenant_id = $1 and user_id = $2 and expires_at > $3 order by expires_at asc, session_id asc limit $4;

select session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text as metadata, (select count(*) from (select 1 from sessions where tenant_id = $1 and user_id = $2 and expires_at > $3 order by expires_at limit 10001) as found) as counted from sessions where tenant_id = $1 and user_id = $2 and expires_at > $3 order by expires_at desc, session_id desc limit $4;

select string_agg(element, ',' order by number) as elements,
       case when count(*) < max(found) or max(found) = 200 then (array_agg(key order by number desc))[1] end as next
  from (select key, number, element, count(*) over () as found,
               sum(octet_length(element)) over (order by number) - octet_length(element) as bytes_before
          from (
select e.xid || ' ' || e.seq as key, row_number() over (order by e.xid desc, e.seq desc) as number,
       json_strip_nulls(json_build_object(
           'id', e.event_id,
           'time', floor(extract(epoch from e.occurred_at))::bigint,
           'type', 'io.useradmin.' || e.type,
           'user_id', e.user_id,
           'session_id', e.session_id,
           'group_id', e.group_id,
           'authenticator', e.authenticator,
           'ip_address', host(e.ip_address),
           'target_key_id', e.target_key_id,
           'key', case when e.key_id is not null
                       then json_build_object('key_id', e.key_id, 'name', k.name) end,
           'operator', case when e.key_id is null then true end,
           'trace_id', e.trace_id,
           'actor', e.actor,
           'reason', e.reason,
           'selector', e.selector,
           'changed', e.changed))::text as element
  from events e
       left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
 where e.tenant_id = $1 and e.user_id = $2
   and (e.xid, e.seq) < (cast(split_part($3, ' ', 1) as xid8), cast(split_part($3, ' ', 2) as bigint))
 order by e.xid desc, e.seq desc
 limit 200) as read) as sized
 where bytes_before < 131072;

select string_agg(element, ',' order by number) as elements,
       case when count(*) < max(found) or max(found) = 200 then (array_agg(key order by number desc))[1] end as next
  from (select key, number, element, count(*) over () as found,
               sum(octet_length(element)) over (order by number) - octet_length(element) as bytes_before
          from (
select host(ip) as key, row_number() over (order by ip) as number,
       json_strip_nulls(json_build_object(
           'ip', host(ip),
           'block_until', floor(extract(epoch from block_until))::bigint,
           'last_login_attempt', floor(extract(epoch from last_login_attempt))::bigint,
           'login_count', login_count,
           'failure_count', failure_count))::text as element
  from ip_access
 where tenant_id = $1 and user_id = $2 and ip > cast(cast($3 as text) as inet)
 order by ip
 limit 200) as read) as sized
 where bytes_before < 131072;

select string_agg(element, ',' order by number) as elements,
       case when count(*) < max(found) or max(found) = 200 then (array_agg(key order by number desc))[1] end as next
  from (select key, number, element, count(*) over () as found,
               sum(octet_length(element)) over (order by number) - octet_length(element) as bytes_before
          from (
select m.group_id as key, row_number() over (order by m.group_id) as number,
       json_strip_nulls(json_build_object(
           'group_id', m.group_id,
           'name', g.name,
           'description', g.description,
           'assigned_at', floor(extract(epoch from m.assigned_at))::bigint))::text as element
  from group_members m
       cross join lateral (
           select * from groups where tenant_id = $1 and group_id = m.group_id limit 1) as g
 where m.tenant_id = $1 and m.user_id = $2 and (m.user_id, m.group_id) > ($2, $3)
 order by m.group_id
 limit 200) as read) as sized
 where bytes_before < 131072;

select string_agg(element, ',' order by number) as elements,
       case when count(*) < max(found) or max(found) = 200 then (array_agg(key order by number desc))[1] end as next
  from (select key, number, element, count(*) over () as found,
               sum(octet_length(element)) over (order by number) - octet_length(element) as bytes_before
          from (
select session_id as key, row_number() over (order by session_id) as number,
       json_strip_nulls(json_build_object(
           'session_id', session_id,
           'initiated_at', floor(extract(epoch from initiated_at))::bigint,
           'expires_at', floor(extract(epoch from expires_at))::bigint,
           'last_updated', floor(extract(epoch from last_updated_at))::bigint,
           'client_ids', client_ids,
           'last_metadata', last_metadata))::text as element
  from sessions
 where tenant_id = $1 and user_id = $2 and session_id > $3
 order by session_id
 limit 200) as read) as sized
 where bytes_before < 131072;

select tenant_id, stream_id, events_requested, description, status, status_reason, xid::text::bigint as xid, seq,
       acknowledged, verification_id, verification_state
  from ssf_streams where tenant_id = $1
 and stream_id = $2;

select tenant_id, stream_id, events_requested, description, status, status_reason, xid::text::bigint as xid, seq,
       acknowledged, verification_id, verification_state
  from ssf_streams where tenant_id = $1
 order by stream_id;

select u.user_id as user_id, (extract(epoch from u.created_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from unnest(array(select distinct t.user_id from external_identities t where t.tenant_id = $1 and t.provider_user_id = $2 and t.authenticator = any($3))) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from unnest(array(select distinct t.user_id from external_identities t where t.tenant_id = $1 and t.provider_user_id = $2 and t.authenticator = any($3))) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.created_at desc, u.user_id desc limit $4;

select u.user_id as user_id, (extract(epoch from u.created_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from unnest(array(select distinct t.user_id from external_identities t where t.tenant_id = $1 and t.provider_user_id = $2 and t.authenticator = any($3))) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from unnest(array(select distinct t.user_id from external_identities t where t.tenant_id = $1 and t.provider_user_id = $2 and t.authenticator = any($3))) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.created_at desc, u.user_id desc limit $4 offset $5;

select u.user_id as user_id, (extract(epoch from u.created_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from unnest(array(select t.user_id from emails t where t.tenant_id = $1 and t.email = $2)) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from unnest(array(select t.user_id from emails t where t.tenant_id = $1 and t.email = $2)) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.created_at desc, u.user_id desc limit $3;

select u.user_id as user_id, (extract(epoch from u.created_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from unnest(array(select t.user_id from emails t where t.tenant_id = $1 and t.email = $2)) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from unnest(array(select t.user_id from emails t where t.tenant_id = $1 and t.email = $2)) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.created_at desc, u.user_id desc limit $3 offset $4;

select u.user_id as user_id, (extract(epoch from u.created_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from unnest(array(select t.user_id from phones t where t.tenant_id = $1 and t.phone = $2)) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from unnest(array(select t.user_id from phones t where t.tenant_id = $1 and t.phone = $2)) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.created_at desc, u.user_id desc limit $3;

select u.user_id as user_id, (extract(epoch from u.created_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from unnest(array(select t.user_id from phones t where t.tenant_id = $1 and t.phone = $2)) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from unnest(array(select t.user_id from phones t where t.tenant_id = $1 and t.phone = $2)) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.created_at desc, u.user_id desc limit $3 offset $4;

select u.user_id as user_id, (extract(epoch from u.created_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from unnest(array(select t.user_id from usernames t where t.tenant_id = $1 and t.username = $2)) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from unnest(array(select t.user_id from usernames t where t.tenant_id = $1 and t.username = $2)) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.created_at desc, u.user_id desc limit $3;

select u.user_id as user_id, (extract(epoch from u.created_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from unnest(array(select t.user_id from usernames t where t.tenant_id = $1 and t.username = $2)) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from unnest(array(select t.user_id from usernames t where t.tenant_id = $1 and t.username = $2)) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.created_at desc, u.user_id desc limit $3 offset $4;

select u.user_id as user_id, (extract(epoch from u.created_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from unnest(array[$2]) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from unnest(array[$2]) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.created_at desc, u.user_id desc limit $3;

select u.user_id as user_id, (extract(epoch from u.created_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from unnest(array[$2]) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from unnest(array[$2]) as holder (user_id) cross join lateral (select * from users where tenant_id = $1 and user_id = holder.user_id limit 1) as u where u.tenant_id = $1 order by u.created_at desc, u.user_id desc limit $3 offset $4;

select u.user_id as user_id, (extract(epoch from u.created_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from users u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from users u where u.tenant_id = $1 and (u.created_at, u.user_id) < ($2, $3) order by u.created_at desc, u.user_id desc limit $4;

select u.user_id as user_id, (extract(epoch from u.created_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from users u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from users u where u.tenant_id = $1 and (u.created_at, u.user_id) > ($2, $3) order by u.created_at asc, u.user_id asc limit $4;

select u.user_id as user_id, (extract(epoch from u.created_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from users u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from users u where u.tenant_id = $1 order by u.created_at asc, u.user_id asc limit $2;

select u.user_id as user_id, (extract(epoch from u.created_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from users u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from users u where u.tenant_id = $1 order by u.created_at desc, u.user_id desc limit $2;

select u.user_id as user_id, (extract(epoch from u.created_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from users u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from users u where u.tenant_id = $1 order by u.created_at desc, u.user_id desc limit $2 offset $3;

select u.user_id as user_id, (extract(epoch from u.last_updated_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from users u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from users u where u.tenant_id = $1 and (u.last_updated_at, u.user_id) < ($2, $3) order by u.last_updated_at desc, u.user_id desc limit $4;

select u.user_id as user_id, (extract(epoch from u.last_updated_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from users u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from users u where u.tenant_id = $1 and (u.last_updated_at, u.user_id) > ($2, $3) order by u.last_updated_at asc, u.user_id asc limit $4;

select u.user_id as user_id, (extract(epoch from u.last_updated_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from users u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from users u where u.tenant_id = $1 order by u.last_updated_at asc, u.user_id asc limit $2;

select u.user_id as user_id, (extract(epoch from u.last_updated_at) * 1000000)::bigint as micros, (select count(*) from (select 1 from users u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from users u where u.tenant_id = $1 order by u.last_updated_at desc, u.user_id desc limit $2;

select u.user_id as user_id, 0::bigint as micros, (select count(*) from (select 1 from users u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from users u where u.tenant_id = $1 and u.user_id < $2 order by u.user_id desc limit $3;

select u.user_id as user_id, 0::bigint as micros, (select count(*) from (select 1 from users u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from users u where u.tenant_id = $1 and u.user_id > $2 order by u.user_id asc limit $3;

select u.user_id as user_id, 0::bigint as micros, (select count(*) from (select 1 from users u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from users u where u.tenant_id = $1 order by u.user_id asc limit $2;

select u.user_id as user_id, 0::bigint as micros, (select count(*) from (select 1 from users u where u.tenant_id = $1 order by u.user_id limit 10001) as found) as counted from users u where u.tenant_id = $1 order by u.user_id desc limit $2;

select u.user_id, u.created_at, u.last_updated_at, u.password_updated_at, u.has_password, u.disabled,
       u.name, u.given_name, u.family_name,
       case when u.other_claims <> '{}' then u.other_claims::text end as other_claims,
       case when $1 then u.public_data::text end as public_data,
       case when $2 then u.private_data::text end as private_data,
       u.public_data_version, u.private_data_version,
       (select json_build_object('id', n.username_id, 'username', n.username,
                   'authenticators', n.authenticators, 'idps', n.idps)::text
          from usernames n
         where n.tenant_id = $3 and n.user_id = u.user_id) as username,
       '[' || array_to_string(array(
           select json_build_object('id', e.email_id, 'email', e.email,
                      'verified', e.verified, 'primary', e.is_primary,
                      'authenticators', e.authenticators, 'idps', e.idps)::text
             from emails e
            where e.tenant_id = $4 and e.user_id = u.user_id), ',') || ']' as emails,
       '[' || array_to_string(array(
           select json_build_object('id', p.phone_id, 'phone', p.phone,
                      'verified', p.verified, 'primary', p.is_primary,
                      'authenticators', p.authenticators, 'idps', p.idps)::text
             from phones p
            where p.tenant_id = $5 and p.user_id = u.user_id), ',') || ']' as phone_numbers,
       '[' || array_to_string(array(
           select json_build_object('provider_user_id', i.provider_user_id,
                      'authenticator', i.authenticator, 'claims', i.claims)::text
             from external_identities i
            where i.tenant_id = $6 and i.user_id = u.user_id), ',') || ']' as idps
 from (select unnest(cast($7 as text[])) limit (select cast(null as bigint))) as wanted (user_id)
      cross join lateral (
          select * from users where tenant_id = $8 and user_id = wanted.user_id limit 1) as u;

select u.user_id, u.created_at, u.last_updated_at, u.password_updated_at, u.has_password, u.disabled,
       u.name, u.given_name, u.family_name,
       case when u.other_claims <> '{}' then u.other_claims::text end as other_claims,
       case when cast($3 as boolean) then u.public_data::text end as public_data,
       case when cast($4 as boolean) then u.private_data::text end as private_data,
       u.public_data_version, u.private_data_version,
       (select json_build_object('id', n.username_id, 'username', n.username,
                   'authenticators', n.authenticators, 'idps', n.idps)::text
          from usernames n
         where n.tenant_id = $2 and n.user_id = u.user_id) as username,
       '[' || array_to_string(array(
           select json_build_object('id', e.email_id, 'email', e.email,
                      'verified', e.verified, 'primary', e.is_primary,
                      'authenticators', e.authenticators, 'idps', e.idps)::text
             from emails e
            where e.tenant_id = $2 and e.user_id = u.user_id), ',') || ']' as emails,
       '[' || array_to_string(array(
           select json_build_object('id', p.phone_id, 'phone', p.phone,
                      'verified', p.verified, 'primary', p.is_primary,
                      'authenticators', p.authenticators, 'idps', p.idps)::text
             from phones p
            where p.tenant_id = $2 and p.user_id = u.user_id), ',') || ']' as phone_numbers,
       '[' || array_to_string(array(
           select json_build_object('provider_user_id', i.provider_user_id,
                      'authenticator', i.authenticator, 'claims', i.claims)::text
             from external_identities i
            where i.tenant_id = $2 and i.user_id = u.user_id), ',') || ']' as idps
 from (select unnest(cast($1 as text[])) limit (select cast(null as bigint))) as wanted (user_id)
      cross join lateral (
          select * from users where tenant_id = $2 and user_id = wanted.user_id limit 1) as u;

select ue1_0.tenant_id,ue1_0.user_id from users ue1_0 where (ue1_0.tenant_id,ue1_0.user_id) in (($1,$2)) for no key update of ue1_0;

select wanted.tenant_id as wanted, e.*
  from unnest(cast($1 as text[]), cast($2 as text[]), cast($3 as bigint[])) as wanted (tenant_id, xid, seq)
       left join lateral (
           select e.xid::text::bigint as xid, e.seq, e.event_id::text as event_id, e.occurred_at, e.type, e.user_id, e.session_id,
e.group_id, e.authenticator, host(e.ip_address) as ip_address, e.target_key_id,
e.stream_id, e.key_id, k.name as key_name, e.trace_id, e.actor, e.reason, e.selector, e.changed, coalesce(sum(octet_length(e.changed::text)) over (order by e.xid asc, e.seq asc
    rows between unbounded preceding and 1 preceding), 0) as bytes_before
             from (select * from events
                    where tenant_id = wanted.tenant_id and (xid, seq) > (cast(wanted.xid as xid8), wanted.seq) and xid < pg_snapshot_xmin(pg_current_snapshot())
                    order by xid, seq
                    limit $4) as e
                  left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
            order by e.xid, e.seq) as e on e.bytes_before < $5;

update api_keys set last_used_at = $2 where key_id = $1 and (last_used_at is null or last_used_at < $3);

update idempotency_keys set response = $5 where tenant_id = $1 and key_id = $2 and idempotency_key = $3 and created_at = $4 and response = '';

update ssf_streams
   set xid = case when (xid, seq) < (cast(cast($1 as text) as xid8), $2) then cast(cast($3 as text) as xid8) else xid end, seq = case when (xid, seq) < (cast(cast($4 as text) as xid8), $5) then $6 else seq end,
       acknowledged = array(select unnest(acknowledged) except select unnest(cast($7 as text[]))
                            union select unnest(cast($8 as text[]))),
       verification_id = case when verification_id = $9 then null else verification_id end,
       verification_state = case when verification_id = $10 then null else verification_state end
 where tenant_id = $11 and stream_id = $12
   and events_requested is not distinct from nullif(cast($13 as text[]), '{}')
returning stream_id;

update ssf_streams set verification_id = $1, verification_state = nullif($2, '')
 where tenant_id = $3 and stream_id = $4
returning stream_id;

update users u
   set created_at = to_timestamp(creation_time), last_updated_at = to_timestamp(last_updated),
       password_updated_at = to_timestamp(given.password_updated_at),
       has_password = given.has_password, disabled = given.disabled, name = claims ->> 'name',
       given_name = claims ->> 'given_name', family_name = claims ->> 'family_name',
       other_claims = claims - array['name', 'given_name', 'family_name'],
       public_data = given.public_data,
       public_data_version =
           public_data_version + cast(u.public_data::text <> given.public_data::text as integer),
       private_data = given.private_data,
       private_data_version =
           private_data_version + cast(u.private_data::text <> given.private_data::text as integer)
  from (select cast(cast($1 as text) as jsonb) as document) as d,
jsonb_to_record(document) as given (
    creation_time bigint, last_updated bigint, password_updated_at bigint, has_password boolean,
    disabled boolean, claims jsonb, public_data jsonb, private_data jsonb)

 where u.tenant_id = $2 and u.user_id = $3
returning public_data_version, private_data_version;

with added as (
    insert into group_members (tenant_id, user_id, group_id, assigned_at)
    select $1, $2, $3, date_trunc('second', cast($4 as timestamptz)) where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null
        on conflict do nothing
    returning group_id
)
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, group_id)
select $1, $4, $5, $6, $7, $8, cast($9 as uuid), 'group.member.added', $2, group_id
  from added
returning event_id;

with author as (select cast($1 as text[]) as a), created as (
    insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at, expires_at,
                          rate_requests, rate_seconds, rate_burst)
    values ($2, $3, $4, $5, cast($6 as text[]), $7, cast(cast($8 as text) as timestamptz),
            cast($9 as integer), cast($10 as integer), cast($11 as integer))
    returning key_id
)
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, target_key_id)
select a[1], cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], 'key.created', key_id
  from author, created
returning event_id::text as event_id;

with author as (select cast($1 as text[]) as a), created as (
    insert into ssf_streams (tenant_id, stream_id, events_requested, description, status, created_at, xid, seq)
    select $2, $3, nullif(cast($4 as text[]), '{}'), nullif($5, ''), 'enabled', $6, feed_end, 0
      from (select count(*) as streams, pg_snapshot_xmin(pg_current_snapshot()) as feed_end from ssf_streams where tenant_id = $7) as known
     where streams < 100
    returning stream_id
)
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, stream_id)
select a[1], cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], 'ssf.stream.created', stream_id
  from author, created
returning event_id::text as event_id;

with author as (select cast($1 as text[]) as a), deleted as (
    delete from ssf_streams where tenant_id = $2 and stream_id = $3 returning stream_id
)
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, stream_id)
select a[1], cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], 'ssf.stream.deleted', stream_id
  from author, deleted
returning event_id::text as event_id;

with author as (select cast($1 as text[]) as a), ended as (
    update api_keys set expires_at = $2, rotated = true, made_to_expire_at = case when rotated then made_to_expire_at else expires_at end where tenant_id = $3 and key_id = $4 returning key_id
), created as (
    insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at, expires_at,
                          rate_requests, rate_seconds, rate_burst)
    values ($5, $6, $7, $8, cast($9 as text[]), $10, cast(cast($11 as text) as timestamptz),
            cast($12 as integer), cast($13 as integer), cast($14 as integer))
    returning key_id
)
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, target_key_id)
select a[1], cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], type, key_id
  from author, (select 'key.rotated' as type, key_id from ended union all select 'key.created', key_id from created) as changed
returning event_id::text as event_id;

with author as (select cast($1 as text[]) as a), given as (
    select *
      from jsonb_to_record(cast(cast($2 as text) as jsonb)) as entry (name text, description text)
), known as (
    select name, description from groups where tenant_id = $3 and group_id = $4 for update
), updated as (
    update groups g set name = given.name, description = given.description
      from given, known
     where g.tenant_id = $5 and g.group_id = $6
       and (known.name, known.description) is distinct from (given.name, given.description)
    returning array_remove(array[
        case when known.name <> given.name then '/name' end,
        case when known.description is distinct from given.description then '/description' end],
        null) as changed
), inserted as (
    insert into groups (tenant_id, group_id, name, description, created_at)
    select node.tenant, $7, name, description, $8 from (select $9) as node (tenant), given
     where not exists (select 1 from known)
        on conflict do nothing
    returning cast(null as text[]) as changed
), event as (

insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, group_id, changed)
select node.tenant, cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], case when changed is null then 'group.created' else 'group.updated' end, $10, changed
  from (select $11) as node (tenant), author, (select changed from updated union all select changed from inserted) as written
returning event_id::text as event_id
)
select created, (select event_id from event) as event_id
  from (select false as created from known union all select true from inserted) as put;

with author as (select cast($1 as text[]) as a), known as (
    select * from ssf_streams where tenant_id = $2 and stream_id = $3 for update
), given as (
    select case when $4 then coalesce(given.events, known.events_requested) else given.events end as events,
           case when $5 then coalesce(given.description, known.description) else given.description end
               as description
      from known,
           (select nullif(cast($6 as text[]), '{}') as events, nullif($7, '') as description) as given
), updated as (
    update ssf_streams s set events_requested = given.events, description = given.description
      from known, given
     where s.tenant_id = $8 and s.stream_id = $9
       and (known.events_requested, known.description) is distinct from (given.events, given.description)
    returning array_remove(array[
        case when known.events_requested is distinct from given.events then '/events_requested' end,
        case when known.description is distinct from given.description then '/description' end],
        null) as changed
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, stream_id, changed)
select node.tenant, cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], 'ssf.stream.updated', $10, changed
  from (select $11) as node (tenant), author, updated
returning event_id::text as event_id
) select (select event_id from event) as event, to_json(events)::text as events, description
   from given;

with author as (select cast($1 as text[]) as a), known as (
    select *, pg_snapshot_xmin(pg_current_snapshot()) as feed_end from ssf_streams where tenant_id = $2 and stream_id = $3 for update
), updated as (
    update ssf_streams s
       set status = $4, status_reason = nullif($5, ''),
           xid = case when known.status = 'disabled' then known.feed_end else s.xid end,
           seq = case when known.status = 'disabled' then 0 else s.seq end,
           acknowledged = case when known.status = 'disabled' then '{}' else s.acknowledged end
      from known
     where s.tenant_id = $6 and s.stream_id = $7
       and (known.status, known.status_reason) is distinct from ($8, nullif($9, ''))
    returning array_remove(array[
        case when known.status <> $10 then '/status' end,
        case when known.status_reason is distinct from nullif($11, '') then '/reason' end],
        null) as changed
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, stream_id, changed)
select node.tenant, cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], 'ssf.stream.updated', $12, changed
  from (select $13) as node (tenant), author, updated
returning event_id::text as event_id
) select coalesce((select event_id from event), '') from known;

with author as (select cast($1 as text[]) as a), locked as materialized (
    select group_id from groups where tenant_id = $2 and group_id = $3 for update
), removed as (
    delete from groups where tenant_id = $4 and group_id = $5 and exists (select from locked)
    returning group_id
)
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, group_id)
select a[1], cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], 'group.deleted', group_id
  from author, removed
returning event_id::text as event_id;

with author as (select cast($1 as text[]) as a), locked as materialized (select pg_advisory_xact_lock(hashtext($2), hashtext($3) & 4095)::text), given as (
    select cast(cast($4 as text) as inet) as ip, entry.*
      from locked,
           jsonb_to_record(cast(cast($5 as text) as jsonb))
           as entry (login_count integer, failure_count integer, last_login_attempt bigint,
                     block_until bigint)
), known as (
    select block_until, coalesce(block_until > cast($6 as timestamptz), false) as is_blocked
      from ip_access
     where tenant_id = $7 and user_id = $8 and ip = (select ip from given)
       for update
), updated as (
    update ip_access a
       set login_count = g.login_count, failure_count = g.failure_count,
           last_login_attempt = to_timestamp(g.last_login_attempt),
           block_until = to_timestamp(g.block_until)
      from given g, known
     where a.tenant_id = $9 and a.user_id = $10 and a.ip = g.ip
    returning a.ip, a.block_until
), inserted as (
    insert into ip_access as inserted (tenant_id, user_id, ip, login_count, failure_count, last_login_attempt,
                           block_until)
    select node.tenant, $11, ip, login_count, failure_count, to_timestamp(last_login_attempt),
           to_timestamp(block_until)
      from (select $12) as node (tenant), given
     where not exists (select 1 from known)
        on conflict do nothing
    returning ip, block_until
), written as (
    select put.*, coalesce((select is_blocked from known), false) as was_blocked,
           coalesce(block_until > cast($13 as timestamptz), false) as is_blocked,
           (select known.block_until from known) as was_blocked_until
      from (select *, false as created from updated union all select *, true from inserted) as put
), event as (

insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id, ip_address)
select node.tenant, cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], case when is_blocked then 'ip.blocked' else 'ip.unblocked' end, $14, ip
  from (select $15) as node (tenant), author, written where is_blocked <> was_blocked or (is_blocked and block_until <> was_blocked_until)
returning event_id::text as event_id
)
select host(ip) as ip, created, (select event_id from event) as event_id from written;

with author as (select cast($1 as text[]) as a), locked as materialized (select pg_advisory_xact_lock(hashtext($2), hashtext($3) & 4095)::text), given as (
    select given.*
      from locked,
           jsonb_to_record(cast(cast($4 as text) as jsonb))
           as given (session_key text, initiated_at bigint, expires_at bigint, last_updated bigint,
                     client_ids text[], last_metadata jsonb)
), known as (
    select sessions.*, xmin as version, expires_at > cast($5 as timestamptz) as is_live from sessions
     where tenant_id = $6 and user_id = $7 and session_id = $8
), updated as (
    update sessions s
       set session_key = g.session_key, expires_at = to_timestamp(g.expires_at),
           initiated_at = coalesce(to_timestamp(g.initiated_at),
               case when s.expires_at > cast($9 as timestamptz) then s.initiated_at else date_trunc('second', cast($10 as timestamptz)) end),
           last_updated_at = coalesce(to_timestamp(g.last_updated), date_trunc('second', cast($11 as timestamptz))),
           client_ids = g.client_ids, last_metadata = g.last_metadata
      from given g
     where s.tenant_id = $12 and s.user_id = $13 and s.session_id = $14
       and (s.expires_at > cast($15 as timestamptz)) = (select is_live from known)
       and (not $16 or s.xmin = (select version from known))
    returning s.*
), inserted as (
    insert into sessions as inserted (tenant_id, user_id, session_id, session_key, initiated_at, expires_at,
                          last_updated_at, client_ids, last_metadata)
    select node.tenant, $17, $18, session_key,
           coalesce(to_timestamp(initiated_at), date_trunc('second', cast($19 as timestamptz))), to_timestamp(expires_at),
           coalesce(to_timestamp(last_updated), date_trunc('second', cast($20 as timestamptz))), client_ids, last_metadata
      from (select $21) as node (tenant), given
     where not exists (select 1 from known)
        on conflict do nothing
    returning *
), written as (
    select written.*, coalesce((select is_live from known), false) as was_live,
           (select to_timestamp(expires_at) from given) > cast($22 as timestamptz) as is_live
      from (select * from updated union all select * from inserted) as written
), event as (

insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id, session_id, selector)
select node.tenant, cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], case when not was_live then 'session.created' else case when is_live then 'session.updated' else 'session.revoked' end end, $23, $24, case when was_live and not is_live then 'expires_at' end
  from (select $25) as node (tenant), author, written where was_live <> is_live or was_live and $26 and (select (session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text) from known) is distinct from (select (session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text) from written)
returning event_id::text as event_id
)
select floor(extract(epoch from initiated_at))::bigint as initiated,
       floor(extract(epoch from last_updated_at))::bigint as updated,
       last_metadata::text as metadata,
       not was_live as created, (select event_id from event) as event_id
  from written;

with author as (select cast($1 as text[]) as a), locked as materialized (select pg_advisory_xact_lock(hashtext($2), hashtext($3) & 4095)::text), locked_user as (
    select 1 from users where tenant_id = $4 and user_id = $5 and exists (select from locked) for no key update
), found as (
    select ip, coalesce(block_until > $6, false) as is_blocked
      from ip_access
     where tenant_id = $7 and user_id = $8 and exists (select 1 from locked_user) and (block_until is not null or failure_count > 0)
       for update
), changed as (
    update ip_access a set block_until = null, failure_count = 0
      from found
     where a.tenant_id = $9 and a.user_id = $10 and a.ip = found.ip
    returning a.ip, found.is_blocked
), event as (

insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id, ip_address, selector)
select node.tenant, cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], 'ip.unblocked', $11, ip, 'all'
  from (select $12) as node (tenant), author, changed where is_blocked
returning event_id::text as event_id
)
select cast((select count(*) from changed) as integer) as changed,
(select array_to_string((array_agg(event_id::text))[:100], ' ')
            || case when count(*) > 100 then ' +' || (count(*) - 100) else '' end
       from event) as event_ids;

with author as (select cast($1 as text[]) as a), locked as materialized (select pg_advisory_xact_lock(hashtext($2), hashtext($3) & 4095)::text), locked_user as (
    select 1 from users where tenant_id = $4 and user_id = $5 and exists (select from locked) for no key update
), found as (
    select ip, coalesce(block_until > $6, false) as is_blocked
      from ip_access
     where tenant_id = $7 and user_id = $8 and exists (select 1 from locked_user) and block_until > $9 and ip between cast(cast($10 as text) as inet) and cast(cast($11 as text) as inet)
       for update
), changed as (
    update ip_access a set block_until = null, failure_count = 0
      from found
     where a.tenant_id = $12 and a.user_id = $13 and a.ip = found.ip
    returning a.ip, found.is_blocked
), event as (

insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id, ip_address, selector)
select node.tenant, cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], 'ip.unblocked', $14, ip, 'ip_address'
  from (select $15) as node (tenant), author, changed where is_blocked
returning event_id::text as event_id
)
select cast((select count(*) from changed) as integer) as changed,
(select array_to_string((array_agg(event_id::text))[:100], ' ')
            || case when count(*) > 100 then ' +' || (count(*) - 100) else '' end
       from event) as event_ids;

with author as (select cast($1 as text[]) as a), locked as materialized (select pg_advisory_xact_lock(hashtext($2), hashtext($3) & 4095)::text), removed as (
    delete from group_members using locked
     where tenant_id = $4 and user_id = $5 and group_id = $6
    returning group_id
)
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id, group_id)
select a[1], cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], 'group.member.removed', $7, group_id
  from author, removed
returning event_id::text as event_id;

with author as (select cast($1 as text[]) as a), locked as materialized (select pg_advisory_xact_lock(hashtext($2), hashtext($3) & 4095)::text), touched as (
    update users set last_updated_at = date_trunc('second', cast($4 as timestamptz)) from locked
     where tenant_id = $5 and user_id = $6
    returning user_id
)
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id, authenticator)
select a[1], cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], 'identity.disconnected', user_id, $7
  from author, touched
returning event_id::text as event_id;

with author as (select cast($1 as text[]) as a), revoked as (
    update api_keys set revoked_at = $2 where tenant_id = $3 and key_id = $4 returning key_id
)
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, target_key_id)
select a[1], cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], 'key.revoked', key_id
  from author, revoked
returning event_id::text as event_id;

with author as (select cast($5 as text[]) as a), locked as materialized (select count(lock) from (select pg_advisory_xact_lock(hashtext($2), number)::text as lock from (select distinct hashtext(user_id) & 4095 as number from unnest(cast($1 as text[])) as user_id order by number) as locks) as held), kept as materialized (select u.user_id from (select unnest(cast($1 as text[])) limit (select cast(null as bigint))) as wanted (user_id)
      cross join lateral (
          select * from users where tenant_id = $2 and user_id = wanted.user_id and exists (select from locked) limit 1 for key share) as u
), found as materialized (select u.user_id, u.created_at, u.last_updated_at, u.password_updated_at, u.has_password, u.disabled,
       u.name, u.given_name, u.family_name,
       case when u.other_claims <> '{}' then u.other_claims::text end as other_claims,
       case when cast($3 as boolean) then u.public_data::text end as public_data,
       case when cast($4 as boolean) then u.private_data::text end as private_data,
       u.public_data_version, u.private_data_version,
       (select json_build_object('id', n.username_id, 'username', n.username,
                   'authenticators', n.authenticators, 'idps', n.idps)::text
          from usernames n
         where n.tenant_id = $2 and n.user_id = u.user_id) as username,
       '[' || array_to_string(array(
           select json_build_object('id', e.email_id, 'email', e.email,
                      'verified', e.verified, 'primary', e.is_primary,
                      'authenticators', e.authenticators, 'idps', e.idps)::text
             from emails e
            where e.tenant_id = $2 and e.user_id = u.user_id), ',') || ']' as emails,
       '[' || array_to_string(array(
           select json_build_object('id', p.phone_id, 'phone', p.phone,
                      'verified', p.verified, 'primary', p.is_primary,
                      'authenticators', p.authenticators, 'idps', p.idps)::text
             from phones p
            where p.tenant_id = $2 and p.user_id = u.user_id), ',') || ']' as phone_numbers,
       '[' || array_to_string(array(
           select json_build_object('provider_user_id', i.provider_user_id,
                      'authenticator', i.authenticator, 'claims', i.claims)::text
             from external_identities i
            where i.tenant_id = $2 and i.user_id = u.user_id), ',') || ']' as idps
 from kept as wanted (user_id)
      cross join lateral (
          select * from users where tenant_id = $2 and user_id = wanted.user_id limit 1) as u
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id)
select node.tenant, cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], 'private_data.read', user_id
  from (select $2) as node (tenant), author, found
returning event_id::text as event_id
) select found.*, (select string_agg(event_id, ' ') from event) as event_ids from found;

with author as (select cast($5 as text[]) as a), locked as materialized (select count(lock) from (select pg_advisory_xact_lock(hashtext($2), number)::text as lock from (select distinct hashtext(user_id) & 4095 as number from unnest(cast($1 as text[])) as user_id order by number) as locks) as held), kept as materialized (select u.user_id from (select unnest(cast($1 as text[])) limit (select cast(null as bigint))) as wanted (user_id)
      cross join lateral (
          select * from users where tenant_id = $2 and user_id = wanted.user_id and exists (select from locked) limit 1 for key share) as u
), found as materialized (select u.user_id, u.created_at, u.last_updated_at, u.password_updated_at, u.has_password, u.disabled,
       u.name, u.given_name, u.family_name,
       case when u.other_claims <> '{}' then u.other_claims::text end as other_claims,
       case when cast($3 as boolean) then u.public_data::text end as public_data,
       case when cast($4 as boolean) then u.private_data::text end as private_data,
       u.public_data_version, u.private_data_version,
       (select json_build_object('id', n.username_id, 'username', n.username,
                   'authenticators', n.authenticators, 'idps', n.idps)::text
          from usernames n
         where n.tenant_id = $2 and n.user_id = u.user_id) as username,
       '[' || array_to_string(array(
           select json_build_object('id', e.email_id, 'email', e.email,
                      'verified', e.verified, 'primary', e.is_primary,
                      'authenticators', e.authenticators, 'idps', e.idps)::text
             from emails e
            where e.tenant_id = $2 and e.user_id = u.user_id), ',') || ']' as emails,
       '[' || array_to_string(array(
           select json_build_object('id', p.phone_id, 'phone', p.phone,
                      'verified', p.verified, 'primary', p.is_primary,
                      'authenticators', p.authenticators, 'idps', p.idps)::text
             from phones p
            where p.tenant_id = $2 and p.user_id = u.user_id), ',') || ']' as phone_numbers,
       '[' || array_to_string(array(
           select json_build_object('provider_user_id', i.provider_user_id,
                      'authenticator', i.authenticator, 'claims', i.claims)::text
             from external_identities i
            where i.tenant_id = $2 and i.user_id = u.user_id), ',') || ']' as idps
 from kept as wanted (user_id)
      cross join lateral (
          select * from users where tenant_id = $2 and user_id = wanted.user_id limit 1) as u
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id)
select node.tenant, cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], 'user.exported', user_id
  from (select $2) as node (tenant), author, found
returning event_id::text as event_id
) select found.*, (select string_agg(event_id, ' ') from event) as event_ids from found;

with changed as (    update users u
       set private_data = merged, private_data_version = u.private_data_version + 1, last_updated_at = date_trunc('second', cast($6 as timestamptz))
      from (
          select row_version, merged, merged::text as merged_text, array(select '/' || replace(replace(name, '~', '~0'), '/', '~1')
        from unnest(cast($5 as text[])) as name
       where before -> name is distinct from merged -> name or (before -> name)::text <> (merged -> name)::text) as pointers
            from (
                select xmin as row_version, private_data as before,
                       private_data || cast(cast($3 as text) as jsonb) as merged
                  from users where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null
                   and tenant_id = $1 and user_id = $2
                offset 0
            ) as stored
          offset 0
      ) as found
     where u.tenant_id = $1 and u.user_id = $2 and u.xmin = row_version
       and pointers <> '{}' and octet_length(merged_text) <= $4
    returning pointers, merged_text, u.private_data_version as version
), event as (

insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, changed)
select node.tenant, $6, $7, $8, $9, $10, cast($11 as uuid), 'user.private_data.updated', $2, pointers
  from (select $1) as node (tenant), changed
)
select merged_text, version from changed;

with changed as (    update users u
       set public_data = merged, public_data_version = u.public_data_version + 1, last_updated_at = date_trunc('second', cast($6 as timestamptz))
      from (
          select row_version, merged, merged::text as merged_text, array(select '/' || replace(replace(name, '~', '~0'), '/', '~1')
        from unnest(cast($5 as text[])) as name
       where before -> name is distinct from merged -> name or (before -> name)::text <> (merged -> name)::text) as pointers
            from (
                select xmin as row_version, public_data as before,
                       public_data || cast(cast($3 as text) as jsonb) as merged
                  from users where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null
                   and tenant_id = $1 and user_id = $2
                offset 0
            ) as stored
          offset 0
      ) as found
     where u.tenant_id = $1 and u.user_id = $2 and u.xmin = row_version
       and pointers <> '{}' and octet_length(merged_text) <= $4
    returning pointers, merged_text, u.public_data_version as version
), event as (

insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, changed)
select node.tenant, $6, $7, $8, $9, $10, cast($11 as uuid), 'user.public_data.updated', $2, pointers
  from (select $1) as node (tenant), changed
)
select merged_text, version from changed;

with deleted as (delete from sessions where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null       and tenant_id = $1 and user_id = $2 and session_id = $4
       and expires_at - cast($3 as timestamptz) > interval '0'
    returning session_id
)
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, session_id, selector)
select $1, $5, $6, $7, $8, $9, cast($10 as uuid), 'session.revoked', $2, session_id, 'session_id'
  from deleted
returning event_id;

with deleted as (delete from users where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null and tenant_id = $1 and user_id = $2 returning tenant_id, user_id), erased as materialized (
    select user_id, erase_addresses(tenant_id, user_id)::text from deleted
)
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id)
select $1, $3, $4, $5, $6, $7, cast($8 as uuid), 'user.deleted', user_id
  from erased
returning event_id;

with given as (
    select cast(cast($1 as text) as jsonb) as document
), given_usernames as (
    select entry.*
      from given, jsonb_to_recordset(jsonb_path_query_array(document, '$.username'))
           as entry (id text, username text, authenticators text[], idps text[])
), given_emails as (
    select entry.*
      from given, jsonb_to_recordset(document -> 'emails')
           as entry (id text, email text, verified boolean, "primary" boolean,
                     authenticators text[], idps text[])
), given_phones as (
    select entry.*
      from given, jsonb_to_recordset(document -> 'phone_numbers')
           as entry (id text, phone text, verified boolean, "primary" boolean,
                     authenticators text[], idps text[])
), given_identities as (
    select entry.*
      from given, jsonb_to_recordset(document -> 'idps')
           as entry (authenticator text, provider_user_id text, claims jsonb)
),
author as (
    select cast($2 as text[]) as a
), inserted_username as (
    insert into usernames as inserted (tenant_id, user_id, username_id, username, authenticators, idps)
    select node.tenant, $3, id, username, authenticators, idps from (select $4) as node (tenant), given_usernames
        on conflict do nothing
    returning username as value
), inserted_emails as (
    insert into emails as inserted (tenant_id, user_id, email_id, email, verified, is_primary, authenticators, idps)
    select node.tenant, $5, id, email, verified, "primary", authenticators, idps
      from (select $6) as node (tenant), given_emails order by email
        on conflict do nothing
    returning email as value
), inserted_phones as (
    insert into phones as inserted (tenant_id, user_id, phone_id, phone, verified, is_primary, authenticators, idps)
    select node.tenant, $7, id, phone, verified, "primary", authenticators, idps
      from (select $8) as node (tenant), given_phones order by phone
        on conflict do nothing
    returning phone as value
), inserted_identities as (
    insert into external_identities as inserted (tenant_id, user_id, authenticator, provider_user_id, claims)
    select node.tenant, $9, authenticator, provider_user_id, claims
      from (select $10) as node (tenant), given_identities order by authenticator, provider_user_id
        on conflict do nothing
    returning authenticator || ' ' || provider_user_id as value
), wanted as (
    select 'username' as list, username as value from given_usernames
    union all
    select 'emails', email from given_emails
    union all
    select 'phone_numbers', phone from given_phones
    union all
    select 'idps', authenticator || ' ' || provider_user_id from given_identities
), held as (
    select 'username' as list, value from inserted_username
    union all
    select 'emails', value from inserted_emails
    union all
    select 'phone_numbers', value from inserted_phones
    union all
    select 'idps', value from inserted_identities
    union all
    select 'username', username from usernames where tenant_id = $11 and user_id = $12
    union all
    select 'emails', email from emails where tenant_id = $13 and user_id = $14
    union all
    select 'phone_numbers', phone from phones where tenant_id = $15 and user_id = $16
    union all
    select 'idps', authenticator || ' ' || provider_user_id
      from external_identities where tenant_id = $17 and user_id = $18
), event as (

insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id, authenticator, changed)
select node.tenant, cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], e.type, $19, e.authenticator, e.changed
  from (select $20) as node (tenant), author, given, user_events(cast(cast($21 as text) as jsonb), document) as e
returning event_id::text as event_id
)
select list, value, null as event_id from (select * from wanted except select * from held) as taken
union all
select null, null, event_id from event;

with given as (
    select cast(cast($1 as text) as jsonb) as document
), given_usernames as (
    select entry.*
      from given, jsonb_to_recordset(jsonb_path_query_array(document, '$.username'))
           as entry (id text, username text, authenticators text[], idps text[])
), given_emails as (
    select entry.*
      from given, jsonb_to_recordset(document -> 'emails')
           as entry (id text, email text, verified boolean, "primary" boolean,
                     authenticators text[], idps text[])
), given_phones as (
    select entry.*
      from given, jsonb_to_recordset(document -> 'phone_numbers')
           as entry (id text, phone text, verified boolean, "primary" boolean,
                     authenticators text[], idps text[])
), given_identities as (
    select entry.*
      from given, jsonb_to_recordset(document -> 'idps')
           as entry (authenticator text, provider_user_id text, claims jsonb)
),
deleted_username as (
    delete from usernames
     where tenant_id = $2 and user_id = $3
       and (username_id, username, authenticators, idps) not in (
               select id, username, authenticators, idps from given_usernames)
), deleted_emails as (
    delete from emails
     where tenant_id = $4 and user_id = $5
       and (email_id, email, verified, is_primary, authenticators, idps) not in (
               select id, email, verified, "primary", authenticators, idps from given_emails)
), deleted_phones as (
    delete from phones
     where tenant_id = $6 and user_id = $7
       and (phone_id, phone, verified, is_primary, authenticators, idps) not in (
               select id, phone, verified, "primary", authenticators, idps from given_phones)
)
delete from external_identities
 where tenant_id = $8 and user_id = $9
   and (authenticator, provider_user_id, claims) not in (
           select authenticator, provider_user_id, claims from given_identities)
returning user_id;

with gone as (
    select $1 as provider
     where not exists (select from external_identities
                        where tenant_id = $2 and user_id = $3 and authenticator = $4)
), forgotten_on_username as (
    update usernames set idps = array_remove(idps, provider) from gone
     where tenant_id = $5 and user_id = $6 and provider = any(idps)
), forgotten_on_emails as (
    update emails set idps = array_remove(idps, provider) from gone
     where tenant_id = $7 and user_id = $8 and provider = any(idps)
)
update phones set idps = array_remove(idps, provider) from gone
 where tenant_id = $9 and user_id = $10 and provider = any(idps)
returning user_id;

with locked as materialized (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text)
select cast(cast($3 as text) as jsonb)::text as public_data,
       cast(cast($4 as text) as jsonb)::text as private_data
  from locked;

with locked as materialized (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) select true from locked;

with locked as materialized (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text), found as (
    select private_data::text as document, private_data_version as version
      from users
     where tenant_id = $1 and user_id = $2 and exists (select from locked)
       for key share
), event as (

insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id)
select node.tenant, $3, $4, $5, $6, $7, cast($8 as uuid), 'private_data.read', $2
  from (select $1) as node (tenant), found
) select document, version, cast($8 as uuid) as event_id from found;

with locked as materialized (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text), found as (
    select private_data_version as version, private_data as stored,
           merge_patch(private_data, cast(cast($3 as text) as jsonb)) as merged
      from users
     where tenant_id = $1 and user_id = $2 and exists (select from locked)
       for update
), checked as (
    select found.*, merged::text as merged_text,
           (merged <> stored or merged::text <> stored::text) as differs,
           case when octet_length(merged::text) <= $4 then true
     when octet_length(merged::text) > $4 * 3 / 2 then false
     else octet_length(regexp_replace(merged::text, '("(?:[^"\\]|\\.)*")|[ ]', '\1', 'g')) <= $4
end as fits,
           (cast($5 as boolean) or version = any(cast($6 as bigint[])))
               and not (cast($7 as boolean) or version = any(cast($8 as bigint[]))) as matches
      from found
), changed as (
    update users u
       set private_data = c.merged, private_data_version = c.version + 1, last_updated_at = date_trunc('second', cast($9 as timestamptz))
      from checked c
     where u.tenant_id = $1 and u.user_id = $2
       and c.differs and c.matches and c.fits
    returning c.stored, c.merged
), event as (

insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, changed)
select node.tenant, $9, $10, $11, $12, $13, cast($14 as uuid), 'user.private_data.updated', $2, changed_pointers(stored, merged)
  from (select $1) as node (tenant), changed
returning event_id
)
select matches, fits or not differs as fits, merged_text,
       version + cast(differs and matches as integer) as version, (select event_id from event) as event_id
  from checked;

with locked as materialized (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text), found as (
    select public_data_version as version, public_data as stored,
           merge_patch(public_data, cast(cast($3 as text) as jsonb)) as merged
      from users
     where tenant_id = $1 and user_id = $2 and exists (select from locked)
       for update
), checked as (
    select found.*, merged::text as merged_text,
           (merged <> stored or merged::text <> stored::text) as differs,
           case when octet_length(merged::text) <= $4 then true
     when octet_length(merged::text) > $4 * 3 / 2 then false
     else octet_length(regexp_replace(merged::text, '("(?:[^"\\]|\\.)*")|[ ]', '\1', 'g')) <= $4
end as fits,
           (cast($5 as boolean) or version = any(cast($6 as bigint[])))
               and not (cast($7 as boolean) or version = any(cast($8 as bigint[]))) as matches
      from found
), changed as (
    update users u
       set public_data = c.merged, public_data_version = c.version + 1, last_updated_at = date_trunc('second', cast($9 as timestamptz))
      from checked c
     where u.tenant_id = $1 and u.user_id = $2
       and c.differs and c.matches and c.fits
    returning c.stored, c.merged
), event as (

insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, changed)
select node.tenant, $9, $10, $11, $12, $13, cast($14 as uuid), 'user.public_data.updated', $2, changed_pointers(stored, merged)
  from (select $1) as node (tenant), changed
returning event_id
)
select matches, fits or not differs as fits, merged_text,
       version + cast(differs and matches as integer) as version, (select event_id from event) as event_id
  from checked;

with meant as (delete from sessions where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null and tenant_id = $1 and user_id = $2 and (expires_at - cast($3 as timestamptz) > interval '0'
 and (cast($4 as text) is null or $4 = any(client_ids))
 and (cast($5 as text) is null
      or metadata_address(last_metadata) between cast(cast($5 as text) as inet)
                                             and cast(cast($6 as text) as inet))
 and (cast($7 as timestamptz) is null or initiated_at < $7)) and session_id not in (select unnest(cast($8 as text[]))) returning session_id), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id, session_id, selector)
select node.tenant, $9, $10, $11, $12, $13, 'session.revoked', $2, session_id, $14
  from (select $1) as node (tenant), meant
)
select (select count(*) from meant)::integer as revoked,
       array(select session_id from meant order by session_id limit 1000) as session_ids;

with meant as (delete from sessions where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null and tenant_id = $1 and user_id = $2 and expires_at - cast($3 as timestamptz) > interval '0' and session_id <> all($4) returning session_id), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, type, user_id, session_id, selector)
select node.tenant, $5, $6, $7, $8, $9, 'session.revoked', $2, session_id, $10
  from (select $1) as node (tenant), meant
)
select (select count(*) from meant)::integer as revoked,
       array(select session_id from meant order by session_id limit 1000) as session_ids;

with meant as materialized (select session_id from sessions where tenant_id = $1 and user_id = $2 and (expires_at - cast($3 as timestamptz) > interval '0'
 and (cast($4 as text) is null or $4 = any(client_ids))
 and (cast($5 as text) is null
      or metadata_address(last_metadata) between cast(cast($5 as text) as inet)
                                             and cast(cast($6 as text) as inet))
 and (cast($7 as timestamptz) is null or initiated_at < $7)) and session_id not in (select unnest(cast($8 as text[]))))
select (select count(*) from meant)::integer as revoked,
       array(select session_id from meant order by session_id limit 1000) as session_ids;

with recursive oldest as (
    (select tenant_id, occurred_at from events order by tenant_id, xid, seq limit 1)
    union all
    select next.tenant_id, next.occurred_at
      from oldest
           cross join lateral (
               select tenant_id, occurred_at from events
                where tenant_id > oldest.tenant_id
                order by tenant_id, xid, seq
                limit 1) as next
), held_back as materialized (
    select oldest.tenant_id, e.occurred_at
      from oldest
           cross join lateral (
               select occurred_at from events
                where tenant_id = oldest.tenant_id and xid >= pg_snapshot_xmin(pg_current_snapshot())
                order by xid, seq
                limit 1) as e
)
select (select count(*)
          from (select from held_back
                       cross join lateral (
                           select from events
                            where tenant_id = held_back.tenant_id and xid >= pg_snapshot_xmin(pg_current_snapshot())
                            order by xid, seq
                            limit 10000) as e
                 limit 10000) as counted) as held_back,
       (select extract(epoch from clock_timestamp() - min(occurred_at))::float8 from held_back) as held_back_seconds,
       (select count(*)
          from (select from deliveries d
                       cross join lateral (
                           select from events
                            where tenant_id = d.tenant_id and (xid, seq) > (case when d.xid > pg_snapshot_xmin(pg_current_snapshot()) then '0' else d.xid end, d.seq)
                            order by xid, seq
                            limit 10000) as e
                 limit 10000) as counted) as undelivered,
       (select extract(epoch from clock_timestamp() - min(e.occurred_at))::float8
          from deliveries d
               cross join lateral (
                   select occurred_at from events
                    where tenant_id = d.tenant_id and (xid, seq) > (case when d.xid > pg_snapshot_xmin(pg_current_snapshot()) then '0' else d.xid end, d.seq)
                    order by xid, seq
                    limit 1) as e) as undelivered_seconds,
       (select extract(epoch from clock_timestamp() - min(occurred_at))::float8 from oldest) as oldest_seconds,
       (select extract(epoch from clock_timestamp() - min(created_at))::float8 from idempotency_keys) as oldest_response_seconds;

with seen as materialized (select u.xmin as version from users u where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null and u.tenant_id = $1 and u.user_id = $2 and (cast($3 as text) is null or u.xmin::text = cast($3 as text))), changed_user as (
    update users u set disabled = $12, last_updated_at = date_trunc('second', cast($6 as timestamptz))
     where u.tenant_id = $1 and u.user_id = $2 and u.xmin = (select version from seen) and u.disabled <> $12
    returning u.disabled, u.last_updated_at
), outcome as (
    select u.user_id, u.created_at, case when c.last_updated_at is not null then c.last_updated_at else u.last_updated_at end as last_updated_at, u.password_updated_at, u.has_password, case when c.last_updated_at is not null then c.disabled else u.disabled end as disabled, u.name, u.given_name, u.family_name, u.other_claims, u.public_data, u.public_data_version, u.private_data, u.private_data_version, c.last_updated_at is not null as is_changed
      from users u left join changed_user c on true
     where u.tenant_id = $1 and u.user_id = $2 and (c.last_updated_at is not null or exists (select from seen) and (u.disabled <> $12) is not true)
)
, event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, changed)
select node.tenant, $6, $7, $8, $9, $10, cast($11 as uuid), case when $12 then 'user.disabled' else 'user.enabled' end, $2, null
  from (select $1) as node (tenant), changed_user
), refused as (select cast(null as text) as refusal)
select u.user_id, u.created_at, u.last_updated_at, u.password_updated_at, u.has_password, u.disabled,
       u.name, u.given_name, u.family_name,
       case when u.other_claims <> '{}' then u.other_claims::text end as other_claims,
       case when cast($4 as boolean) then u.public_data::text end as public_data,
       case when cast($5 as boolean) then u.private_data::text end as private_data,
       u.public_data_version, u.private_data_version,
       (select json_build_object('id', n.username_id, 'username', n.username,
                   'authenticators', n.authenticators, 'idps', n.idps)::text
          from usernames n
         where n.tenant_id = $1 and n.user_id = u.user_id) as username,
       '[' || array_to_string(array(
           select json_build_object('id', e.email_id, 'email', e.email,
                      'verified', e.verified, 'primary', e.is_primary,
                      'authenticators', e.authenticators, 'idps', e.idps)::text
             from emails e
            where e.tenant_id = $1 and e.user_id = u.user_id), ',') || ']' as emails,
       '[' || array_to_string(array(
           select json_build_object('id', p.phone_id, 'phone', p.phone,
                      'verified', p.verified, 'primary', p.is_primary,
                      'authenticators', p.authenticators, 'idps', p.idps)::text
             from phones p
            where p.tenant_id = $1 and p.user_id = u.user_id), ',') || ']' as phone_numbers,
       '[' || array_to_string(array(
           select json_build_object('provider_user_id', i.provider_user_id,
                      'authenticator', i.authenticator, 'claims', i.claims)::text
             from external_identities i
            where i.tenant_id = $1 and i.user_id = u.user_id), ',') || ']' as idps
       , (select refusal from refused) as refusal, case when u.is_changed then cast(cast($11 as uuid) as text) end as event_ids
  from outcome u;

with seen as materialized (select u.xmin as version from users u where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null and u.tenant_id = $1 and u.user_id = $2 and (cast($3 as text) is null or u.xmin::text = cast($3 as text))), changed_user as (
    update users u set disabled = true, last_updated_at = date_trunc('second', cast($6 as timestamptz))
     where u.tenant_id = $1 and u.user_id = $2 and u.xmin = (select version from seen) and not u.disabled
    returning u.disabled, u.last_updated_at
), unchanged as (
    select u.user_id from users u where u.tenant_id = $1 and u.user_id = $2 and u.xmin = (select version from seen) and not exists (select from changed_user) for no key update
), outcome as (
    select u.user_id, u.created_at, case when c.last_updated_at is not null then c.last_updated_at else u.last_updated_at end as last_updated_at, u.password_updated_at, u.has_password, case when c.last_updated_at is not null then c.disabled else u.disabled end as disabled, u.name, u.given_name, u.family_name, u.other_claims, u.public_data, u.public_data_version, u.private_data, u.private_data_version, c.last_updated_at is not null as is_changed
      from users u left join changed_user c on true
     where u.tenant_id = $1 and u.user_id = $2 and (c.last_updated_at is not null or exists (select from unchanged))
)
, ended as (
    select end_sessions($1, $2, cast($6 as timestamptz)) as session_id from outcome
), happened as (
    select cast($11 as uuid) as event_id, 'user.disabled' as type, null as session_id, null as selector
      from changed_user
    union all
    select uuid_v7(), 'session.revoked', session_id, 'disabled' from ended
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, session_id, selector)
select node.tenant, $6, $7, $8, $9, $10, event_id, type, $2, session_id, selector
  from (select $1) as node (tenant), happened
returning event_id
), refused as (select cast(null as text) as refusal)
select u.user_id, u.created_at, u.last_updated_at, u.password_updated_at, u.has_password, u.disabled,
       u.name, u.given_name, u.family_name,
       case when u.other_claims <> '{}' then u.other_claims::text end as other_claims,
       case when cast($4 as boolean) then u.public_data::text end as public_data,
       case when cast($5 as boolean) then u.private_data::text end as private_data,
       u.public_data_version, u.private_data_version,
       (select json_build_object('id', n.username_id, 'username', n.username,
                   'authenticators', n.authenticators, 'idps', n.idps)::text
          from usernames n
         where n.tenant_id = $1 and n.user_id = u.user_id) as username,
       '[' || array_to_string(array(
           select json_build_object('id', e.email_id, 'email', e.email,
                      'verified', e.verified, 'primary', e.is_primary,
                      'authenticators', e.authenticators, 'idps', e.idps)::text
             from emails e
            where e.tenant_id = $1 and e.user_id = u.user_id), ',') || ']' as emails,
       '[' || array_to_string(array(
           select json_build_object('id', p.phone_id, 'phone', p.phone,
                      'verified', p.verified, 'primary', p.is_primary,
                      'authenticators', p.authenticators, 'idps', p.idps)::text
             from phones p
            where p.tenant_id = $1 and p.user_id = u.user_id), ',') || ']' as phone_numbers,
       '[' || array_to_string(array(
           select json_build_object('provider_user_id', i.provider_user_id,
                      'authenticator', i.authenticator, 'claims', i.claims)::text
             from external_identities i
            where i.tenant_id = $1 and i.user_id = u.user_id), ',') || ']' as idps
       , (select refusal from refused) as refusal, (select array_to_string((array_agg(event_id::text))[:100], ' ')
            || case when count(*) > 100 then ' +' || (count(*) - 100) else '' end
       from event) as event_ids
  from outcome u;

with seen as materialized (select u.xmin as version from users u where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null and u.tenant_id = $1 and u.user_id = $2 and (cast($3 as text) is null or u.xmin::text = cast($3 as text))), claims as materialized (
    select before, jsonb_strip_nulls(before || cast(cast($12 as text) as jsonb)) as after
      from (select jsonb_strip_nulls(jsonb_build_object(
                       'name', name, 'given_name', given_name, 'family_name', family_name)) || other_claims as before
              from users where tenant_id = $1 and user_id = $2) as stored
), changed_user as (
    update users u set name = (select after ->> 'name' from claims), given_name = (select after ->> 'given_name' from claims), family_name = (select after ->> 'family_name' from claims), other_claims = (select after - array['name', 'given_name', 'family_name'] from claims), last_updated_at = date_trunc('second', cast($6 as timestamptz))
     where u.tenant_id = $1 and u.user_id = $2 and u.xmin = (select version from seen) and (select before <> after from claims)
    returning u.name, u.given_name, u.family_name, u.other_claims, u.last_updated_at
), outcome as (
    select u.user_id, u.created_at, case when c.last_updated_at is not null then c.last_updated_at else u.last_updated_at end as last_updated_at, u.password_updated_at, u.has_password, u.disabled, case when c.last_updated_at is not null then c.name else u.name end as name, case when c.last_updated_at is not null then c.given_name else u.given_name end as given_name, case when c.last_updated_at is not null then c.family_name else u.family_name end as family_name, case when c.last_updated_at is not null then c.other_claims else u.other_claims end as other_claims, u.public_data, u.public_data_version, u.private_data, u.private_data_version, c.last_updated_at is not null as is_changed
      from users u left join changed_user c on true
     where u.tenant_id = $1 and u.user_id = $2 and (c.last_updated_at is not null or exists (select from seen) and ((select before <> after from claims)) is not true)
)
, event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, changed)
select node.tenant, $6, $7, $8, $9, $10, cast($11 as uuid), 'user.updated', $2, (select changed_pointers(jsonb_build_object('claims', before), jsonb_build_object('claims', after)) from claims)
  from (select $1) as node (tenant), changed_user
), refused as (select cast(null as text) as refusal)
select u.user_id, u.created_at, u.last_updated_at, u.password_updated_at, u.has_password, u.disabled,
       u.name, u.given_name, u.family_name,
       case when u.other_claims <> '{}' then u.other_claims::text end as other_claims,
       case when cast($4 as boolean) then u.public_data::text end as public_data,
       case when cast($5 as boolean) then u.private_data::text end as private_data,
       u.public_data_version, u.private_data_version,
       (select json_build_object('id', n.username_id, 'username', n.username,
                   'authenticators', n.authenticators, 'idps', n.idps)::text
          from usernames n
         where n.tenant_id = $1 and n.user_id = u.user_id) as username,
       '[' || array_to_string(array(
           select json_build_object('id', e.email_id, 'email', e.email,
                      'verified', e.verified, 'primary', e.is_primary,
                      'authenticators', e.authenticators, 'idps', e.idps)::text
             from emails e
            where e.tenant_id = $1 and e.user_id = u.user_id), ',') || ']' as emails,
       '[' || array_to_string(array(
           select json_build_object('id', p.phone_id, 'phone', p.phone,
                      'verified', p.verified, 'primary', p.is_primary,
                      'authenticators', p.authenticators, 'idps', p.idps)::text
             from phones p
            where p.tenant_id = $1 and p.user_id = u.user_id), ',') || ']' as phone_numbers,
       '[' || array_to_string(array(
           select json_build_object('provider_user_id', i.provider_user_id,
                      'authenticator', i.authenticator, 'claims', i.claims)::text
             from external_identities i
            where i.tenant_id = $1 and i.user_id = u.user_id), ',') || ']' as idps
       , (select refusal from refused) as refusal, case when u.is_changed then cast(cast($11 as uuid) as text) end as event_ids
  from outcome u;

with seen as materialized (select u.xmin as version from users u where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null and u.tenant_id = $1 and u.user_id = $2 and (cast($3 as text) is null or u.xmin::text = cast($3 as text))), entries as (
    select * from emails where tenant_id = $1 and user_id = $2
), known as (
    select * from entries where email_id = $12
), refused as (
    select case when not exists (select from known) then 'not_found'
                when (select is_primary from known) and (select count(*) from entries) > 1 then 'primary'
           end as refusal
), changed_user as (
    update users u set last_updated_at = date_trunc('second', cast($6 as timestamptz))
     where u.tenant_id = $1 and u.user_id = $2 and u.xmin = (select version from seen) and (select refusal from refused) is null
    returning u.last_updated_at
), outcome as (
    select u.user_id, u.created_at, case when c.last_updated_at is not null then c.last_updated_at else u.last_updated_at end as last_updated_at, u.password_updated_at, u.has_password, u.disabled, u.name, u.given_name, u.family_name, u.other_claims, u.public_data, u.public_data_version, u.private_data, u.private_data_version, c.last_updated_at is not null as is_changed
      from users u left join changed_user c on true
     where u.tenant_id = $1 and u.user_id = $2 and (c.last_updated_at is not null or exists (select from seen) and ((select refusal from refused) is null) is not true)
)
, removed as (
    delete from emails where tenant_id = $1 and user_id = $2 and email_id = $12 and exists (select from changed_user)
    returning email_id
), emails as (
    select * from entries where email_id not in (select email_id from removed)
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, changed)
select node.tenant, $6, $7, $8, $9, $10, cast($11 as uuid), 'user.updated', $2, array['/emails']
  from (select $1) as node (tenant), changed_user
)
select u.user_id, u.created_at, u.last_updated_at, u.password_updated_at, u.has_password, u.disabled,
       u.name, u.given_name, u.family_name,
       case when u.other_claims <> '{}' then u.other_claims::text end as other_claims,
       case when cast($4 as boolean) then u.public_data::text end as public_data,
       case when cast($5 as boolean) then u.private_data::text end as private_data,
       u.public_data_version, u.private_data_version,
       (select json_build_object('id', n.username_id, 'username', n.username,
                   'authenticators', n.authenticators, 'idps', n.idps)::text
          from usernames n
         where n.tenant_id = $1 and n.user_id = u.user_id) as username,
       '[' || array_to_string(array(
           select json_build_object('id', e.email_id, 'email', e.email,
                      'verified', e.verified, 'primary', e.is_primary,
                      'authenticators', e.authenticators, 'idps', e.idps)::text
             from emails e
            where e.tenant_id = $1 and e.user_id = u.user_id), ',') || ']' as emails,
       '[' || array_to_string(array(
           select json_build_object('id', p.phone_id, 'phone', p.phone,
                      'verified', p.verified, 'primary', p.is_primary,
                      'authenticators', p.authenticators, 'idps', p.idps)::text
             from phones p
            where p.tenant_id = $1 and p.user_id = u.user_id), ',') || ']' as phone_numbers,
       '[' || array_to_string(array(
           select json_build_object('provider_user_id', i.provider_user_id,
                      'authenticator', i.authenticator, 'claims', i.claims)::text
             from external_identities i
            where i.tenant_id = $1 and i.user_id = u.user_id), ',') || ']' as idps
       , (select refusal from refused) as refusal, case when u.is_changed then cast(cast($11 as uuid) as text) end as event_ids
  from outcome u;

with seen as materialized (select u.xmin as version from users u where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null and u.tenant_id = $1 and u.user_id = $2 and (cast($3 as text) is null or u.xmin::text = cast($3 as text))), entries as (
    select * from emails where tenant_id = $1 and user_id = $2
), known as (
    select * from entries where email_id = cast($12 as text) or email = cast($13 as text)
), wanted as (
    select email_id, email, coalesce(cast($15 as boolean), verified) as verified,
           is_primary or cast($16 as boolean) as is_primary
      from known
    union all
    select cast($14 as text), cast($13 as text), coalesce(cast($15 as boolean), false),
           cast($16 as boolean) or not exists (select from entries where is_primary)
     where cast($13 as text) is not null and not exists (select from known)
), refused as (
    select case when not exists (select from wanted) then 'not_found'
                when not exists (select from known) and (select count(*) from entries) >= 1000 then 'too_many'
           end as refusal
), different as (
    select w.*
      from wanted w, refused
     where refusal is null
       and not exists (select from known k where (k.verified, k.is_primary) = (w.verified, w.is_primary))
), changed_user as (
    update users u set last_updated_at = date_trunc('second', cast($6 as timestamptz))
     where u.tenant_id = $1 and u.user_id = $2 and u.xmin = (select version from seen) and exists (select from different)
    returning u.last_updated_at
), outcome as (
    select u.user_id, u.created_at, case when c.last_updated_at is not null then c.last_updated_at else u.last_updated_at end as last_updated_at, u.password_updated_at, u.has_password, u.disabled, u.name, u.given_name, u.family_name, u.other_claims, u.public_data, u.public_data_version, u.private_data, u.private_data_version, c.last_updated_at is not null as is_changed
      from users u left join changed_user c on true
     where u.tenant_id = $1 and u.user_id = $2 and (c.last_updated_at is not null or exists (select from seen) and (exists (select from different)) is not true)
)
, demoted as (
    update emails e set is_primary = false
      from changed_user, different d, entries old
     where d.is_primary and old.is_primary and old.email_id <> d.email_id
       and e.tenant_id = $1 and e.user_id = $2 and e.email_id = old.email_id
    returning e.*
), updated as (
    update emails e set verified = d.verified, is_primary = d.is_primary
      from changed_user, different d, known k
     where e.tenant_id = $1 and e.user_id = $2 and e.email_id = k.email_id
       and (select count(*) from demoted) >= 0
    returning e.*
), inserted as (
    insert into emails as inserted (tenant_id, user_id, email_id, email, verified, is_primary)
    select node.tenant, $2, d.email_id, d.email, d.verified, d.is_primary
      from (select $1) as node (tenant), changed_user, different d
     where not exists (select from known) and (select count(*) from demoted) >= 0
    returning *
), written as (
    select * from demoted union all select * from updated union all select * from inserted
), emails as (
    select * from written
    union all
    select * from entries where email_id not in (select email_id from written)
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, changed)
select node.tenant, $6, $7, $8, $9, $10, cast($11 as uuid), 'user.updated', $2, array['/emails']
  from (select $1) as node (tenant), changed_user
)
select u.user_id, u.created_at, u.last_updated_at, u.password_updated_at, u.has_password, u.disabled,
       u.name, u.given_name, u.family_name,
       case when u.other_claims <> '{}' then u.other_claims::text end as other_claims,
       case when cast($4 as boolean) then u.public_data::text end as public_data,
       case when cast($5 as boolean) then u.private_data::text end as private_data,
       u.public_data_version, u.private_data_version,
       (select json_build_object('id', n.username_id, 'username', n.username,
                   'authenticators', n.authenticators, 'idps', n.idps)::text
          from usernames n
         where n.tenant_id = $1 and n.user_id = u.user_id) as username,
       '[' || array_to_string(array(
           select json_build_object('id', e.email_id, 'email', e.email,
                      'verified', e.verified, 'primary', e.is_primary,
                      'authenticators', e.authenticators, 'idps', e.idps)::text
             from emails e
            where e.tenant_id = $1 and e.user_id = u.user_id), ',') || ']' as emails,
       '[' || array_to_string(array(
           select json_build_object('id', p.phone_id, 'phone', p.phone,
                      'verified', p.verified, 'primary', p.is_primary,
                      'authenticators', p.authenticators, 'idps', p.idps)::text
             from phones p
            where p.tenant_id = $1 and p.user_id = u.user_id), ',') || ']' as phone_numbers,
       '[' || array_to_string(array(
           select json_build_object('provider_user_id', i.provider_user_id,
                      'authenticator', i.authenticator, 'claims', i.claims)::text
             from external_identities i
            where i.tenant_id = $1 and i.user_id = u.user_id), ',') || ']' as idps
       , (select refusal from refused) as refusal, case when u.is_changed then cast(cast($11 as uuid) as text) end as event_ids
  from outcome u;

with seen as materialized (select u.xmin as version from users u where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null and u.tenant_id = $1 and u.user_id = $2 and (cast($3 as text) is null or u.xmin::text = cast($3 as text))), entries as (
    select * from emails where tenant_id = $1 and user_id = $2
), known as (
    select verified from entries where email_id = $12
), refused as (
    select case when not exists (select from known) then 'not_found' end as refusal
), changed_user as (
    update users u set last_updated_at = date_trunc('second', cast($6 as timestamptz))
     where u.tenant_id = $1 and u.user_id = $2 and u.xmin = (select version from seen) and (select verified from known) <> $13
    returning u.last_updated_at
), outcome as (
    select u.user_id, u.created_at, case when c.last_updated_at is not null then c.last_updated_at else u.last_updated_at end as last_updated_at, u.password_updated_at, u.has_password, u.disabled, u.name, u.given_name, u.family_name, u.other_claims, u.public_data, u.public_data_version, u.private_data, u.private_data_version, c.last_updated_at is not null as is_changed
      from users u left join changed_user c on true
     where u.tenant_id = $1 and u.user_id = $2 and (c.last_updated_at is not null or exists (select from seen) and ((select verified from known) <> $13) is not true)
)
, updated as (
    update emails set verified = $13
     where tenant_id = $1 and user_id = $2 and email_id = $12 and exists (select from changed_user)
), emails as (
    select tenant_id, user_id, email_id, email, case when email_id = $12 then $13 else verified end as verified,
           is_primary, authenticators, idps
      from entries
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, changed)
select node.tenant, $6, $7, $8, $9, $10, cast($11 as uuid), 'user.updated', $2, array['/emails']
  from (select $1) as node (tenant), changed_user
)
select u.user_id, u.created_at, u.last_updated_at, u.password_updated_at, u.has_password, u.disabled,
       u.name, u.given_name, u.family_name,
       case when u.other_claims <> '{}' then u.other_claims::text end as other_claims,
       case when cast($4 as boolean) then u.public_data::text end as public_data,
       case when cast($5 as boolean) then u.private_data::text end as private_data,
       u.public_data_version, u.private_data_version,
       (select json_build_object('id', n.username_id, 'username', n.username,
                   'authenticators', n.authenticators, 'idps', n.idps)::text
          from usernames n
         where n.tenant_id = $1 and n.user_id = u.user_id) as username,
       '[' || array_to_string(array(
           select json_build_object('id', e.email_id, 'email', e.email,
                      'verified', e.verified, 'primary', e.is_primary,
                      'authenticators', e.authenticators, 'idps', e.idps)::text
             from emails e
            where e.tenant_id = $1 and e.user_id = u.user_id), ',') || ']' as emails,
       '[' || array_to_string(array(
           select json_build_object('id', p.phone_id, 'phone', p.phone,
                      'verified', p.verified, 'primary', p.is_primary,
                      'authenticators', p.authenticators, 'idps', p.idps)::text
             from phones p
            where p.tenant_id = $1 and p.user_id = u.user_id), ',') || ']' as phone_numbers,
       '[' || array_to_string(array(
           select json_build_object('provider_user_id', i.provider_user_id,
                      'authenticator', i.authenticator, 'claims', i.claims)::text
             from external_identities i
            where i.tenant_id = $1 and i.user_id = u.user_id), ',') || ']' as idps
       , (select refusal from refused) as refusal, case when u.is_changed then cast(cast($11 as uuid) as text) end as event_ids
  from outcome u;

with seen as materialized (select u.xmin as version from users u where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null and u.tenant_id = $1 and u.user_id = $2 and (cast($3 as text) is null or u.xmin::text = cast($3 as text))), entries as (
    select * from phones where tenant_id = $1 and user_id = $2
), known as (
    select * from entries where phone_id = $12
), refused as (
    select case when not exists (select from known) then 'not_found'
                when (select is_primary from known) and (select count(*) from entries) > 1 then 'primary'
           end as refusal
), changed_user as (
    update users u set last_updated_at = date_trunc('second', cast($6 as timestamptz))
     where u.tenant_id = $1 and u.user_id = $2 and u.xmin = (select version from seen) and (select refusal from refused) is null
    returning u.last_updated_at
), outcome as (
    select u.user_id, u.created_at, case when c.last_updated_at is not null then c.last_updated_at else u.last_updated_at end as last_updated_at, u.password_updated_at, u.has_password, u.disabled, u.name, u.given_name, u.family_name, u.other_claims, u.public_data, u.public_data_version, u.private_data, u.private_data_version, c.last_updated_at is not null as is_changed
      from users u left join changed_user c on true
     where u.tenant_id = $1 and u.user_id = $2 and (c.last_updated_at is not null or exists (select from seen) and ((select refusal from refused) is null) is not true)
)
, removed as (
    delete from phones where tenant_id = $1 and user_id = $2 and phone_id = $12 and exists (select from changed_user)
    returning phone_id
), phones as (
    select * from entries where phone_id not in (select phone_id from removed)
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, changed)
select node.tenant, $6, $7, $8, $9, $10, cast($11 as uuid), 'user.updated', $2, array['/phone_numbers']
  from (select $1) as node (tenant), changed_user
)
select u.user_id, u.created_at, u.last_updated_at, u.password_updated_at, u.has_password, u.disabled,
       u.name, u.given_name, u.family_name,
       case when u.other_claims <> '{}' then u.other_claims::text end as other_claims,
       case when cast($4 as boolean) then u.public_data::text end as public_data,
       case when cast($5 as boolean) then u.private_data::text end as private_data,
       u.public_data_version, u.private_data_version,
       (select json_build_object('id', n.username_id, 'username', n.username,
                   'authenticators', n.authenticators, 'idps', n.idps)::text
          from usernames n
         where n.tenant_id = $1 and n.user_id = u.user_id) as username,
       '[' || array_to_string(array(
           select json_build_object('id', e.email_id, 'email', e.email,
                      'verified', e.verified, 'primary', e.is_primary,
                      'authenticators', e.authenticators, 'idps', e.idps)::text
             from emails e
            where e.tenant_id = $1 and e.user_id = u.user_id), ',') || ']' as emails,
       '[' || array_to_string(array(
           select json_build_object('id', p.phone_id, 'phone', p.phone,
                      'verified', p.verified, 'primary', p.is_primary,
                      'authenticators', p.authenticators, 'idps', p.idps)::text
             from phones p
            where p.tenant_id = $1 and p.user_id = u.user_id), ',') || ']' as phone_numbers,
       '[' || array_to_string(array(
           select json_build_object('provider_user_id', i.provider_user_id,
                      'authenticator', i.authenticator, 'claims', i.claims)::text
             from external_identities i
            where i.tenant_id = $1 and i.user_id = u.user_id), ',') || ']' as idps
       , (select refusal from refused) as refusal, case when u.is_changed then cast(cast($11 as uuid) as text) end as event_ids
  from outcome u;

with seen as materialized (select u.xmin as version from users u where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null and u.tenant_id = $1 and u.user_id = $2 and (cast($3 as text) is null or u.xmin::text = cast($3 as text))), entries as (
    select * from phones where tenant_id = $1 and user_id = $2
), known as (
    select * from entries where phone_id = cast($12 as text) or phone = cast($13 as text)
), wanted as (
    select phone_id, phone, coalesce(cast($15 as boolean), verified) as verified,
           is_primary or cast($16 as boolean) as is_primary
      from known
    union all
    select cast($14 as text), cast($13 as text), coalesce(cast($15 as boolean), false),
           cast($16 as boolean) or not exists (select from entries where is_primary)
     where cast($13 as text) is not null and not exists (select from known)
), refused as (
    select case when not exists (select from wanted) then 'not_found'
                when not exists (select from known) and (select count(*) from entries) >= 1000 then 'too_many'
           end as refusal
), different as (
    select w.*
      from wanted w, refused
     where refusal is null
       and not exists (select from known k where (k.verified, k.is_primary) = (w.verified, w.is_primary))
), changed_user as (
    update users u set last_updated_at = date_trunc('second', cast($6 as timestamptz))
     where u.tenant_id = $1 and u.user_id = $2 and u.xmin = (select version from seen) and exists (select from different)
    returning u.last_updated_at
), outcome as (
    select u.user_id, u.created_at, case when c.last_updated_at is not null then c.last_updated_at else u.last_updated_at end as last_updated_at, u.password_updated_at, u.has_password, u.disabled, u.name, u.given_name, u.family_name, u.other_claims, u.public_data, u.public_data_version, u.private_data, u.private_data_version, c.last_updated_at is not null as is_changed
      from users u left join changed_user c on true
     where u.tenant_id = $1 and u.user_id = $2 and (c.last_updated_at is not null or exists (select from seen) and (exists (select from different)) is not true)
)
, demoted as (
    update phones e set is_primary = false
      from changed_user, different d, entries old
     where d.is_primary and old.is_primary and old.phone_id <> d.phone_id
       and e.tenant_id = $1 and e.user_id = $2 and e.phone_id = old.phone_id
    returning e.*
), updated as (
    update phones e set verified = d.verified, is_primary = d.is_primary
      from changed_user, different d, known k
     where e.tenant_id = $1 and e.user_id = $2 and e.phone_id = k.phone_id
       and (select count(*) from demoted) >= 0
    returning e.*
), inserted as (
    insert into phones as inserted (tenant_id, user_id, phone_id, phone, verified, is_primary)
    select node.tenant, $2, d.phone_id, d.phone, d.verified, d.is_primary
      from (select $1) as node (tenant), changed_user, different d
     where not exists (select from known) and (select count(*) from demoted) >= 0
    returning *
), written as (
    select * from demoted union all select * from updated union all select * from inserted
), phones as (
    select * from written
    union all
    select * from entries where phone_id not in (select phone_id from written)
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, changed)
select node.tenant, $6, $7, $8, $9, $10, cast($11 as uuid), 'user.updated', $2, array['/phone_numbers']
  from (select $1) as node (tenant), changed_user
)
select u.user_id, u.created_at, u.last_updated_at, u.password_updated_at, u.has_password, u.disabled,
       u.name, u.given_name, u.family_name,
       case when u.other_claims <> '{}' then u.other_claims::text end as other_claims,
       case when cast($4 as boolean) then u.public_data::text end as public_data,
       case when cast($5 as boolean) then u.private_data::text end as private_data,
       u.public_data_version, u.private_data_version,
       (select json_build_object('id', n.username_id, 'username', n.username,
                   'authenticators', n.authenticators, 'idps', n.idps)::text
          from usernames n
         where n.tenant_id = $1 and n.user_id = u.user_id) as username,
       '[' || array_to_string(array(
           select json_build_object('id', e.email_id, 'email', e.email,
                      'verified', e.verified, 'primary', e.is_primary,
                      'authenticators', e.authenticators, 'idps', e.idps)::text
             from emails e
            where e.tenant_id = $1 and e.user_id = u.user_id), ',') || ']' as emails,
       '[' || array_to_string(array(
           select json_build_object('id', p.phone_id, 'phone', p.phone,
                      'verified', p.verified, 'primary', p.is_primary,
                      'authenticators', p.authenticators, 'idps', p.idps)::text
             from phones p
            where p.tenant_id = $1 and p.user_id = u.user_id), ',') || ']' as phone_numbers,
       '[' || array_to_string(array(
           select json_build_object('provider_user_id', i.provider_user_id,
                      'authenticator', i.authenticator, 'claims', i.claims)::text
             from external_identities i
            where i.tenant_id = $1 and i.user_id = u.user_id), ',') || ']' as idps
       , (select refusal from refused) as refusal, case when u.is_changed then cast(cast($11 as uuid) as text) end as event_ids
  from outcome u;

with seen as materialized (select u.xmin as version from users u where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null and u.tenant_id = $1 and u.user_id = $2 and (cast($3 as text) is null or u.xmin::text = cast($3 as text))), entries as (
    select * from phones where tenant_id = $1 and user_id = $2
), known as (
    select verified from entries where phone_id = $12
), refused as (
    select case when not exists (select from known) then 'not_found' end as refusal
), changed_user as (
    update users u set last_updated_at = date_trunc('second', cast($6 as timestamptz))
     where u.tenant_id = $1 and u.user_id = $2 and u.xmin = (select version from seen) and (select verified from known) <> $13
    returning u.last_updated_at
), outcome as (
    select u.user_id, u.created_at, case when c.last_updated_at is not null then c.last_updated_at else u.last_updated_at end as last_updated_at, u.password_updated_at, u.has_password, u.disabled, u.name, u.given_name, u.family_name, u.other_claims, u.public_data, u.public_data_version, u.private_data, u.private_data_version, c.last_updated_at is not null as is_changed
      from users u left join changed_user c on true
     where u.tenant_id = $1 and u.user_id = $2 and (c.last_updated_at is not null or exists (select from seen) and ((select verified from known) <> $13) is not true)
)
, updated as (
    update phones set verified = $13
     where tenant_id = $1 and user_id = $2 and phone_id = $12 and exists (select from changed_user)
), phones as (
    select tenant_id, user_id, phone_id, phone, case when phone_id = $12 then $13 else verified end as verified,
           is_primary, authenticators, idps
      from entries
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, changed)
select node.tenant, $6, $7, $8, $9, $10, cast($11 as uuid), 'user.updated', $2, array['/phone_numbers']
  from (select $1) as node (tenant), changed_user
)
select u.user_id, u.created_at, u.last_updated_at, u.password_updated_at, u.has_password, u.disabled,
       u.name, u.given_name, u.family_name,
       case when u.other_claims <> '{}' then u.other_claims::text end as other_claims,
       case when cast($4 as boolean) then u.public_data::text end as public_data,
       case when cast($5 as boolean) then u.private_data::text end as private_data,
       u.public_data_version, u.private_data_version,
       (select json_build_object('id', n.username_id, 'username', n.username,
                   'authenticators', n.authenticators, 'idps', n.idps)::text
          from usernames n
         where n.tenant_id = $1 and n.user_id = u.user_id) as username,
       '[' || array_to_string(array(
           select json_build_object('id', e.email_id, 'email', e.email,
                      'verified', e.verified, 'primary', e.is_primary,
                      'authenticators', e.authenticators, 'idps', e.idps)::text
             from emails e
            where e.tenant_id = $1 and e.user_id = u.user_id), ',') || ']' as emails,
       '[' || array_to_string(array(
           select json_build_object('id', p.phone_id, 'phone', p.phone,
                      'verified', p.verified, 'primary', p.is_primary,
                      'authenticators', p.authenticators, 'idps', p.idps)::text
             from phones p
            where p.tenant_id = $1 and p.user_id = u.user_id), ',') || ']' as phone_numbers,
       '[' || array_to_string(array(
           select json_build_object('provider_user_id', i.provider_user_id,
                      'authenticator', i.authenticator, 'claims', i.claims)::text
             from external_identities i
            where i.tenant_id = $1 and i.user_id = u.user_id), ',') || ']' as idps
       , (select refusal from refused) as refusal, case when u.is_changed then cast(cast($11 as uuid) as text) end as event_ids
  from outcome u;

with seen as materialized (select u.xmin as version from users u where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null and u.tenant_id = $1 and u.user_id = $2 and (cast($3 as text) is null or u.xmin::text = cast($3 as text))), known as (
    select * from usernames where tenant_id = $1 and user_id = $2
), changed_user as (
    update users u set last_updated_at = date_trunc('second', cast($6 as timestamptz))
     where u.tenant_id = $1 and u.user_id = $2 and u.xmin = (select version from seen) and exists (select from known)
    returning u.last_updated_at
), outcome as (
    select u.user_id, u.created_at, case when c.last_updated_at is not null then c.last_updated_at else u.last_updated_at end as last_updated_at, u.password_updated_at, u.has_password, u.disabled, u.name, u.given_name, u.family_name, u.other_claims, u.public_data, u.public_data_version, u.private_data, u.private_data_version, c.last_updated_at is not null as is_changed
      from users u left join changed_user c on true
     where u.tenant_id = $1 and u.user_id = $2 and (c.last_updated_at is not null or exists (select from seen) and (exists (select from known)) is not true)
)
, removed as (
    delete from usernames where tenant_id = $1 and user_id = $2 and exists (select from changed_user)
), refused as (
    select case when not exists (select from known) then 'not_found' end as refusal
), usernames as (
    select * from known where false
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, changed)
select node.tenant, $6, $7, $8, $9, $10, cast($11 as uuid), 'user.updated', $2, array['/username']
  from (select $1) as node (tenant), changed_user
)
select u.user_id, u.created_at, u.last_updated_at, u.password_updated_at, u.has_password, u.disabled,
       u.name, u.given_name, u.family_name,
       case when u.other_claims <> '{}' then u.other_claims::text end as other_claims,
       case when cast($4 as boolean) then u.public_data::text end as public_data,
       case when cast($5 as boolean) then u.private_data::text end as private_data,
       u.public_data_version, u.private_data_version,
       (select json_build_object('id', n.username_id, 'username', n.username,
                   'authenticators', n.authenticators, 'idps', n.idps)::text
          from usernames n
         where n.tenant_id = $1 and n.user_id = u.user_id) as username,
       '[' || array_to_string(array(
           select json_build_object('id', e.email_id, 'email', e.email,
                      'verified', e.verified, 'primary', e.is_primary,
                      'authenticators', e.authenticators, 'idps', e.idps)::text
             from emails e
            where e.tenant_id = $1 and e.user_id = u.user_id), ',') || ']' as emails,
       '[' || array_to_string(array(
           select json_build_object('id', p.phone_id, 'phone', p.phone,
                      'verified', p.verified, 'primary', p.is_primary,
                      'authenticators', p.authenticators, 'idps', p.idps)::text
             from phones p
            where p.tenant_id = $1 and p.user_id = u.user_id), ',') || ']' as phone_numbers,
       '[' || array_to_string(array(
           select json_build_object('provider_user_id', i.provider_user_id,
                      'authenticator', i.authenticator, 'claims', i.claims)::text
             from external_identities i
            where i.tenant_id = $1 and i.user_id = u.user_id), ',') || ']' as idps
       , (select refusal from refused) as refusal, case when u.is_changed then cast(cast($11 as uuid) as text) end as event_ids
  from outcome u;

with seen as materialized (select u.xmin as version from users u where (select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 4095)::text) is not null and u.tenant_id = $1 and u.user_id = $2 and (cast($3 as text) is null or u.xmin::text = cast($3 as text))), known as (
    select * from usernames where tenant_id = $1 and user_id = $2
), changed_user as (
    update users u set last_updated_at = date_trunc('second', cast($6 as timestamptz))
     where u.tenant_id = $1 and u.user_id = $2 and u.xmin = (select version from seen) and not exists (select from known where username = $12)
    returning u.last_updated_at
), outcome as (
    select u.user_id, u.created_at, case when c.last_updated_at is not null then c.last_updated_at else u.last_updated_at end as last_updated_at, u.password_updated_at, u.has_password, u.disabled, u.name, u.given_name, u.family_name, u.other_claims, u.public_data, u.public_data_version, u.private_data, u.private_data_version, c.last_updated_at is not null as is_changed
      from users u left join changed_user c on true
     where u.tenant_id = $1 and u.user_id = $2 and (c.last_updated_at is not null or exists (select from seen) and (not exists (select from known where username = $12)) is not true)
)
, renamed as (
    update usernames set username = $12
     where tenant_id = $1 and user_id = $2 and exists (select from changed_user)
    returning *
), named as (
    insert into usernames as inserted (tenant_id, user_id, username_id, username)
    select node.tenant, $2, $13, $12 from (select $1) as node (tenant), changed_user where not exists (select from known)
    returning *
), usernames as (
    select * from renamed union all select * from named
    union all
    select * from known where not exists (select from changed_user)
), event as (
insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id, type, user_id, changed)
select node.tenant, $6, $7, $8, $9, $10, cast($11 as uuid), 'user.updated', $2, array['/username']
  from (select $1) as node (tenant), changed_user
), refused as (select cast(null as text) as refusal)
select u.user_id, u.created_at, u.last_updated_at, u.password_updated_at, u.has_password, u.disabled,
       u.name, u.given_name, u.family_name,
       case when u.other_claims <> '{}' then u.other_claims::text end as other_claims,
       case when cast($4 as boolean) then u.public_data::text end as public_data,
       case when cast($5 as boolean) then u.private_data::text end as private_data,
       u.public_data_version, u.private_data_version,
       (select json_build_object('id', n.username_id, 'username', n.username,
                   'authenticators', n.authenticators, 'idps', n.idps)::text
          from usernames n
         where n.tenant_id = $1 and n.user_id = u.user_id) as username,
       '[' || array_to_string(array(
           select json_build_object('id', e.email_id, 'email', e.email,
                      'verified', e.verified, 'primary', e.is_primary,
                      'authenticators', e.authenticators, 'idps', e.idps)::text
             from emails e
            where e.tenant_id = $1 and e.user_id = u.user_id), ',') || ']' as emails,
       '[' || array_to_string(array(
           select json_build_object('id', p.phone_id, 'phone', p.phone,
                      'verified', p.verified, 'primary', p.is_primary,
                      'authenticators', p.authenticators, 'idps', p.idps)::text
             from phones p
            where p.tenant_id = $1 and p.user_id = u.user_id), ',') || ']' as phone_numbers,
       '[' || array_to_string(array(
           select json_build_object('provider_user_id', i.provider_user_id,
                      'authenticator', i.authenticator, 'claims', i.claims)::text
             from external_identities i
            where i.tenant_id = $1 and i.user_id = u.user_id), ',') || ']' as idps
       , (select refusal from refused) as refusal, case when u.is_changed then cast(cast($11 as uuid) as text) end as event_ids
  from outcome u;

