#!/usr/bin/env bash
# Measures the CPU time of a request, in the service and in PostgreSQL, for lists of different sizes:
# the first page of a tenant's users against a page near their end, and the sessions of a user who has 5 against those of one
# who has 100,000.
#
#   benchmarks/listing/run.sh [users, default 1000000]
#
# It needs the packaged jar (./mvnw package -DskipTests), psql and curl, and a PostgreSQL on this machine that PGHOST, PGPORT,
# PGUSER and PGPASSWORD name, where it makes a database of its own and drops it in the end. CPU times are the operating
# system's, so that other load on the machine hardly shows.
set -euo pipefail

users=${1:-1000000}
requests=2000
rounds=5
port=${SERVICE_PORT:-18099}
management=${MANAGEMENT_PORT:-18098}
root=$(cd "$(dirname "$0")/../.." && pwd)
jar=$root/target/quarkus-app/quarkus-run.jar
database=useradmin_benchmark_$$

. "$root/.mvn/jdk.sh"
[ -f "$jar" ] || { echo "There is no $jar: run ./mvnw package -DskipTests first." >&2; exit 1; }
psql -q -d postgres -c "create database $database"
export PGDATABASE=$database
export QUARKUS_DATASOURCE_REACTIVE_URL=postgresql://$PGHOST:${PGPORT:-5432}/$database
export QUARKUS_DATASOURCE_USERNAME=${PGUSER:-postgres} QUARKUS_DATASOURCE_PASSWORD=${PGPASSWORD-}

useradmin() { "$JAVA_HOME/bin/java" -jar "$jar" "$@"; }
service=
finish() {
  [ -z "$service" ] || kill "$service"
  psql -q -d postgres -c "drop database $database with (force)"
}
trap finish EXIT

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

"$JAVA_HOME/bin/java" -Dquarkus.http.port="$port" -Dquarkus.management.port="$management" -jar "$jar" >/dev/null &
service=$!
api=http://127.0.0.1:$port/api/users
until curl -sf -o /dev/null "http://127.0.0.1:$management/q/health/ready"; do sleep 0.2; done

# CPU time so far of the service and of the database's backends, in milliseconds.
cpu_milliseconds() {
  local pids
  pids="$service $(psql -Atc "select pid from pg_stat_activity where datname = '$database' and pid <> pg_backend_pid()")"
  for pid in $pids; do cut -d' ' -f14,15 "/proc/$pid/stat"; done |
    awk -v tick="$(getconf CLK_TCK)" '{ticks += $1 + $2} END {print ticks * 1000 / tick}'
}

# Microseconds of CPU time of a request for $1, whose query goes on with a number that nobody looks at.
cost() {
  local before after
  before=$(cpu_milliseconds)
  curl -s -o /dev/null -H "X-API-KEY: $key" "$1&n=[1-$requests]"
  after=$(cpu_milliseconds)
  echo "($after - $before) * 1000 / $requests" | bc
}

median() { sort -n | sed -n "$(((rounds + 1) / 2))p"; }

list="$api?size=10&sort=user_id:1"
# The cursor that stands ten users before the end, made as the service makes it (user/Cursor): walking there takes too long.
behind=user-$(printf '%010d' $((users - 10)))
digest=$(printf 'bench\0user_id\0true\0\0\0\0\0\0\0%s\0%s' 0 "$behind" | sha256sum | cut -c1-16)
cursor=$(printf '1 %s 0 %s' "$digest" "$behind" | base64 -w0 | tr '+/' '-_' | tr -d '=')
deep="$list&cursor=$cursor"
[ "$(curl -s -H "X-API-KEY: $key" "$deep" | grep -o '"user_id"' | wc -l)" = 10 ] || { echo "The cursor is not taken." >&2; exit 1; }
targets=("first page of users=$list" "last page by cursor=$deep"
  "5 sessions=$api/user-0000000001/sessions?size=5" "100,000 sessions=$api/user-0000000002/sessions?size=5")
for target in "${targets[@]}"; do cost "${target#*=}" >/dev/null; cost "${target#*=}" >/dev/null; done

printf '%s users, %s requests, median of %s rounds, microseconds of CPU (service + PostgreSQL) a request\n' \
  "$users" "$requests" "$rounds"
declare -A costs
for ((round = 0; round < rounds; round++)); do
  for target in "${targets[@]}"; do costs[${target%%=*}]+="$(cost "${target#*=}") "; done
done
for target in "${targets[@]}"; do
  printf '%-22s %s\n' "${target%%=*}" "$(tr ' ' '\n' <<<"${costs[${target%%=*}]}" | grep . | median)"
done
