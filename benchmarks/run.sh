#!/usr/bin/env bash
# Measures the operations of the packaged service, and compares them with a hand-written server on the same stack
# (reference/Reference.java): with a pool of connections, with a pool and events (operations/recording), with pipelined connections,
# and for a single tenant (operations/single-tenant); and with pgbench, which runs the statements of this server without HTTP. If
# there is a native binary (NATIVE_RUNNER, or built with ./mvnw package -Dnative), it is measured too.
#
#   benchmarks/run.sh [--quick] [--operations list_sessions,delete_user] [--seconds 5] [--rounds 3] [--no-open-loop]
#
# Needs Linux, the package (./mvnw package -DskipTests), wrk, psql and pgbench. If PGHOST is set, it creates a database on this
# server, which must run on this machine, and drops it at the end. Otherwise it starts its own PostgreSQL from PG_BIN in a
# temporary folder. The result goes to standard output and to benchmarks/results/operations.md and .svg (with --quick or
# --operations, to a temporary folder).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
# The reference has no access log either, and keeps its connections. By default, the service would close its connections while the
# other targets run. Then it would open them again, and PostgreSQL would plan each statement again, during each measurement.
keep_connections='-Dquarkus.datasource.reactive.idle-timeout=1h -Duseradmin.database.silence-timeout=2h'
service_options=${BENCHMARK_SERVICE_OPTIONS:--Dquarkus.log.category.access.level=OFF $keep_connections}
connections=32

seconds=5 rounds=3 warm_up=3 open_loop=yes complete=yes chosen="" failed=0
while [ $# -gt 0 ]; do
  case $1 in
    --quick) seconds=2 rounds=2 warm_up=1 complete=no ;;
    --seconds) seconds=$2 && shift ;;
    --rounds) rounds=$2 && shift ;;
    --operations) chosen=,$2, complete=no && shift ;;
    --no-open-loop) open_loop=no complete=no ;;
    *) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
  esac
  shift
done

