#!/usr/bin/env bash
# Measures whether the cost of an operation depends on the amount of data: CPU per request, in the service and in PostgreSQL,
# with few and many users, few and many tenants, and few and many sessions of a user.
#
#   benchmarks/growth/run.sh [--quick] [--users 10000,1000000,10000000] [--tenants 1,10,1000] [--tenant-users 1000000]
#                            [--sessions 100000] [--rounds 3] [--seconds 2]
#
# Needs Linux, the package (./mvnw package -DskipTests), wrk, psql, pg_dump, curl, bc and PostgreSQL's pg_prewarm. If PGHOST is
# set, it creates databases on this server, which must run on this machine, and drops them at the end. Otherwise it starts its
# own PostgreSQL from PG_BIN in a temporary folder (in TMPDIR; 10 million users take 30 GB). Each size is a database with its
# own service. Every operation runs on the compared sizes in turn, in rounds, so that other load affects all alike. The result
# goes to standard output and to benchmarks/results/growth.md (with --quick, to a temporary folder).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
# Connections stay open while other services are measured: ending or starting a backend would count for the measured one.
service_options=${BENCHMARK_SERVICE_OPTIONS:--Dquarkus.log.category.access.level=OFF \
-Dquarkus.datasource.reactive.idle-timeout=1h -Duseradmin.database.silence-timeout=2h}
connections=32
kilobytes_of_user=3

users=10000,1000000,10000000 tenants=1,10,1000 tenant_users=1000000 sessions=100000
rounds=3 seconds=2 warm_up=10 victims=4000 complete=yes
while [ $# -gt 0 ]; do
  case $1 in
    --quick) users=10000,100000 tenants=1,10,100 tenant_users=100000 sessions=10000 rounds=2 seconds=1 warm_up=1 complete=no ;;
    --users) users=$2 && shift ;;
    --tenants) tenants=$2 && shift ;;
    --tenant-users) tenant_users=$2 && shift ;;
    --sessions) sessions=$2 && shift ;;
    --rounds) rounds=$2 && shift ;;
    --seconds) seconds=$2 && shift ;;
    *) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
  esac
  shift
done

. "$root/benchmarks/common.sh"
require wrk psql curl bc
measured=$folder/measured.tsv
sizes=$folder/sizes.tsv

needed=$(echo "($(tr , + <<<"$users") + $tenant_users * $(tr , ' ' <<<"$tenants" | wc -w)) * $kilobytes_of_user" | bc)
if [ -z "${PGHOST-}" ] && [ "$(df -Pk "$folder" | awk 'NR == 2 {print $4}')" -lt "$needed" ]; then
  echo "$folder has less free space than the $((needed / 1000000)) GB that this needs: set TMPDIR or choose fewer --users." >&2
  exit 1
fi

# Settings for a server that has the machine for itself: shared_buffers is half of the memory, enough for the blocks that the
# largest size reads. It uses huge pages if the kernel has enough (sysctl -w vm.nr_hugepages=6400 for 24 GB); without them, a
# backend has a page fault at the first use of each block, with many users nearly always. Background work that would disturb
# only some runs is disabled, and checkpoints are made explicitly.
ensure_postgresql max_wal_size=32GB checkpoint_timeout=1h autovacuum=off max_connections=400 wal_level=minimal max_wal_senders=0 \
  shared_buffers="$(awk '/^MemTotal/ {print int($2 / 2)}' /proc/meminfo)kB"
export PGOPTIONS="-c maintenance_work_mem=1GB -c client_min_messages=warning"

# --- Databases and services ---------------------------------------------------------------------------------------------------

create_database useradmin_growth_$$
useradmin migrate >/dev/null
"$bin/pg_dump" -Fc -f "$folder/schema" "$PGDATABASE"

