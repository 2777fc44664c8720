-- A copy of the rows that runs consume, to restore them.
create schema seed;
create table seed.users as
select u.* from generate_series(1, :victims) n
  join users u on u.tenant_id = 'tenant-' || n * (:users / :victims) % :tenants
              and u.user_id = (100000000 + n * (:users / :victims))::text;
create table seed.emails as select t.* from emails t join seed.users using (tenant_id, user_id);
create table seed.group_members as select t.* from group_members t join seed.users using (tenant_id, user_id);
create table seed.ip_access as select t.* from ip_access t join seed.users using (tenant_id, user_id);
create table seed.sessions as
select t.* from sessions t join seed.users using (tenant_id, user_id)
union all
(select * from sessions where tenant_id = 'tenant-0' and user_id = 'many');
analyze seed.users, seed.emails;