. "$here/common.sh"
. "$here/operations/load.sh"
require wrk psql pgbench curl bc
measured=$folder/measured.tsv
# First, because a download that fails later would lose the measurements.
generator=$root/target/benchmark-load
if [ $open_loop = yes ]; then
  download "$here/load/pom.xml" "$generator" copy-dependencies
  "$JAVA_HOME/bin/javac" -d "$folder/open-loop" -cp "$generator/*" "$here"/load/*.java
fi

# Durable, as by default. Background work that would disturb only some runs is disabled, or done between runs.
ensure_postgresql max_wal_size=16GB checkpoint_timeout=1h autovacuum=off shared_buffers=512MB max_connections=200
create_database useradmin_benchmark_$$
seed_operations
psql -q -f "$operations/single-tenant/seed.sql" -c "vacuum analyze"

# --- Targets ----------------------------------------------------------------------------------------------------------------

# pgbench is no server: its CPU is that of this shell's children.
declare -A process=([pgbench]=$$) port=([pgbench]=0)
targets=(service pgbench reference recording pipelined single)

# Starts the hand-written server as target $1, with the statements in the folders $2 and the Java options $@.
start_reference() {
  local target=$1 statements=$2 libraries=$root/target/quarkus-app/lib
  shift 2
  port[$target]=$(free_port)
  "$java" "$@" -cp "$libraries/main/*:$libraries/boot/*" "$here/reference/Reference.java" "${port[$target]}" "$statements" \
    >"$folder/$target.log" 2>&1 &
  process[$target]=$!
  pids+=("$!")
}

# shellcheck disable=SC2086
start_service $java_options $service_options
process[service]=$service port[service]=$service_port
# shellcheck disable=SC2086
{
  start_reference reference "$operations/statements" $java_options ${REFERENCE_OPTIONS-}
  start_reference recording "$operations/statements:$operations/recording" $java_options ${REFERENCE_OPTIONS-}
  start_reference pipelined "$operations/statements" $java_options -Dpipelined=true
  start_reference single "$operations/single-tenant/statements" $java_options -Dids=uuid
}
if [ -x "$native" ]; then
  targets+=(native)
  # shellcheck disable=SC2086
  start_native_service $service_options
  process[native]=$service port[native]=$service_port
else
  echo "There is no native binary, so it is not measured." >&2
fi

# The path of an operation on target $1. The users and groups of the single tenant have UUIDs.
# shellcheck disable=SC2001
path_on() { if [ "$1" = single ]; then sed 's/{\(user\|turn\|other\)}/00000000-0000-0000-0000-0000{\1}/g' <<<"$2"; else echo "$2"; fi; }
# Restores the data of target $1 after a run of kind $2.
restore_on() {
  if [ "$1$2" != singlewrite ]; then
    restore "$2"
    return
  fi
  await_quiet "$PGDATABASE"
  psql_to_its_end -v ON_ERROR_STOP=1 -f "$operations/single-tenant/restore.sql"
}
# Whether target $1 supports operation $2.
knows() {
  case $1 in
    single) [ -e "$operations/single-tenant/statements/$2.sql" ] ;;
    recording) [ -e "$operations/recording/$2.sql" ] ;;
  esac
}

for target in "${targets[@]}"; do
  if [ "$target" != pgbench ]; then
    await_answer "${process[$target]}" "http://127.0.0.1:${port[$target]}$(path_on "$target" '/api/users/{user}/sessions' | sed 's/{user}/10000001/')" "$key"
  fi
done

# --- Cost -------------------------------------------------------------------------------------------------------------------

pgbench_run() {
  local rows length=(-T "$6")
  rows=$(rows_of "$2")
  # A fast machine must not run out of rows, and pgbench would not notice.
  if [ -n "$rows" ]; then length=(-t $((rows / 2 / connections))); fi
  { time pgbench -n -M prepared -c"$connections" -j1 "${length[@]}" -D next=-1 -D tenant=bench -D now="$(date -u +%FT%TZ)" \
    -D patch='{"theme":"dark","visits":4711}' -f "$operations/statements/$2.sql" >"$folder/pgbench.out" \
    2>"$folder/pgbench.err"; } 2>"$folder/pgbench.time"
  awk '/^number of transactions actually/ {n = $NF} /^number of failed/ {f = $5} /^latency average/ {l = $4} /^tps/ {t = $3}
    END {printf "%d %s %d %.3f - ", n, n ? n / t : "-", f, l}' "$folder/pgbench.out"
  awk '{print ($1 + $2) * 1000}' "$folder/pgbench.time"
}

# Measures operation $2 of kind $3 on target $1. Appends a line: target, operation, kind, requests, seconds, errors, p50, p99,
# CPU milliseconds of generator, server and PostgreSQL, the server's resident kilobytes and allocated bytes.
measure() {
  local target=$1 run=wrk_run server server_before postgresql_before allocated_before line
  shift
  knows "$target" "$1" || return 0
  server=${process[$target]}
  if [ "$target" = pgbench ]; then run=pgbench_run; fi
  if [ "$target" != pgbench ]; then plan_again "${port[$target]}" "$1" "$3" "$(path_on "$target" "$4")" "$5"; fi
  allocated_before=$(allocated_bytes "$server")
  server_before=$(cpu_of_process "$server") postgresql_before=$(cpu_of_postgresql)
  line=$($run "${port[$target]}" "$1" "$3" "$(path_on "$target" "$4")" "$5" "$seconds")
  # Backends of pgbench may still be ending.
  sleep 0.3
  printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$target" "$1" "$2" "${line// /$'\t'}" \
    "$(echo "$(cpu_of_process "$server") - $server_before" | bc)" \
    "$(echo "$(cpu_of_postgresql) - $postgresql_before" | bc)" "$(resident_kilobytes "$server")" \
    "${allocated_before:+$(($(allocated_bytes "$server") - allocated_before))}" >>"$measured"
  restore_on "$target" "$2"
}

# The service on a JVM has more code to warm up than the reference. The first operation of each kind $2 warms up most of the code
# for the later ones.
seconds_to_warm() {
  local times=1
  if [ "$1" = service ]; then times=2; fi
  if [[ $warmed_kinds != *$2* ]]; then times=$((2 * times)); fi
  echo $((times * warm_up))
}

warmed_kinds=
warm() {
  local target run
  for target in "${targets[@]}"; do
    if [ "$target" != pgbench ] && knows "$target" "$1"; then
      for run in $(runs_of "$1" "$(seconds_to_warm "$target" "$2")"); do
        wrk_run "${port[$target]}" "$1" "$3" "$(path_on "$target" "$4")" "$5" "$run" >/dev/null
        restore_on "$target" "$2"
      done
    fi
  done
  warmed_kinds+=" $2"
}

# Each round starts with another target: the first one has cold caches, and writes full page images to the WAL.
round_of() {
  local count=${#targets[@]} turn
  for ((turn = 0; turn < count; turn++)); do
    measure "${targets[((round - 1) * count / rounds + turn) % count]}" "$@"
  done
}

warm_and_measure

# --- At a fixed rate --------------------------------------------------------------------------------------------------------

# The service's median rate for operation $1.
capacity() {
  awk -F'\t' -v operation="$1" '$1 == "service" && $2 == operation {print $4 / $5}' "$measured" | sort -n |
    awk '{rate[NR] = $1} END {print rate[int((NR + 1) / 2)]}'
}

# The echo shows the latency of machine and generator alone: a hand-written server responds without PostgreSQL.
open_loop_of() {
  local rate
  rate=$(printf %.0f "$(echo "$(capacity "$1") / 2" | bc -l)")
  for target in "${targets[@]}"; do
    case $target in service | native | reference) open_loop_run "$target" "$target" "$rate" "$@" ;; esac
  done
  open_loop_run echo reference "$rate" "$1" read GET '/api/users/{user}/echo' ""
}

# The milliseconds to measure operation $1 at rate $2, and those to warm up before, in which its rows last.
open_loop_times() {
  local rows most=$((seconds * 1000)) warm=3000 available
  rows=$(rows_of "$1")
  available=$((${rows:-1000000000} * 900 / $2))
  if [ $warm -gt $((available / 3)) ]; then warm=$((available / 3)); fi
  available=$((available - warm))
  echo "$((most < available ? most : available)) $warm"
}

# Sends operation $4 to target $2 at rate $3. Records it as target $1.
# shellcheck disable=SC2046
open_loop_run() {
  local line
  line=$("$java" -cp "$folder/open-loop:$generator/*" OpenLoop "${port[$2]}" "$key" "$6" "$7" "$8" "$3" \
    $(open_loop_times "$4" "$3") "${process[$2]}" $(children_of_postgresql) 2>>"$folder/open-loop.log" |
    sed -n 's/^RESULT //p' || :)
  if [ -n "$line" ]; then
    printf 'open-%s\t%s\t%s\t%s\t%s\n' "$1" "$4" "$5" "$3" "${line// /$'\t'}" >>"$measured"
  else
    # The report leaves it out. What is measured already must not be lost.
    echo "The generator failed for $4 of $1: $folder/open-loop.log" >&2
    failed=1
  fi
  restore "$5"
}

if [ $open_loop = yes ]; then
  for ((round = 1; round <= rounds; round++)); do
    echo "At half of capacity: round $round of $rounds" >&2
    for_operations open_loop_of
  done
fi

# --- The report -------------------------------------------------------------------------------------------------------------

results=$here/results
if [ $complete = no ]; then results=$folder; fi
about="$(circumstances), $java_options, service with $service_options; medians of $rounds rounds of $seconds s, $connections connections"
"$java" "$here/operations/Report.java" "$measured" "$operations/targets.tsv" "$about" "$results/operations"
cat "$results/operations.md"
[ $failed = 0 ]
