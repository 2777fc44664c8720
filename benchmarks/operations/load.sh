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

# The duration for operation $1. Operations that consume users or sessions run only as long as there are enough of them.
seconds_of() {
  case $1 in delete_user | revoke_sessions) echo $(((seconds + 4) / 5)) ;; revoke_session) echo $(((3 * seconds + 4) / 5)) ;; *) echo "$seconds" ;; esac
}

# The number of rows that operation $1 can consume: users, users whose sessions can be revoked, or sessions. Empty if it consumes none.
rows_of() { case $1 in delete_user | revoke_sessions) echo 20000 ;; revoke_session) echo 100000 ;; esac; }

# Divides $2 seconds of operation $1 into the durations of runs, with a restore after each. A single long run would consume all
# rows, and then measure or warm up only 404s.
runs_of() {
  local left=$2 run
  run=$(seconds_of "$1")
  for (( ; left > 0; left -= run)); do echo $((run < left ? run : left)); done
}

TIMEFORMAT='%U %S'
# Sends load to port $1: $2 (operation) $3 (method) $4 (path) $5 (body) for $6 seconds, or until the rows are used. Prints requests, seconds, errors, p50,
# p99 and the generator's CPU milliseconds.
wrk_run() {
  { time wrk -t1 -c"$connections" -d"$6" -s "$operations/request.lua" "http://127.0.0.1:$1" -- "$3" "$4" "$5" "$key" \
    "$(rows_of "$2")" >"$folder/wrk.out"; } 2>"$folder/wrk.time"
  echo "$(sed -n 's/^RESULT //p' "$folder/wrk.out") $(awk '{print ($1 + $2) * 1000}' "$folder/wrk.time")"
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
