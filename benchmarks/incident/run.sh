#!/usr/bin/env bash
# Measures bulk actions: revoking 100,000 sessions of one user in one call, compared with a delete in psql; and revoking all
# sessions of one client of a tenant, by API calls page by page and by the command. Also measures the latency of single reads
# during and between the actions.
#
#   benchmarks/incident/run.sh [sessions of the tenant, default 1000000] [rounds, default 5]
#
# Needs the package (./mvnw package -DskipTests), psql, curl, jq, bc and wrk. If PGHOST is set, it creates a database on this
# server and drops it at the end. Otherwise it starts its own PostgreSQL from PG_BIN in a temporary folder. The result goes to
# standard output and to benchmarks/results.
set -euo pipefail

sessions=${1:-1000000}
rounds=${2:-5}
of_one=100000
root=$(cd "$(dirname "$0")/../.." && pwd)

. "$root/benchmarks/common.sh"
require psql curl jq bc wrk
ensure_postgresql max_wal_size=8GB checkpoint_timeout=1h
create_database useradmin_benchmark_$$

now() { date +%s.%N; }
since() { echo "$(now) - $1" | bc; }
median() { sort -n | sed -n "$(((rounds + 1) / 2))p"; }
ratio() { echo "scale=2; $1 / $2" | bc | sed 's/^\./0./'; }

useradmin migrate >/dev/null
useradmin tenant create bench --name Benchmark >/dev/null
key=$(useradmin key create --tenant bench --name bench --scope '*' 2>/dev/null)
psql -q -c "insert into users (tenant_id, user_id, created_at, last_updated_at) values ('bench', 'one', now(), now()), ('bench', 'read', now(), now())"
# shellcheck disable=SC2086
start_service $java_options -Dquarkus.log.category.\"access\".level=OFF
api=http://127.0.0.1:$service_port/api
await_answer "$service" "$api/users?size=1" "$key"

# --- One user -------------------------------------------------------------------------------------------------------------------

fill_one() {
  psql -q <<SQL
truncate sessions, events;
insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata)
select 'bench', 'one', md5(n::text), md5(n::text), now(), now() + interval '1 day', now(), '{web}', '{"ip_address": "192.0.2.1"}'
  from generate_series(1, $of_one) n;
vacuum analyze sessions, events;
checkpoint;
SQL
}
post() { curl -sf -X POST -H "X-API-KEY: $key" -H 'Content-Type: application/json' -d "$2" "$api$1"; }
psql_ms() { psql -qAt -c '\timing on' -c "$1" | sed -n 's/^Time: \([0-9.]*\) ms.*/\1/p'; }

delete="delete from sessions where tenant_id = 'bench' and user_id = 'one' and expires_at > now()"
with_events="with deleted as ($delete returning session_id)
insert into events (tenant_id, occurred_at, type, user_id, session_id, selector)
select 'bench', now(), 'session.revoked', 'one', session_id, 'all' from deleted"
echo "Revoking $of_one sessions of a user, $rounds times each way" >&2
for ((round = 0; round <= rounds; round++)); do
  fill_one; deleted=$(psql_ms "$delete")
  fill_one; recorded=$(psql_ms "$with_events")
  fill_one; start=$(now); told=$(post /users/one/sessions/revoke '{}' | jq .revoked); called=$(echo "$(since "$start") * 1000" | bc)
  [ "$told" = "$of_one" ] || { echo "The call revoked $told." >&2; exit 1; }
  # The first round is the warm-up.
  if [ "$round" -gt 0 ]; then
    echo "$deleted" >>"$folder/deleted"; echo "$recorded" >>"$folder/recorded"; echo "$called" >>"$folder/called"
  fi
done
deleted=$(median <"$folder/deleted") recorded=$(median <"$folder/recorded") called=$(median <"$folder/called")

# --- A tenant -------------------------------------------------------------------------------------------------------------------

echo "Inserting $sessions sessions" >&2
psql -q <<SQL
truncate sessions, events;
insert into users (tenant_id, user_id, created_at, last_updated_at)
select 'bench', 'user-' || n, now(), now() from generate_series(1, $sessions / 5) n;
create table kept as
select 'bench' as tenant_id, 'user-' || 1 + n % ($sessions / 5) as user_id, md5(n::text) as session_id, md5(n::text) as session_key,
       now() as initiated_at, now() + interval '1 day' as expires_at, now() as last_updated_at, '{portal}'::text[] as client_ids,
       '{"ip_address": "192.0.2.1"}'::jsonb as last_metadata
  from generate_series(1, $sessions) n;
SQL
fill_tenant() {
  psql -q -c 'truncate sessions, events' -c 'insert into sessions table kept' \
    -c "insert into sessions select 'bench', 'read', 's' || n, 'k', now(), now() + interval '1 day', now(), '{web}', '{}' from generate_series(1, 5) n" \
    -c 'vacuum analyze sessions' -c checkpoint
}

cat >"$folder/paced.lua" <<'LUA'
function delay() return 20 end
function done(summary, latency) io.write(string.format('P99 %.3f %d\n', latency:percentile(99) / 1000, summary.requests)) end
LUA
# Sends 200 reads per second for $1 seconds. Prints their p99 in milliseconds.
read_for() {
  wrk -t1 -c4 -d"$1s" -s "$folder/paced.lua" -H "X-API-KEY: $key" "$api/users/read/sessions?size=5" | sed -n 's/^P99 \([0-9.]*\) .*/\1/p'
}

