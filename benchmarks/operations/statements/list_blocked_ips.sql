\set user random(10000001, 10020000)
select host(ip), floor(extract(epoch from block_until))::bigint, floor(extract(epoch from last_login_attempt))::bigint,
       login_count, failure_count,
       (select count(*)
          from (select 1 from ip_access where tenant_id = :tenant and user_id = :user and block_until > :now
                 order by block_until limit 250) found)
  from ip_access
 where tenant_id = :tenant and user_id = :user and block_until > :now
 order by last_login_attempt desc, ip desc
 limit 11;
