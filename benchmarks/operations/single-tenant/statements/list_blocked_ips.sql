select host(ip), floor(extract(epoch from block_until))::bigint, floor(extract(epoch from last_login_attempt))::bigint,
       login_count, failure_count
  from single.ip_access
 where user_id = :user and block_until > :now
 order by last_login_attempt desc, ip_access.ip desc
 limit 11;
