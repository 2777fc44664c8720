#!/usr/bin/env bash
# Measures the change feed: the cost of 1,000 idle readers of a stream, the delay of events while others write, and the cost of
# a page of the feed and of the audit log with 10^4 to 10^$1 events.
#
#   benchmarks/events/run.sh [7]
#
# PARTS selects the parts to measure: idle, latency and pages, by default all. With fewer parts, the result goes only to
# standard output. Needs the same as ../run.sh, without wrk, and the extension pg_stat_statements. The result goes to standard
# output and to benchmarks/results/events.md.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
largest=${1:-7}
parts=${PARTS:-idle latency pages}
readers=1000 writes=500 seconds=20 pages=100

. "$root/benchmarks/common.sh"
require psql curl
jcmd=$JAVA_HOME/bin/jcmd

ensure_postgresql shared_preload_libraries=pg_stat_statements max_wal_size=8GB shared_buffers=1GB
create_database "useradmin_events_$$"
psql -q -c 'create extension pg_stat_statements'
useradmin migrate >/dev/null
useradmin tenant create bench --name Benchmark >/dev/null
key=$(useradmin key create --tenant bench --name bench --scope '*' 2>/dev/null)
psql -q -c "insert into users (tenant_id, user_id, created_at, last_updated_at) select 'bench', 'u' || n, now(), now() from generate_series(0, 999) n"
# All readers have the same tenant, which gets three quarters of the places.
# shellcheck disable=SC2086
start_service $java_options -Dquarkus.log.category.access.level=OFF \
  -Dquarkus.http.limits.max-connections=3000 -Duseradmin.events.max-readers=$((readers * 2))
url=http://127.0.0.1:$service_port
await_answer "$service" "$url/api/events" "$key"
management_port=$(tr '\0' '\n' <"/proc/$service/cmdline" | sed -n 's/.*management.port=//p')

# The number $1 in base 36.
base36() {
  local number=$1 text=
  while [ "$number" -gt 0 ]; do text=$(printf %s 0123456789abcdefghijklmnopqrstuvwxyz | cut -c$((number % 36 + 1)))$text number=$((number / 36)); done
  echo "${text:-0}"
}
calls() { psql -At -c "select coalesce(sum(calls), 0) from pg_stat_statements where query like '%as wanted (tenant_id, xid, seq)%' and query not like '%pg_stat_statements%'"; }
heap() { "$jcmd" "$service" GC.run >/dev/null; "$jcmd" "$service" GC.run >/dev/null; "$jcmd" "$service" GC.heap_info | sed -n 's/.* used \([0-9]*\)K.*/\1/p' | head -2 | paste -sd+ | bc; }

report() {
  echo "# The change feed"
  echo
  echo "$(circumstances), $java_options. Clients, writers, service and PostgreSQL share the machine; no TLS."
  echo
}
result=$folder/result.md
report >"$result"

measure_idle() {
  # Several times for warm-up, because loading and compiling code takes megabytes, which are no reader's.
  for ((warm_up = 1; warm_up <= 6; warm_up++)); do timeout 120 "$java" "$here/Readers.java" "$url" "$key" "$readers" 0 3 >/dev/null; done
  sleep 2
  heap_before=$(heap) rss_before=$(resident_kilobytes "$service")
  "$java" "$here/Readers.java" "$url" "$key" "$readers" 0 30 >"$folder/idle" &
  idle=$!
  until [ -s "$folder/idle" ]; do sleep 0.2; done
  sleep 2
  heap_after=$(heap) rss_after=$(resident_kilobytes "$service")
  calls_before=$(calls) began=$(date +%s%N)
  sleep 15
  calls_after=$(calls) ended=$(date +%s%N)
  wait "$idle"
  {
    echo "## $readers idle readers of a stream"
    echo
    echo "| | |"
    echo "|---|--:|"
    echo "| heap per reader, after garbage collection | $(echo "scale=1; ($heap_after - $heap_before) / $readers" | bc) kB |"
    echo "| resident memory per reader | $(echo "scale=1; ($rss_after - $rss_before) / $readers" | bc) kB |"
    echo "| queries in a poll interval of 200 ms | $(echo "scale=2; ($calls_after - $calls_before) * 200000000 / ($ended - $began)" | bc) |"
    echo
  } >>"$result"
}

