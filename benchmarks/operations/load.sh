# The operations of operations.tsv, and the load for them. For scripts that have sourced common.sh and set `connections`,
# `seconds` and `rounds`.
# shellcheck shell=bash disable=SC2034,SC2154

operations=$root/benchmarks/operations
operation_list=$operations/operations.tsv

# Migrates and fills the current database. Sets key, which has all scopes.
seed_operations() {
  echo "Seeding" >&2
  useradmin migrate >/dev/null
  useradmin tenant create bench --name Benchmark >/dev/null
  key=$(useradmin key create --tenant bench --name bench --scope '*' 2>/dev/null)
  psql -q -f "$operations/seed.sql" -c "vacuum analyze" -c checkpoint
}

# Restores the data after a run of kind $1.
restore() {
  if [ "$1" != write ]; then return; fi
  await_quiet "$PGDATABASE"
  psql_to_its_end -v ON_ERROR_STOP=1 -f "$operations/restore.sql"
}

# The number of rows that a run of operation $1 can use: users, sessions, or groups of users. Empty if it uses none up. plan_again
# needs some more.
rows_of() {
  case $1 in
    delete_user | disable_user | verify_email | revoke_sessions) echo 19000 ;;
    revoke_session | assign_group) echo 99000 ;;
  esac
}

# Divides $2 seconds of operation $1 into the durations of runs, with a restore after each. In a single long run, the rows would
# be used up before its end.
runs_of() {
  local left=$2 run=$2
  if [ -n "$(rows_of "$1")" ]; then run=3; fi
  for (( ; left > 0; left -= run)); do echo $((run < left ? run : left)); done
}

TIMEFORMAT='%U %S'
# Sends load to port $1: $2 (operation) $3 (method) $4 (path) $5 (body) for $6 seconds, or until the rows are used. Prints requests, seconds, errors, p50,
# p99 and the generator's CPU milliseconds.
wrk_run() { wrk_from "" "$(rows_of "$2")" "$@"; }

# The same from row $1 to row $2.
wrk_from() {
  { time wrk -t1 -c"$connections" -d"$8" -s "$operations/request.lua" "http://127.0.0.1:$3" -- "$5" "$6" "$7" "$key" "$2" "$1" \
    >"$folder/wrk.out"; } 2>"$folder/wrk.time"
  echo "$(sed -n 's/^RESULT //p' "$folder/wrk.out") $(awk '{print ($1 + $2) * 1000}' "$folder/wrk.time")"
}

# Sends a second of load before a measurement: a vacuum makes PostgreSQL plan each prepared statement again, once for each
# connection. It uses other rows than the measurement. Arguments as for wrk_run.
plan_again() {
  local rows
  rows=$(rows_of "$2")
  wrk_from "$rows" "${rows:+$((rows + 800))}" "${@:1:5}" 1 >/dev/null
}

# Runs command $1 for every operation, or for those in `chosen`, with name, kind, method, path and body.
for_operations() {
  local name kind method path body
  while IFS=$'\t' read -r name kind method path body <&3; do
    if [ -z "$chosen" ] || [[ $chosen == *",$name,"* ]]; then "$@" "$name" "$kind" "$method" "$path" "$body"; fi
  done 3<"$operation_list"
}

# Runs command `warm` for these operations, then `round_of` in each round.
warm_and_measure() {
  local round
  echo "Warming up" >&2
  for_operations warm
  for ((round = 1; round <= rounds; round++)); do
    echo "Round $round of $rounds" >&2
    for_operations round_of
  done
}
