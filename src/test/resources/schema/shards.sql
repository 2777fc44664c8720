-- The schema with every table of a tenant's data hash-partitioned by the tenant, as Citus shards it: a plan tells by the names of the
-- partitions which shards a statement touches. Tables that Citus has on every node stay as they are.
do $$
declare
    shards constant integer := 4;
    name text;
    line record;
begin
    create temporary table sharded as
        select table_name::text as name
          from information_schema.columns
         where table_schema = 'public' and column_name = 'tenant_id' and table_name not in ('tenants', 'api_keys');
    create temporary table added as
        select 1 as place, conrelid, format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as sql
          from pg_constraint
         where contype in ('p', 'u', 'c') and conrelid::regclass::text in (table sharded)
        union all
        select 2, indrelid, pg_get_indexdef(indexrelid)
          from pg_index
         where indrelid::regclass::text in (table sharded)
           and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
        union all
        select 3, conrelid, format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
          from pg_constraint
         where contype = 'f' and conrelid::regclass::text in (table sharded);
    create schema plain;
    for name in table sharded loop
        execute format('alter table public.%I set schema plain', name);
        execute format(
            'create table public.%1$I (like plain.%1$I including defaults including identity) partition by hash (tenant_id)', name);
        for shard in 0 .. shards - 1 loop
            execute format(
                'create table %I partition of %I for values with (modulus %s, remainder %s)', name || '_' || shard, name, shards, shard);
        end loop;
    end loop;
    for line in select sql from added order by place loop
        execute line.sql;
    end loop;
    drop schema plain cascade;
end
$$;