measure_latency() {
  {
    echo "## From a write to its delivery"
    echo
    echo "The time of an event is from before its commit, so the result is longer than from commit to delivery. 20 of the readers parse the events;"
    echo "the others only read the bytes. The limit of the p99 is 400 ms, two poll intervals."
    echo
    echo "| readers | writes/s, target | writes/s | MB/s to all readers | parsed events | median ms | p99 ms | CPU of the service |"
    echo "|--:|--:|--:|--:|--:|--:|--:|--:|"
    for count in 20 "$readers"; do
      before=$(cpu_of_process "$service") began=$(date +%s%N)
      line=$("$java" "$here/Readers.java" "$url" "$key" "$count" "$writes" "$seconds")
      echo "$line $(echo "scale=2; ($(cpu_of_process "$service") - $before) * 1000000 / ($(date +%s%N) - $began)" | bc) |"
    done
    echo
  } >>"$result"
}

measure_pages() {
  {
    echo "## Cost of a page of 100"
    echo
    echo "Mean of $pages requests, by pg_stat_statements: the first page of the audit log of the tenant and of a user, and a page in the middle of the"
    echo "feed. Blocks are of 8 KiB."
    echo
    echo "| events | feed ms | blocks | audit log ms | blocks | user's audit log ms | blocks | metrics ms | blocks |"
    echo "|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
  } >>"$result"
  request() { curl -sf -o "$folder/page" -H "X-API-KEY: $key" "$url$1"; }
  # The cost since the last reset of the statements like $1.
  cost() { psql -At -F' | ' -c "select round(sum(total_exec_time)::numeric / sum(calls), 3), round(sum(shared_blks_hit + shared_blks_read) / sum(calls), 1) from pg_stat_statements where query like '%$1%' and query not like '%pg_stat_statements%'"; }
  ask() {
    local number
    request "$1"
    psql -q -At -c 'select pg_stat_statements_reset()' >/dev/null
    for ((number = 0; number < pages; number++)); do request "$1"; done
  }
  psql -q -c 'truncate events'
  have=0
  for ((power = 4; power <= largest; power++)); do
    psql -q -c "insert into events (tenant_id, occurred_at, type, user_id, trace_id)
        select 'bench', now(), 'user.updated', 'u' || n % 1000, md5(n::text) from generate_series($have + 1, $((10 ** power))) n" -c 'vacuum analyze events'
    have=$((10 ** power))
    # A cursor: the tenant's checksum, the transaction, and the number within it, in base 36.
    curl -sf -D "$folder/head" -o /dev/null -H "X-API-KEY: $key" "$url/api/events?size=1"
    checksum=$(sed -n 's/^x-next-cursor: \([0-9a-f]*\)-.*/\1/Ip' "$folder/head")
    middle=$(psql -At -F- -c "select xid::text, seq from events where tenant_id = 'bench' order by xid, seq offset $((have / 2)) limit 1")
    cursor=$checksum-$(base36 "${middle%-*}")-$(base36 "${middle#*-}")
    line="10^$power"
    ask "/api/events?size=100&after=$cursor"; line+=" | $(cost 'as is_last')"
    ask "/api/audit_log?size=100"; line+=" | $(cost 'as is_last')"
    ask "/api/users/u7/audit_log?size=100"; line+=" | $(cost 'as is_last')"
    psql -q -At -c 'select pg_stat_statements_reset()' >/dev/null
    for number in 1 2 3; do curl -sf -o /dev/null "http://127.0.0.1:$management_port/q/metrics"; sleep 1.1; done
    line+=" | $(cost held_back_seconds)"
    echo "| $line |" >>"$result"
  done
}

for part in $parts; do
  echo "Measuring $part" >&2
  "measure_$part"
done
cat "$result"
if [ -z "${PARTS-}" ]; then cp "$result" "$root/benchmarks/results/events.md"; fi