declare -A port_of process_of database_of keys_of users_of
# Creates $1, a database with $2 users in $3 tenants with $4 sessions each, and one more user with $5 sessions. Starts a service
# on it. Indexes and constraints are created after the rows, which is faster.
populate() {
  local database=useradmin_growth_$$_${1//-/_}
  echo "Seeding $1" >&2
  create_database "$database"
  "$bin/pg_restore" -d "$database" --section=pre-data --section=data "$folder/schema"
  "$java" -cp "$root/target/quarkus-app/app/*:$root/target/quarkus-app/lib/main/*" "$here/Keys.java" "$3" "$folder/keys-$1" "$folder/rows-$1"
  psql -q -v ON_ERROR_STOP=1 -v users="$2" -v tenants="$3" -v sessions="$4" -v many="$5" -v victims="$victims" -f "$here/seed.sql" <"$folder/rows-$1"
  "$bin/pg_restore" -d "$database" --section=post-data -j "$(nproc)" "$folder/schema"
  psql -q -v ON_ERROR_STOP=1 -c "vacuum analyze" -v users="$2" -v tenants="$3" -v victims="$victims" -f "$here/victims.sql" -c checkpoint
  psql -qAt -F $'\t' -v name="$1" -v users="$2" -f "$here/sizes.sql" >>"$sizes"
  # shellcheck disable=SC2086
  start_service $java_options $service_options
  port_of[$1]=$service_port process_of[$1]=$service database_of[$1]=$database keys_of[$1]=$folder/keys-$1 users_of[$1]=$2
  await_answer "$service" "http://127.0.0.1:$service_port/api/users/$((100000000 + $3))/sessions" "$(head -1 "$folder/keys-$1")"
}

# Reads the tables and indexes into PostgreSQL's memory, as after hours of traffic.
prewarm() {
  echo "Reading $1 into memory" >&2
  psql -q -d "${database_of[$1]}" -c "create extension pg_prewarm" -c "\o $folder/prewarmed" -c "select pg_prewarm(relation::regclass)
    from unnest('{users,users_pk,sessions,sessions_by_last_updated,sessions_by_expires,ip_access,ip_access_by_last_login_attempt,
    ip_access_by_block_until}'::text[]) relation"
}

# Stops the services on $@ and drops their databases. Otherwise they would take memory from the next ones.
clear_away() {
  local target
  for target in "$@"; do
    kill "${process_of[$target]}"
    wait "${process_of[$target]}" || :
    psql -q -d postgres -c "drop database ${database_of[$target]} with (force)"
  done
  pids=()
}

# --- Runs ---------------------------------------------------------------------------------------------------------------------

restore() {
  await_quiet "${database_of[$1]}"
  psql_to_its_end -v ON_ERROR_STOP=1 -d "${database_of[$1]}" -f "$here/restore.sql"
}

# The total bytes of WAL that PostgreSQL has written.
logged() { psql_to_its_end -d postgres -c "select pg_current_wal_insert_lsn() - '0/0'"; }

# Sends load to the service of $1: $2 (method) $3 (path) $4 (body) for $5 seconds, or until the reserved users are used. Prints
# requests and errors.
load() { load_from 0 $((victims - 500)) "$@"; }

# A second of load before a measurement, with other users: a vacuum makes PostgreSQL plan each prepared statement again.
plan_again() { load_from $((victims - 500)) $((victims - 100)) "$@" 1 >/dev/null; }

# The same from reserved user $1 to $2.
load_from() {
  local first=$1 last=$2
  shift 2
  wrk -t1 -c$connections -d"$5" -s "$here/request.lua" "http://127.0.0.1:${port_of[$1]}" -- "$2" "$3" "$4" "${keys_of[$1]}" \
    "${users_of[$1]}" "$victims" "$sessions" "$first" "$last" | sed -n 's/^RESULT //p'
}

# Measures operation $3 of kind $4 on $1, under the name $2. Appends a line: name, operation, requests, errors, CPU milliseconds
# of the service and of PostgreSQL, and bytes of WAL.
measure() {
  local logged_before service_before postgresql_before line service_after postgresql_after
  plan_again "$1" "$5" "$6" "$7"
  logged_before=$(logged)
  service_before=$(cpu_of_process "${process_of[$1]}") postgresql_before=$(cpu_of_postgresql)
  line=$(load "$1" "$5" "$6" "$7" "$seconds")
  service_after=$(cpu_of_process "${process_of[$1]}") postgresql_after=$(cpu_of_postgresql)
  printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$2" "$3" "${line// /$'\t'}" "$(echo "$service_after - $service_before" | bc)" \
    "$(echo "$postgresql_after - $postgresql_before" | bc)" "$(($(logged) - logged_before))" >>"$measured"
  if [ "$4" = write ]; then restore "$1"; fi
}

warm() {
  load "$1" "$5" "$6" "$7" "$warm_up" >/dev/null
  if [ "$4" = write ]; then restore "$1" && load "$1" "$5" "$6" "$7" "$warm_up" >/dev/null && restore "$1"; fi
}

# Runs command $1 with every operation (name, kind, method, path and body) on each of the databases that follow.
with_every_operation() {
  local name kind method path body target
  while IFS=$'\t' read -r name kind method path body <&3; do
    for target in "${@:2}"; do "$1" "$target" "$target" "$name" "$kind" "$method" "$path" "$body"; done
  done 3<"$root/benchmarks/operations/operations.tsv"
}

# Runs command $1 for the operations that depend on a user's sessions: for a user with five, and for one with many.
with_few_and_many_sessions() {
  "$1" sessions sessions-5 list_sessions read GET '/api/users/{user}/sessions?size=5' ''
  "$1" sessions "sessions-$sessions" list_sessions read GET '/api/users/many/sessions?size=5' ''
  "$1" sessions sessions-5 revoke_session write DELETE '/api/users/{owner}/sessions/{session}' ''
  "$1" sessions "sessions-$sessions" revoke_session write DELETE '/api/users/many/sessions/{many}' ''
}

# Warms up and measures, in rounds, the operations of $1 on the databases that follow.
compare() {
  local target round
  for target in "${@:2}"; do prewarm "$target"; done
  echo "Warming up" >&2
  "$1" warm "${@:2}"
  for ((round = 1; round <= rounds; round++)); do
    echo "Round $round of $rounds" >&2
    # The most expensive moment for a write: after a checkpoint, the first change of each page writes the whole page to the WAL.
    psql_to_its_end -d postgres -c checkpoint
    "$1" measure "${@:2}"
  done
}

by_users=()
for many in ${users//,/ }; do by_users+=("users-$many") && populate "users-$many" "$many" 1 1 0; done
compare with_every_operation "${by_users[@]}"
clear_away "${by_users[@]}"

by_tenants=()
for many in ${tenants//,/ }; do by_tenants+=("tenants-$many") && populate "tenants-$many" "$tenant_users" "$many" 1 0; done
compare with_every_operation "${by_tenants[@]}"
clear_away "${by_tenants[@]}"

populate sessions "$(tr , '\n' <<<"$users" | sort -n | head -1)" 1 5 "$sessions"
compare with_few_and_many_sessions sessions

# A deletion removes everything of the user, so its cost grows with the user's rows. It is measured once.
service_before=$(cpu_of_process "${process_of[sessions]}") postgresql_before=$(cpu_of_postgresql)
status=$(curl -s -o /dev/null -w '%{http_code}' -X DELETE -H "X-API-KEY: $(head -1 "${keys_of[sessions]}")" \
  "http://127.0.0.1:${port_of[sessions]}/api/users/many")
deletion="answered $status, $(echo "$(cpu_of_process "${process_of[sessions]}") - $service_before" | bc) ms of CPU in the service and \
$(echo "$(cpu_of_postgresql) - $postgresql_before" | bc) ms in PostgreSQL"

# --- The report -------------------------------------------------------------------------------------------------------------

results=$root/benchmarks/results
if [ $complete = no ]; then results=$folder; fi
huge=
if grep -qs anon_hugepage "/proc/$postmaster/maps"; then huge=' in huge pages'; fi
about="$(circumstances), shared_buffers $(psql -At -c 'show shared_buffers')$huge, $java_options, service with $service_options; medians of $rounds rounds of \
$seconds s or $((victims - 500)) requests, each right after a checkpoint, $connections connections"
"$java" "$here/Growth.java" "$measured" "$sizes" "$about" "$(IFS=,; echo "${by_users[*]}")" "$(IFS=,; echo "${by_tenants[*]}")" \
  "sessions-5,sessions-$sessions" "$deletion" >"$results/growth.md"
cat "$results/growth.md"
# The smallest change writes more than a hundred bytes of WAL.
awk -F'\t' 'NR == FNR {kind[$1] = $2; next}
  $4 > 0 {wrong[$2] = "had error responses"} kind[$2] == "write" && $7 < 100 * $3 {wrong[$2] = "changed nothing"}
  END {for (each in wrong) {print each " " wrong[each] ": its numbers mean nothing."; status = 1}; exit status}' \
  "$root/benchmarks/operations/operations.tsv" "$measured" >&2
