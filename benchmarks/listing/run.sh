#!/usr/bin/env bash
# Measures the CPU time per request, in the service and in PostgreSQL, for lists of different sizes: the first page of a
# tenant's users against one near the end, and the sessions of a user who has 5 against those of one who has 100,000.
#
#   benchmarks/listing/run.sh [users, default 1000000]
#
# Needs the package (./mvnw package -DskipTests), psql, curl and bc. If PGHOST is set, it creates a database on this server,
# which must run on this machine, and drops it at the end. Otherwise it starts its own PostgreSQL from PG_BIN in a temporary
# folder. CPU times come from the operating system, so other load on the machine hardly matters.
set -euo pipefail

users=${1:-1000000}
requests=2000
rounds=5
root=$(cd "$(dirname "$0")/../.." && pwd)

. "$root/benchmarks/common.sh"
require psql curl bc
ensure_postgresql
create_database useradmin_benchmark_$$

useradmin migrate >/dev/null
useradmin tenant create bench --name Benchmark >/dev/null
key=$(useradmin key create --tenant bench --name bench --scope '*' 2>/dev/null)
psql -q <<SQL
insert into users (tenant_id, user_id, created_at, last_updated_at)
select 'bench', 'user-' || to_char(n, 'FM0000000000'), timestamptz '2020-01-01' + n * interval '1 minute', now()
  from generate_series(1, $users) n;
insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids)
select 'bench', 'user-' || to_char(u, 'FM0000000000'), 's' || n, 'k' || n, now() - n * interval '1 second',
       now() + interval '30 days', now() - n * interval '1 second', '{web}'
  from (values (1, 5), (2, 100000)) who (u, many), generate_series(1, many) n;
vacuum analyze;
SQL

start_service
api=http://127.0.0.1:$service_port/api/users
await_answer "$service" "$api?size=1" "$key"

# CPU milliseconds of the service and PostgreSQL so far.
cpu_milliseconds() { echo "$(cpu_of_process "$service") + $(cpu_of_postgresql)" | bc; }

# CPU microseconds per request for URL $1. A changing number is appended to the query; the service ignores it.
cost() {
  local before after
  before=$(cpu_milliseconds)
  curl -s -o /dev/null -H "X-API-KEY: $key" "$1&n=[1-$requests]"
  after=$(cpu_milliseconds)
  echo "($after - $before) * 1000 / $requests" | bc
}

median() { sort -n | sed -n "$(((rounds + 1) / 2))p"; }

list="$api?size=10&sort=user_id:1"
# The link to the next page after page $1.
next_of() { curl -s -o /dev/null -D - -H "X-API-KEY: $key" "$1" | sed -n 's/^link: .*<\([^>]*\)>; rel="next".*/\1/Ip'; }
# The cursor ten users before the end: reads all users before it, in large pages.
before=$((users - 10)) cursor=
while [ "$before" -gt 0 ]; do
  size=$((before < 100 ? before : 100))
  cursor=$(next_of "$api?size=$size&sort=user_id:1${cursor:+&cursor=$cursor}" | sed 's/.*[?&]cursor=\([^&]*\).*/\1/')
  before=$((before - size))
done
deep="$list&cursor=$cursor"
[ "$(curl -s -H "X-API-KEY: $key" "$deep" | grep -o '"user_id"' | wc -l)" = 10 ] || { echo "The last page does not have ten users." >&2; exit 1; }
targets=("first page of users=$list" "last page by cursor=$deep"
  "5 sessions=$api/user-0000000001/sessions?size=5" "100,000 sessions=$api/user-0000000002/sessions?size=5")
for target in "${targets[@]}"; do cost "${target#*=}" >/dev/null; cost "${target#*=}" >/dev/null; done

printf '%s users, %s requests, median of %s rounds, CPU microseconds per request (service + PostgreSQL)\n' \
  "$users" "$requests" "$rounds"
declare -A costs
for ((round = 0; round < rounds; round++)); do
  for target in "${targets[@]}"; do costs[${target%%=*}]+="$(cost "${target#*=}") "; done
done
for target in "${targets[@]}"; do
  printf '%-22s %s\n' "${target%%=*}" "$(tr ' ' '\n' <<<"${costs[${target%%=*}]}" | grep . | median)"
done
