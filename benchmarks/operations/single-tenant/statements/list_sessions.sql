select session_id::text, session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text
  from single.sessions
 where user_id = :user and expires_at > :now
 order by last_updated_at desc, session_id desc
 limit 11;
