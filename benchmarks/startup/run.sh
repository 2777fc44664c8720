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

. "$root/benchmarks/common.sh"
require wrk psql curl bc
[ -s "$package/app.aot" ] || { echo "There is no $package/app.aot: run ./mvnw verify -Daot first." >&2; exit 1; }
ensure_postgresql
create_database useradmin_benchmark_$$

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

# Fails if the service, variant $1, has ended. Otherwise waits a moment.
pause_for() {
  kill -0 "$service" 2>/dev/null || { cat "$folder/log-$1" >&2; exit 1; }
  pause
}

# Starts variant $1. Sets service, port, the milliseconds to the first response, and the CPU milliseconds. Starts no process until
# the service listens: a loop of curl took half of a processor from it.
start() {
  local begin end connection management
  port=$(free_port) management=$(free_port)
  begin=$(date +%s%N)
  QUARKUS_HTTP_PORT=$port QUARKUS_MANAGEMENT_PORT=$management "start_$1" >"$folder/log-$1" 2>&1 &
  service=$!
  pids+=("$service")
  until { exec {connection}<>"/dev/tcp/localhost/$port"; } 2>/dev/null; do pause_for "$1"; done
  exec {connection}>&-
  until curl -sf -o /dev/null -K "$folder/key" "http://localhost:$port$path"; do pause_for "$1"; done
  end=$(date +%s%N)
  elapsed=$(((end - begin) / 1000000))
  used=$(cpu_of_process "$service")
}

resident_of_all() {
  local each
  for each in "${services[@]}"; do echo $(($(resident_kilobytes "$each") / 1024)); done
}

for round in $(seq "$rounds"); do
  for variant in "${variants[@]}"; do
    echo "Round $round of $rounds: $variant" >&2
    start "$variant"
    echo "$elapsed $used" >>"$folder/$variant"
    kill "$service"
    wait "$service" || :
    pids=()
  done
done

# Memory does not depend on other load. So one run of each variant is enough, all at the same time.
services=() ports=()
for variant in "${variants[@]}"; do
  start "$variant"
  services+=("$service") ports+=("$port")
done
echo "A minute without requests" >&2
sleep "$idle_seconds"
mapfile -t idle < <(resident_of_all)
for number in "${!services[@]}"; do
  echo "Load: ${variants[number]}" >&2
  wrk -t 1 -c 32 -d "$load_seconds" -H "X-API-KEY: $key" "http://localhost:${ports[number]}$path" >"$folder/wrk-$number"
done
mapfile -t loaded < <(resident_of_all)
echo "Another minute" >&2
sleep "$idle_seconds"
mapfile -t afterwards < <(resident_of_all)
kill "${services[@]}"
wait "${services[@]}" || :
pids=()

# The median of column $2 over the runs of variant $1.
median() { awk -v column="$2" '{ print $column }' "$folder/$1" | sort -n | sed -n "$(((rounds + 1) / 2))p"; }
ratio() { echo "scale=2; $(median "$1" "$2") / $(median plain "$2")" | bc | sed 's/^\./0./'; }
# The table row of variant number $1, with the name $2.
row() {
  local variant=${variants[$1]}
  echo "| $2 | $(median "$variant" 1) | $(ratio "$variant" 1) | $(median "$variant" 2) | $(ratio "$variant" 2) | ${idle[$1]} | ${loaded[$1]} | ${afterwards[$1]} |"
}

result=$root/benchmarks/results/startup.md
cat >"$result" <<RESULT
# From the start of the process to the first response

$(circumstances), load $(cut -d' ' -f1 /proc/loadavg).
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
