#!/usr/bin/env bash
# Measures whether the time of a refusal tells a known key id from an unknown one, and prints the comparison.
#
#   benchmarks/timing/run.sh [rounds, default 5000]
#
# It needs the packaged jar (./mvnw package -DskipTests), psql and curl, and a PostgreSQL on this machine that PGHOST, PGPORT,
# PGUSER and PGPASSWORD name, where it makes a database of its own and drops it in the end.
set -euo pipefail

rounds=${1:-5000}
port=${SERVICE_PORT:-18098}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
jar=$root/target/quarkus-app/quarkus-run.jar
database=useradmin_benchmark_$$

. "$root/.mvn/jdk.sh"
[ -f "$jar" ] || { echo "There is no $jar: run ./mvnw package -DskipTests first." >&2; exit 1; }
psql -q -d postgres -c "create database $database"
export PGDATABASE=$database
export QUARKUS_DATASOURCE_REACTIVE_URL=postgresql://$PGHOST:${PGPORT:-5432}/$database
export QUARKUS_DATASOURCE_USERNAME=${PGUSER:-postgres} QUARKUS_DATASOURCE_PASSWORD=${PGPASSWORD-}
# Every request fails here, and is to be refused like the first.
export USERADMIN_FAILED_KEYS_PER_MINUTE=1000000000

service=
finish() {
  [ -z "$service" ] || kill "$service"
  psql -q -d postgres -c "drop database $database with (force)"
}
trap finish EXIT

"$JAVA_HOME/bin/java" -jar "$jar" migrate >/dev/null
psql -q <<SQL
insert into tenants (tenant_id, name, created_at) values ('bench', 'Benchmark', now());
insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at)
select repeat('0', 16) || suffix, 'bench', 'key', encode(sha256(suffix::bytea), 'hex'), '{*}', now()
  from (select lpad(to_hex(n), 16, '0') from generate_series(0, $rounds) n union all select repeat('f', 16)) as key (suffix);
vacuum analyze;
SQL

"$JAVA_HOME/bin/java" -Dquarkus.http.port="$port" -jar "$jar" >/dev/null &
service=$!
until curl -sf -o /dev/null "http://127.0.0.1:$port/q/health/ready"; do sleep 0.2; done
"$JAVA_HOME/bin/java" "$here/KeyTiming.java" "$port" "$rounds"