# A client that starts no processes, because each would delay the reads.
cat >"$folder/pages.lua" <<'LUA'
local after, revoked, calls = '', 0, 0
function request() return wrk.format('POST', nil, nil, '{"client_id": "portal"' .. after .. '}') end
function response(status, headers, body)
  if status ~= 200 then
    io.stderr:write('A call failed: ', body, '\n')
    os.exit(1)
  end
  calls = calls + 1
  revoked = revoked + tonumber(body:match('"revoked":%s*(%d+)'))
  local position = body:match('"next":%s*"([^"]+)"')
  if not position then
    print('revoked ' .. revoked .. ' ' .. calls)
    os.exit(0)
  end
  after = ', "next": "' .. position .. '"'
end
LUA
by_pages() {
  exec wrk -t1 -c1 -d1h --timeout 1m -s "$folder/pages.lua" -H "X-API-KEY: $key" -H 'Content-Type: application/json' \
    "$api/sessions/revoke" >"$folder/pages"
}
by_command() { exec "$java" -jar "$jar" sessions revoke --tenant bench --client portal -o json >"$folder/command" 2>/dev/null; }

# Runs $1, and pauses it regularly: four seconds of reads during the action and four seconds of reads alone alternate. Sets
# seconds (without pauses) and the median p99 during the action. The p99 of reads alone is the same for all actions, so that
# their ratios are comparable.
beside_reads() {
  local action start stopped_at stopped=0
  : >"$folder/beside"
  start=$(now)
  "$1" &
  action=$!
  pids+=("$action")
  # The command needs time to start, and may end soon if there are few sessions.
  sleep 2
  while kill -0 "$action" 2>/dev/null; do
    p99=$(read_for 4)
    kill -STOP "$action" 2>/dev/null || break
    echo "$p99" >>"$folder/beside"
    stopped_at=$(now)
    sleep 0.5
    read_for 4 >>"$folder/alone"
    stopped=$(echo "$stopped + $(since "$stopped_at")" | bc)
    kill -CONT "$action"
  done
  wait "$action"
  unset 'pids[-1]'
  seconds=$(echo "$(since "$start") - $stopped" | bc)
  beside=$(middle "$folder/beside")
}
middle() { sort -n "$1" | awk '{all[NR] = $1} END {print all[int((NR + 1) / 2)]}'; }

fill_tenant
for _ in 1 2 3; do read_for 4 >/dev/null; done
echo "Revoking by pages" >&2
beside_reads by_pages
read -r revoked calls < <(sed -n 's/^revoked //p' "$folder/pages")
[ "$revoked" = "$sessions" ] || { echo "The pages revoked $revoked." >&2; exit 1; }
pages_seconds=$seconds pages_beside=$beside
fill_tenant
echo "Revoking by the command" >&2
beside_reads by_command
[ "$(jq .revoked "$folder/command")" = "$sessions" ] || { echo "The command: $(cat "$folder/command")" >&2; exit 1; }
command_seconds=$seconds command_beside=$beside alone=$(middle "$folder/alone")
fill_tenant
bulk_ms=$(psql_ms "${with_events//"and user_id = 'one'"/"and client_ids = '{portal}'"}")

# --- Blocked addresses: cost of the index for a write -------------------------------------------------------------------------

cat >"$folder/block.sql" <<'SQL'
\set user random(1, 20000)
\set address random(1, 1000)
insert into ip_access (tenant_id, user_id, ip, last_login_attempt, block_until)
values ('bench', 'user-' || :user, '10.0.0.0'::inet + :address, now(), now() + interval '1 hour')
on conflict (tenant_id, user_id, ip) do update set block_until = excluded.block_until, last_login_attempt = excluded.last_login_attempt;
SQL
block_tps() { pgbench -n -c 2 -T 5 -f "$folder/block.sql" 2>/dev/null | sed -n 's/^tps = \([0-9.]*\).*/\1/p'; }
if command -v pgbench >/dev/null; then
  block_tps >/dev/null
  for ((round = 0; round < 3; round++)); do
    block_tps >>"$folder/indexed"
    definition=$(psql -At -c "select indexdef from pg_indexes where indexname = 'ip_access_by_ip'")
    psql -q -c 'drop index ip_access_by_ip'
    block_tps >>"$folder/plain"
    psql -q -c "$definition"
  done
  index_cost=$(ratio "$(sort -n "$folder/plain" | sed -n 2p)" "$(sort -n "$folder/indexed" | sed -n 2p)")
fi

result=$root/benchmarks/results/incident-$sessions.md
cat >"$result" <<RESULT
# Bulk actions

$(circumstances).

**$of_one sessions of one user in one call**, median of $rounds:

| | ms | ratio |
|---|--:|--:|
| delete in psql, without events | $(printf %.0f "$deleted") | $(ratio "$called" "$deleted") |
| delete in psql with events | $(printf %.0f "$recorded") | $(ratio "$called" "$recorded") |
| the call, with events | $(printf %.0f "$called") | |

**$sessions sessions of a client** of $((sessions / 5)) users, with events. p99 is that of 200 single reads per second, during the action and
alone: the action pauses every four seconds for four seconds. Values are medians.

| | seconds | sessions per second | p99 during it in ms | alone | ratio |
|---|--:|--:|--:|--:|--:|
| one statement in psql | $(echo "scale=1; $bulk_ms / 1000" | bc) | $(echo "$sessions * 1000 / $bulk_ms" | bc) | | | |
| $calls calls of the API | $(printf %.1f "$pages_seconds") | $(echo "$sessions / $pages_seconds" | bc) | $pages_beside | $alone | $(ratio "$pages_beside" "$alone") |
| the command | $(printf %.1f "$command_seconds") | $(echo "$sessions / $command_seconds" | bc) | $command_beside | $alone | $(ratio "$command_beside" "$alone") |

With the index \`ip_access_by_ip\`, blocking an address takes ${index_cost:-(not measured)} × the time (pgbench, two clients).
RESULT
cat "$result"
