-- The bytes of each table: its rows, with TOAST, and its indexes.
select :'name', :users, relname, n_live_tup, pg_table_size(relid), pg_indexes_size(relid)
  from pg_stat_user_tables
 where schemaname = 'public' and n_live_tup >= :users / 20
 order by pg_total_relation_size(relid) desc;
