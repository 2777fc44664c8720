#!/usr/bin/env bash
# Measures how long the service takes from the start of its process to the first successful authenticated
# GET …/sessions, on a migrated database, and how much memory it holds after 1,000 requests: on the JVM as it is, on the JVM with
# the AOT cache and the options of the image, and as a native binary where one was built. The JVM is told that there are 512 MiB
# of memory, as a container would tell it. One of each in turn, so that what else
# the machine does meets all of them; what is told is the median.
#
#   benchmarks/startup/run.sh [rounds, default 7]
#
# It needs ./mvnw verify -Daot, and for the native binary -Dnative before it. With PGHOST set it makes a database of its own on
# that server and drops it in the end; else it starts a PostgreSQL of its own from PG_BIN in a temporary folder, as the user
# postgres where it is run by root. The result goes to standard output and to benchmarks/results.
set -euo pipefail

rounds=${1:-7}
requests=1000
memory=512m
root=$(cd "$(dirname "$0")/../.." && pwd)
package=$root/target/quarkus-app
runtime=$root/target/jre
dockerfile=$root/src/main/docker/Dockerfile.jvm
bin=${PG_BIN:-/usr/lib/postgresql/15/bin}
database=useradmin_benchmark_$$
port=${PORT:-18180}

. "$root/.mvn/jdk.sh"
[ -s "$package/app.aot" ] || { echo "There is no $package/app.aot: run ./mvnw verify -Daot first." >&2; exit 1; }
native=$(find "$root/target" -maxdepth 1 -name 'useradmin-*-runner' -type f | head -1)
folder=$(mktemp -d)
chmod 755 "$folder"

as_postgres() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }

start_server() {
  mkdir "$folder/server"
  if [ "$(id -u)" = 0 ]; then chown postgres "$folder/server"; fi
  export PGHOST=localhost PGUSER=postgres PGPORT=${PGPORT:-15434}
  (cd "$folder/server"
    as_postgres "$bin/initdb" -D data -A trust -U postgres -E UTF8 --locale=C.UTF-8 >initdb.log
    as_postgres "$bin/pg_ctl" -D data -l log -w -o "-p $PGPORT -k $folder/server" start >/dev/null)
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
export QUARKUS_HTTP_PORT=$port QUARKUS_MANAGEMENT_PORT=$((port + 1))

# How each is started, in the folder of the package.
start_plain() { exec "$JAVA_HOME/bin/java" -XX:MaxRAM=$memory -jar quarkus-run.jar "$@"; }
start_aot() {
  # The words of the image's ENTRYPOINT, but with the runtime where it was built.
  mapfile -t words < <(sed -n 's/^ENTRYPOINT \[\(.*\)\]$/\1/p' "$dockerfile" | grep -o '"[^"]*"' | tr -d '"')
  exec "$runtime/bin/java" -XX:MaxRAM=$memory "${words[@]:1}" "$@"
}
start_native() { exec "$native" "$@"; }

variants=(plain aot)
if [ -n "$native" ]; then variants+=(native); fi

cd "$package"
(start_aot migrate) >/dev/null
(start_aot tenant create benchmark --name Benchmark) >/dev/null
key=$(start_aot key create --tenant benchmark --name benchmark --scope sessions:read 2>/dev/null)
psql -q -c "insert into users (tenant_id, user_id, created_at, last_updated_at, public_data, private_data)
            values ('benchmark', 'alice', now(), now(), '{}', '{}')"
url=http://localhost:$port/api/users/alice/sessions
printf 'header = "X-API-KEY: %s"\n' "$key" >"$folder/key"

# One run of variant $1: appends milliseconds to the first answer, of the clock and of processors, and MiB at the end.
measure() {
  local begin end service ticks
  begin=$(date +%s%N)
  "start_$1" >"$folder/log" 2>&1 &
  service=$!
  until curl -sf -o /dev/null -K "$folder/key" "$url"; do
    kill -0 $service 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
    sleep 0.005
  done
  end=$(date +%s%N)
  ticks=$(awk '{ print $14 + $15 }' /proc/$service/stat)
  curl -sf -o /dev/null -K "$folder/key" "$url?page=[1-$requests]"
  echo "$(((end - begin) / 1000000)) $((ticks * 1000 / $(getconf CLK_TCK))) $(awk '/^VmRSS/ { print int($2 / 1024) }' /proc/$service/status)" \
    >>"$folder/$1"
  kill $service
  wait $service || :
}

for round in $(seq "$rounds"); do
  for variant in "${variants[@]}"; do
    echo "Round $round of $rounds: $variant" >&2
    measure "$variant"
  done
done

# The median of column $2 of the runs of variant $1.
median() { awk -v column="$2" '{ print $column }' "$folder/$1" | sort -n | sed -n "$(((rounds + 1) / 2))p"; }
ratio() { echo "scale=2; $(median "$1" "$2") / $(median plain "$2")" | bc | sed 's/^\./0./'; }
row() {
  echo "| $2 | $(median "$1" 1) | $(ratio "$1" 1) | $(median "$1" 2) | $(ratio "$1" 2) | $(median "$1" 3) | $(ratio "$1" 3) |"
}

result=$root/benchmarks/results/startup.md
commit=$(git -C "$root" rev-parse --short HEAD)$(git -C "$root" diff --quiet HEAD -- src || echo " with changes")
cat >"$result" <<RESULT
# From the start of the process to the first answer

$(date -u +%F), commit $commit, $(nproc) processors ($(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)), load $(cut -d' ' -f1 /proc/loadavg),
$(psql -At -c "select 'PostgreSQL ' || current_setting('server_version')") on the same machine, $("$JAVA_HOME/bin/java" -version 2>&1 | sed -n 2p).
Medians of $rounds rounds, each variant in turn. The first answer is a successful authenticated GET …/sessions on a migrated
database; processor time is that of the service until then; memory is resident after $requests more requests, of a machine of $memory.

| | ms | of plain | processor ms | of plain | MiB | of plain |
|---|--:|--:|--:|--:|--:|--:|
$(row plain "JVM, plain")
$(row aot "JVM, AOT cache and options of the image")
$(if [ -n "$native" ]; then row native "native"; fi)
RESULT
cat "$result"
