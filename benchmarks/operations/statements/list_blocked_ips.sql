\set user random(10000001, 10020000)
select host(ip) as ip, floor(extract(epoch from block_until))::bigint as blocked_until_second,
       floor(extract(epoch from last_login_attempt))::bigint as last_attempt_second, login_count, failure_count,
       (select count(*)
          from (select 1 from ip_access where tenant_id = :tenant and user_id = :user and block_until > :now
                 order by block_until limit 251) as found) as counted
  from ip_access
 where tenant_id = :tenant and user_id = :user and block_until - cast(:now as timestamptz) > interval '0'
 order by last_login_attempt desc, ip_access.ip desc
 limit 11;
