#!/usr/bin/env bash
# Profiles the packaged service while it serves each operation: a flame graph, the share of each part, and the bytes allocated
# per request.
#
#   benchmarks/profile/run.sh [--operations list_sessions,delete_user] [--seconds 8]
#
# Needs the same as benchmarks/run.sh, and downloads async-profiler from Maven Central. The result goes to standard output and
# to benchmarks/results/profile.md, with a flame graph for each operation (with --operations, to a temporary folder).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
service_options=${BENCHMARK_SERVICE_OPTIONS:--Dquarkus.log.category.access.level=OFF}
connections=32

seconds=8 chosen=
while [ $# -gt 0 ]; do
  case $1 in
    --seconds) seconds=$2 && shift ;;
    --operations) chosen=,$2, && shift ;;
    *) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
  esac
  shift
done

. "$root/benchmarks/common.sh"
. "$root/benchmarks/operations/load.sh"
require wrk psql curl

ensure_postgresql max_wal_size=16GB checkpoint_timeout=1h autovacuum=off shared_buffers=512MB
create_database useradmin_profile_$$
seed_operations

profiler=$root/target/benchmark-profile
download "$here/pom.xml" "$profiler" unpack-dependencies
case $(uname -m) in aarch64) library=$profiler/linux-arm64/libasyncProfiler.so ;; *) library=$profiler/linux-x64/libasyncProfiler.so ;; esac

# Without this option, inlined calls count for their callers.
# shellcheck disable=SC2086
start_service $java_options $service_options -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints
await_answer "$service" "http://127.0.0.1:$service_port/api/users/10000001/sessions" "$key"

results=$root/benchmarks/results/profile
if [ -n "$chosen" ]; then results=$folder/profile; fi
mkdir -p "$results"

# Quotes, because jcmd would interpret the commas in the profiler's command $1.
profiler() { "$JAVA_HOME/bin/jcmd" "$service" JVMTI.agent_load "$library" "\"$1\"" >/dev/null; }

# Sends load for operation $2 for $1 seconds. Prints the number of served requests.
load() { wrk_run "$service_port" "$2" "$4" "$5" "$6" "$1" | cut -d' ' -f1; }

# Deletions consume all users within seconds. So one profile covers several runs.
profile() {
  local event=$1 options=$2 requests=0 start=start run
  shift 2
  for run in $(runs_of "$1" "$seconds"); do
    profiler "$start,event=$options"
    requests=$((requests + $(load "$run" "$@")))
    profiler stop
    restore "$2"
    start=resume
  done
  profiler "dump,collapsed,total,file=$folder/$1.$event"
  printf '%s\t%s\n' "$1" "$requests" >>"$folder/$event.requests"
}

profile_operation() {
  local run
  echo "$1" >&2
  for run in $(runs_of "$1" $((3 * seconds))); do load "$run" "$@" >/dev/null && restore "$2"; done
  profile cpu ctimer,interval=250us "$@"
  profile allocated alloc,alloc=32k "$@"
}

for_operations profile_operation
"$java" "$here/Report.java" "$folder" "$(circumstances), $java_options, service with $service_options" "$results"
cat "$results.md"
