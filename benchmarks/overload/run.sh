#!/usr/bin/env bash
# Measures the packaged service with clients that want four times its capacity: how many requests it serves, how fast it refuses
# the others, how much memory it uses, and how soon it is back to normal. Meanwhile, ten clients read the change feed as a stream.
#
#   benchmarks/overload/run.sh [--quick] [--operations get_public_data,patch_public_data] [--seconds 10] [--factor 4]
#                              [--connections 512] [--readers 10]
#
# Each client has one connection and waits for its response, also for a refusal. The service sends 1,000 refusals a second per
# processor and delays the others, so 512 clients send little more than the capacity. With more than 256 + 2,000 clients per
# processor (those with a request in flight, and refusals for two seconds), it refuses the rest at once, and they send all they want.
#
# Needs Linux, the package (./mvnw package -DskipTests), psql and curl. If PGHOST is set, it creates a database on this server
# and drops it at the end. Otherwise it starts its own PostgreSQL from PG_BIN in a temporary folder. The generator has the last
# processor for itself; the service and its own PostgreSQL have the others, so that the generator does not slow them down. The
# result goes to standard output and to benchmarks/results/overload.md and .svg (with --quick or --operations, to a temporary
# folder).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
service_options=${BENCHMARK_SERVICE_OPTIONS:-}
operations=list_sessions,get_public_data,patch_public_data
seconds=10 factor=4 connections=512 readers=10 complete=yes
while [ $# -gt 0 ]; do
  case $1 in
    --quick) seconds=3 complete=no ;;
    --seconds) seconds=$2 && shift ;;
    --factor) factor=$2 && shift ;;
    --connections) connections=$2 && shift ;;
    --readers) readers=$2 && shift ;;
    --operations) operations=$2 complete=no && shift ;;
    *) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
  esac
  shift
done

. "$root/benchmarks/common.sh"
require psql curl taskset
# The processors that this process may use: in a container, perhaps only some of the machine's.
processors_of() { tr ',' '\n' <<<"$1" | while IFS=- read -r first last; do seq "$first" "${last:-$first}"; done; }
mapfile -t processors < <(processors_of "$(sed -n 's/^Cpus_allowed_list:[^0-9]*//p' /proc/self/status)")
generator=(taskset -c "${processors[-1]}")
servers=("${processors[@]::${#processors[@]}-1}")
places="service, PostgreSQL and generator on one processor"
if [ ${#servers[@]} -gt 0 ]; then
  confined=(taskset -c "$(IFS=,; echo "${servers[*]}")")
  places="the service and PostgreSQL on ${#servers[@]} processor(s), the generator on one of its own"
fi

ensure_postgresql max_wal_size=16GB checkpoint_timeout=1h autovacuum=off shared_buffers=512MB
create_database useradmin_overload_$$
echo "Seeding" >&2
useradmin migrate >/dev/null
useradmin tenant create bench --name Benchmark >/dev/null
key=$(useradmin key create --tenant bench --name bench --scope '*' 2>/dev/null)
psql -q -f "$root/benchmarks/operations/seed.sql" -c "vacuum analyze" -c checkpoint

# The default limit of 2,000 connections would refuse some clients.
if [ $((connections + readers)) -gt 1900 ]; then
  service_options+="${service_options:+ }-Dquarkus.http.limits.max-connections=$((connections + readers + 100))"
fi
# shellcheck disable=SC2086
start_service $java_options $service_options -Xlog:gc:"$folder/gc.log"
await_answer "$service" "http://127.0.0.1:$service_port/api/users/10000001/sessions" "$key"

streams=()
for ((reader = 0; reader < readers; reader++)); do
  "${generator[@]}" curl -sN -o /dev/null -H "X-API-KEY: $key" -H "Accept: text/event-stream" \
    "http://127.0.0.1:$service_port/api/events?after=now" &
  streams+=($!) pids+=($!)
done

results=$root/benchmarks/results
if [ $complete = no ]; then results=$folder; fi
about="$(circumstances), $java_options${service_options:+, service with $service_options}; $places"
libraries=$root/target/quarkus-app/lib/main
"${generator[@]}" "$java" -cp "$libraries/*" "$here/Overload.java" "$service_port" "$key" "$service" "$seconds" "$factor" "$connections" \
  "$root/benchmarks/operations/operations.tsv" "$operations" "$about" "$results/overload"
open=0
for stream in "${streams[@]}"; do if kill -0 "$stream" 2>/dev/null; then open=$((open + 1)); fi; done
{
  echo
  echo "$readers clients read the change feed as a stream all the time; at the end, $open of these streams were still open."
  sed -n 's/.*->\([0-9]*\)M(\([0-9]*\)M).*/\1 \2/p' "$folder/gc.log" | sort -n | tail -1 |
    awk '{printf "Live heap after a collection at most %d MB, of a heap of %d MB.\n", $1, $2}'
} >>"$results/overload.md"
cat "$results/overload.md"
