#!/usr/bin/env bash
# Measures the time from the start of the process to the first successful authenticated GET …/sessions on a migrated database.
# Also measures memory: after a minute without requests, under load, and after another minute. Variants: the plain JVM, the JVM
# with the AOT cache and the options of the image, and the native binary if there is one. The JVM is limited to 512 MiB, like a
# container. The variants start in turn, so that other load affects all alike. Results are medians. On a busy machine, only CPU
# time and memory are meaningful.
#
#   benchmarks/startup/run.sh [rounds, default 7]
#
# Needs ./mvnw verify -Daot, and for the native binary -Dnative before it, or NATIVE_RUNNER. If PGHOST is set, it creates a
# database on this server and drops it at the end. Otherwise it starts its own PostgreSQL from PG_BIN in a temporary folder (as
# user postgres if run by root). The result goes to standard output and to benchmarks/results.
set -euo pipefail

rounds=${1:-7}
idle_seconds=60
load_seconds=10
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
native=${NATIVE_RUNNER:-$(find "$root/target" -maxdepth 1 -name 'useradmin-*-runner' -type f | head -1)}
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

# The command of each variant, run in the folder of the package.
start_plain() { exec "$JAVA_HOME/bin/java" -XX:MaxRAM=$memory -jar quarkus-run.jar "$@"; }
start_aot() {
  # The image's ENTRYPOINT, with the path of the built runtime.
  mapfile -t words < <(sed -n 's/^ENTRYPOINT \[\(.*\)\]$/\1/p' "$dockerfile" | grep -o '"[^"]*"' | tr -d '"')
  exec "$runtime/bin/java" -XX:MaxRAM=$memory "${words[@]:1}" "$@"
}
start_native() { exec "$native" "$@"; }

variants=(plain aot)
if [ -n "$native" ]; then variants+=(native); fi

command -v wrk >/dev/null || { echo "wrk is missing: install it first." >&2; exit 1; }
cd "$package"
(start_aot migrate) >/dev/null
(start_aot tenant create benchmark --name Benchmark) >/dev/null
key=$(start_aot key create --tenant benchmark --name benchmark --scope sessions:read 2>/dev/null)
psql -q -c "insert into users (tenant_id, user_id, created_at, last_updated_at, public_data, private_data)
            values ('benchmark', 'alice', now(), now(), '{}', '{}')"
path=/api/users/alice/sessions
printf 'header = "X-API-KEY: %s"\n' "$key" >"$folder/key"

# A pipe that nothing is written to. Waiting for it takes 5 ms and starts no process.
exec {silence}<> <(:)
pause() { read -rt 0.005 -u "$silence" || :; }

# Starts variant $1 at port $2. Sets service, the milliseconds to the first response, and the CPU milliseconds. Starts no process
# until the service listens: a loop of curl took half of a processor from it.
start() {
  local begin end connection
  begin=$(date +%s%N)
  QUARKUS_HTTP_PORT=$2 QUARKUS_MANAGEMENT_PORT=$(($2 + 1)) "start_$1" >"$folder/log-$1" 2>&1 &
  service=$!
  until { exec {connection}<>"/dev/tcp/localhost/$2"; } 2>/dev/null; do
    kill -0 $service 2>/dev/null || { cat "$folder/log-$1" >&2; exit 1; }
    pause
  done
  exec {connection}>&-
  until curl -sf -o /dev/null -K "$folder/key" "http://localhost:$2$path"; do pause; done
  end=$(date +%s%N)
  elapsed=$(((end - begin) / 1000000))
  used=$(($(awk '{ print $14 + $15 }' /proc/$service/stat) * 1000 / $(getconf CLK_TCK)))
}

resident() { awk '/^VmRSS/ { print int($2 / 1024) }' "/proc/$1/status"; }
resident_of_all() {
  local each
  for each in "${services[@]}"; do resident "$each"; done
}

for round in $(seq "$rounds"); do
  for variant in "${variants[@]}"; do
    echo "Round $round of $rounds: $variant" >&2
    start "$variant" "$port"
    echo "$elapsed $used" >>"$folder/$variant"
    kill $service
    wait $service || :
  done
done

# Memory does not depend on other load. So one run of each variant is enough, all at the same time.
services=()
for variant in "${variants[@]}"; do
  start "$variant" $((port + 10 * (${#services[@]} + 1)))
  services+=("$service")
done
echo "A minute without requests" >&2
sleep "$idle_seconds"
mapfile -t idle < <(resident_of_all)
for number in "${!services[@]}"; do
  echo "Load: ${variants[number]}" >&2
  wrk -t 1 -c 32 -d "$load_seconds" -H "X-API-KEY: $key" "http://localhost:$((port + 10 * (number + 1)))$path" >"$folder/wrk-$number"
done
mapfile -t loaded < <(resident_of_all)
echo "Another minute" >&2
sleep "$idle_seconds"
mapfile -t afterwards < <(resident_of_all)
kill "${services[@]}"
wait

# The median of column $2 over the runs of variant $1.
median() { awk -v column="$2" '{ print $column }' "$folder/$1" | sort -n | sed -n "$(((rounds + 1) / 2))p"; }
ratio() { echo "scale=2; $(median "$1" "$2") / $(median plain "$2")" | bc | sed 's/^\./0./'; }
# The table row of variant number $1, with the name $2.
row() {
  local variant=${variants[$1]}
  echo "| $2 | $(median "$variant" 1) | $(ratio "$variant" 1) | $(median "$variant" 2) | $(ratio "$variant" 2) | ${idle[$1]} | ${loaded[$1]} | ${afterwards[$1]} |"
}

result=$root/benchmarks/results/startup.md
commit=$(git -C "$root" rev-parse --short HEAD)$(git -C "$root" diff --quiet HEAD -- src || echo " with changes")
cat >"$result" <<RESULT
# From the start of the process to the first response

$(date -u +%F), commit $commit, $(nproc) processors ($(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)), load $(cut -d' ' -f1 /proc/loadavg),
$(psql -At -c "select 'PostgreSQL ' || current_setting('server_version')") on the same machine, $("$JAVA_HOME/bin/java" -version 2>&1 | sed -n 2p).
Medians of $rounds starts, each variant in turn. The first response is a successful authenticated GET …/sessions on a migrated
database; processor time is that of the service until then. Memory is resident in MiB, of $memory: a minute after the first response,
after $load_seconds s of $(awk '/^Requests\/sec/ { printf "%s%d", separator, $2; separator = " and " }' "$folder"/wrk-*) requests a second, and a minute later.

| | ms | of plain | processor ms | of plain | idle | loaded | idle again |
|---|--:|--:|--:|--:|--:|--:|--:|
$(row 0 "JVM, plain")
$(row 1 "JVM, AOT cache and options of the image")
$(if [ -n "$native" ]; then row 2 "native"; fi)
RESULT
cat "$result"
