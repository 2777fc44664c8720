#!/usr/bin/env bash
# Measures whether the response time for a bad key reveals that its key id exists.
#
#   benchmarks/timing/run.sh [rounds, default 5000]
#
# Needs the package (./mvnw package -DskipTests), psql and curl. If PGHOST is set, it creates a database on this server and
# drops it at the end. Otherwise it starts its own PostgreSQL from PG_BIN in a temporary folder.
set -euo pipefail

rounds=${1:-5000}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

. "$root/benchmarks/common.sh"
require psql curl
ensure_postgresql
create_database useradmin_benchmark_$$
# Every request fails here, and none may reach the limit of failed keys.
export USERADMIN_FAILED_KEYS_PER_MINUTE=1000000000

useradmin migrate >/dev/null
psql -q <<SQL
insert into tenants (tenant_id, name, created_at) values ('bench', 'Benchmark', now());
insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at)
select repeat('0', 16) || suffix, 'bench', 'key', encode(sha256(suffix::bytea), 'hex'), '{*}', now()
  from (select lpad(to_hex(n), 16, '0') from generate_series(0, $rounds) n union all select repeat('f', 16)) as key (suffix);
vacuum analyze;
SQL

start_service
await_answer "$service" "http://127.0.0.1:$service_port/q/openapi" none
"$java" "$here/KeyTiming.java" "$service_port" "$rounds"
