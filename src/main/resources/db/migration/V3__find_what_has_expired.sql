-- What the command purge looks for, over all users: it walks these orders from their oldest end, so that no batch reads what
-- is still in use. The greatest of both is when an address last mattered; a missing end of a block does not count.

create index sessions_expired on sessions (expires_at);
create index ip_access_expired on ip_access (greatest(last_login_attempt, block_until));
