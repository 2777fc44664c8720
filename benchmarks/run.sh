#!/usr/bin/env bash
# Measures the operations of the packaged service against two references: pgbench, which runs the same statements without any
# HTTP, and a thin server of our own (reference/Reference.java), which is what one could write by hand on the same stack.
#
#   benchmarks/run.sh [--quick] [--operations list_sessions,delete_user] [--seconds 5] [--rounds 3] [--no-open-loop]
#
# It needs Linux, the packaged jar (./mvnw package -DskipTests), wrk, psql and pgbench. With PGHOST set it makes a database of
# its own on that server, which must run on this machine, and drops it in the end; else it starts a PostgreSQL of its own from
# PG_BIN in a temporary folder. The result goes to standard output and to benchmarks/results/operations.md and .svg
# (a run of --quick, or of some operations only, to a temporary folder).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
# The reference writes no line for every request either.
service_options=${BENCHMARK_SERVICE_OPTIONS:--Dquarkus.log.category.access.level=OFF}
connections=32

seconds=5 rounds=3 warm_up=8 open_loop=yes complete=yes chosen=
while [ $# -gt 0 ]; do
  case $1 in
    --quick) seconds=2 rounds=2 warm_up=2 complete=no ;;
    --seconds) seconds=$2 && shift ;;
    --rounds) rounds=$2 && shift ;;
    --operations) chosen=,$2, complete=no && shift ;;
    --no-open-loop) open_loop=no complete=no ;;
    *) sed -n 's/^# \{0,1\}//p' "$0" | head -14 >&2 && exit 2 ;;
  esac
  shift
done

. "$here/common.sh"
. "$here/operations/load.sh"
require wrk psql pgbench curl bc
measured=$folder/measured.tsv

# Durable like the defaults; what would fall into one run and not into another is put off or done between the runs.
ensure_postgresql max_wal_size=16GB checkpoint_timeout=1h autovacuum=off shared_buffers=512MB
create_database useradmin_benchmark_$$
seed_operations

# --- The service and the reference ------------------------------------------------------------------------------------------

# shellcheck disable=SC2086
start_service $java_options $service_options
reference_port=$(free_port)
libraries=$root/target/quarkus-app/lib
# shellcheck disable=SC2086
"$java" $java_options ${REFERENCE_OPTIONS-} -cp "$libraries/main/*:$libraries/boot/*" "$here/reference/Reference.java" \
  "$reference_port" "$here/operations/statements" >"$folder/reference.log" 2>&1 &
reference=$!
pids+=("$reference")
await_answer "$service" "http://127.0.0.1:$service_port/api/users/10000001/sessions" "$key"
await_answer "$reference" "http://127.0.0.1:$reference_port/api/users/10000001/sessions" "$key"

# --- What it costs ----------------------------------------------------------------------------------------------------------

pgbench_run() {
  { time pgbench -n -M prepared -c$connections -j1 -T"$6" -D next=-1 -D tenant=bench -D now="$(date -u +%FT%TZ)" \
    -D patch='{"theme":"dark","visits":4711}' -f "$here/operations/statements/$2.sql" >"$folder/pgbench.out" \
    2>"$folder/pgbench.err"; } 2>"$folder/pgbench.time"
  awk '/^number of transactions actually/ {n = $NF} /^number of failed/ {f = $5} /^latency average/ {l = $4} /^tps/ {t = $3}
    END {printf "%d %.3f %d %.3f - ", n, n / t, f, l}' "$folder/pgbench.out"
  awk '{print ($1 + $2) * 1000}' "$folder/pgbench.time"
}

# Measures operation $2 of kind $3 on target $1: a line of target, operation, kind, requests, seconds, errors, p50, p99, and the
# milliseconds of CPU of the generator, the server and PostgreSQL, and the server's resident kilobytes.
measure() {
  local target=$1 server=$$ run=wrk_run port=0 server_before postgresql_before line
  shift
  case $target in
    service) server=$service port=$service_port ;;
    reference) server=$reference port=$reference_port ;;
    pgbench) run=pgbench_run ;;
  esac
  server_before=$(cpu_of_process "$server") postgresql_before=$(cpu_of_postgresql)
  line=$($run "$port" "$1" "$3" "$4" "$5" "$(seconds_of "$1")")
  # Backends of pgbench are still ending.
  sleep 0.3
  printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$target" "$1" "$2" "${line// /$'\t'}" \
    "$(echo "$(cpu_of_process "$server") - $server_before" | bc)" \
    "$(echo "$(cpu_of_postgresql) - $postgresql_before" | bc)" "$(resident_kilobytes "$server")" >>"$measured"
  restore "$2"
}

# The service has more code to warm up than the reference.
warm() {
  local each
  for each in "$service_port" "$reference_port"; do
    wrk_run "$each" "$1" "$3" "$4" "$5" $((each == service_port ? 2 * warm_up : warm_up)) >/dev/null
    restore "$2"
  done
}

round_of() { for target in service pgbench reference; do measure $target "$@"; done; }

echo "Warming up" >&2
for_operations warm
for ((round = 1; round <= rounds; round++)); do
  echo "Round $round of $rounds" >&2
  for_operations round_of
done

# --- At a fixed rate --------------------------------------------------------------------------------------------------------

# The median of requests a second of operation $1 on the service.
capacity() {
  awk -F'\t' -v operation="$1" '$1 == "service" && $2 == operation {print $4 / $5}' "$measured" | sort -n |
    awk '{rate[NR] = $1} END {print rate[int((NR + 1) / 2)]}'
}

open_loop_of() {
  local rate port
  rate=$(printf %.0f "$(echo "$(capacity "$1") / 2" | bc -l)")
  for target in service reference; do
    port=$service_port
    if [ $target = reference ]; then port=$reference_port; fi
    printf 'open-%s\t%s\t%s\t%s\t%s\n' "$target" "$1" "$2" "$rate" "$("$java" -cp "$generator/*" "$here/load/OpenLoop.java" \
      "$port" "$key" "$3" "$4" "$5" "$rate" $(($(seconds_of "$1") * 1000)) 3000 2>>"$folder/open-loop.log" |
      sed -n 's/^RESULT //p' | tr ' ' '\t')" >>"$measured"
    restore "$2"
  done
}

if [ $open_loop = yes ]; then
  echo "At half of capacity" >&2
  generator=$root/target/benchmark-load
  [ -d "$generator" ] || "$root/mvnw" -q -f "$here/load/pom.xml" \
    org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$generator"
  for_operations open_loop_of
fi

# --- The report -------------------------------------------------------------------------------------------------------------

results=$here/results
if [ $complete = no ]; then results=$folder; fi
about="$(circumstances), $java_options, service with $service_options; medians of $rounds rounds of $seconds s, $connections connections"
"$java" "$here/operations/Report.java" "$measured" "$about" "$results/operations"
cat "$results/operations.md"
