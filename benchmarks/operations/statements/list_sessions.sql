\set user random(10000001, 10020000)
select session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text as metadata,
       (select count(*)
          from (select session_id from sessions where tenant_id = :tenant and user_id = :user and expires_at > :now
                 order by expires_at limit 251) as found) as counted
  from sessions
 where tenant_id = :tenant and user_id = :user and expires_at - cast(:now as timestamptz) > interval '0'
 order by last_updated_at desc, session_id desc
 limit 11;
