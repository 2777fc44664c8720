-- The orders in which the users and the groups of a tenant are listed, each with the identifier as its last column because
-- it breaks ties: a page is read from where the one before ended, wherever that is. (By user_id, the primary key serves.)
-- They lock out writes while they are built, which is over at once: the tables were never filled by a release before this.

create index users_by_created on users (tenant_id, created_at, user_id);
create index users_by_last_updated on users (tenant_id, last_updated_at, user_id);
create index groups_by_name on groups (tenant_id, name collate "C", group_id);
