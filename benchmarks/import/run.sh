#!/usr/bin/env bash
# Measures `useradmin import` against psql's \copy of the very same rows into the same tables, one after the other.
#
#   benchmarks/import/run.sh [users, default 1000000]
#
# It needs the packaged jar (./mvnw package -DskipTests) and psql. With PGHOST set it makes a database of its own on that server
# and drops it in the end; else it starts a PostgreSQL of its own from PG_BIN in a temporary folder, as the user postgres
# where it is run by root. The result goes to standard output and to benchmarks/results.
set -euo pipefail

users=${1:-1000000}
heap=256m
root=$(cd "$(dirname "$0")/../.." && pwd)
jar=$root/target/quarkus-app/quarkus-run.jar
bin=${PG_BIN:-/usr/lib/postgresql/15/bin}
tables=(users usernames emails phones external_identities sessions ip_access)
database=useradmin_benchmark_$$

. "$root/.mvn/jdk.sh"
[ -f "$jar" ] || { echo "There is no $jar: run ./mvnw package -DskipTests first." >&2; exit 1; }
folder=$(mktemp -d)
chmod 755 "$folder"

as_postgres() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }

start_server() {
  mkdir "$folder/server"
  if [ "$(id -u)" = 0 ]; then chown postgres "$folder/server"; fi
  export PGHOST=localhost PGUSER=postgres PGPORT=${PGPORT:-15433}
  (cd "$folder/server"
    as_postgres "$bin/initdb" -D data -A trust -U postgres -E UTF8 --locale=C.UTF-8 >initdb.log
    # The defaults, but for a write-ahead log that does not force checkpoints in the midst of either measurement.
    as_postgres "$bin/pg_ctl" -D data -l log -w \
      -o "-p $PGPORT -k $folder/server -c max_wal_size=16GB -c checkpoint_timeout=1h" start >/dev/null)
  trap stop_server EXIT
}

stop_server() {
  as_postgres "$bin/pg_ctl" -D "$folder/server/data" -m immediate stop >/dev/null
  rm -rf "$folder"
}

drop_database() {
  psql -q -d postgres -c "drop database $database with (force)"
  rm -rf "$folder"
}

if [ -z "${PGHOST-}" ]; then
  start_server
else
  trap drop_database EXIT
fi
psql -q -d postgres -c "create database $database"
export PGDATABASE=$database
export QUARKUS_DATASOURCE_REACTIVE_URL=postgresql://$PGHOST:${PGPORT:-5432}/$database
export QUARKUS_DATASOURCE_USERNAME=${PGUSER:-postgres} QUARKUS_DATASOURCE_PASSWORD=${PGPASSWORD-}

useradmin() { "$JAVA_HOME/bin/java" -Xmx$heap -jar "$jar" "$@"; }
now() { date +%s.%N; }
since() { echo "$(now) - $1" | bc; }

echo "Generating $users users" >&2
"$JAVA_HOME/bin/java" "$root/benchmarks/import/Generator.java" "$users" "$folder/users.ndjson"
useradmin migrate >/dev/null
useradmin tenant create benchmark --name Benchmark >/dev/null
psql -q -c checkpoint

echo "Importing" >&2
start=$(now)
"$JAVA_HOME/bin/java" -Xmx$heap -jar "$jar" import --tenant benchmark "$folder/users.ndjson" >"$folder/summary" &
importer=$!
memory=0
# Linux keeps the peak of the resident memory as long as the process lives. The greatest sample counts: one that is taken while
# the process begins or ends tells little or nothing.
while kill -0 $importer 2>/dev/null; do
  peak=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$importer/status" 2>/dev/null || :)
  if [ "${peak:-0}" -gt "$memory" ]; then memory=$peak; fi
  sleep 0.2
done
[ "$memory" -gt 0 ] || { echo "The memory of the importer could not be read." >&2; exit 1; }
wait $importer
imported=$(since "$start")

# Rows in the order in which the import wrote them, as text, which is what \copy reads back.
for table in "${tables[@]}"; do psql -q -c "\\copy $table to '$folder/$table.copy'"; done
rows=$(cat "$folder"/*.copy | wc -l)
psql -q -c "set client_min_messages = warning" -c "truncate users cascade" -c checkpoint

# A transaction keeps the plan with which it checks its first foreign key. Each \copy is one, and with the statistics of an empty
# table it would look for users in an index that is none of theirs: so statistics are gathered in between, which takes a second.
echo "Copying" >&2
start=$(now)
for table in "${tables[@]}"; do psql -q -c "\\copy $table from '$folder/$table.copy'" -c "analyze $table"; done
copied=$(since "$start")
again=$(psql -At -c "$(for table in "${tables[@]}"; do echo "select count(*) from $table union all"; done) select 0" | paste -sd+ | bc)
[ "$rows" = "$again" ] || { echo "\\copy wrote $again rows of $rows" >&2; exit 1; }

result=$root/benchmarks/results/import-$users.md
commit=$(git -C "$root" rev-parse --short HEAD)$(git -C "$root" diff --quiet HEAD -- src || echo " with changes")
cat >"$result" <<RESULT
# Import of $users users against \\copy

$(date -u +%F), commit $commit, $(nproc) processors ($(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)),
$(psql -At -c "select 'PostgreSQL ' || current_setting('server_version')") on the same machine, $("$JAVA_HOME/bin/java" -version 2>&1 | sed -n 2p), heap $heap.
$(du -m "$folder/users.ndjson" | cut -f1) MB of NDJSON, $rows rows: a username, an email, three sessions and a blocked address of each user.

| | seconds |
|---|--:|
| import | $(printf %.1f "$imported") |
| \\copy of the same rows | $(printf %.1f "$copied") |
| ratio | $(echo "scale=2; $imported / $copied" | bc) |

Users a second: $(echo "$users / $imported" | bc). Resident memory of the importer at most: $((memory / 1024)) MB.
It said: $(cat "$folder/summary")
RESULT
cat "$result"
