#!/usr/bin/env bash
# Compares a single PostgreSQL with a read replica and with Citus: CPU per request of the service, of the primary or coordinator,
# and of the replica or workers, and requests per second with different numbers of workers. Everything runs on this machine, so
# more nodes do not have more processors: the CPU shows the distribution of the load, requests per second do not.
#
#   CITUS_BIN=<folder> benchmarks/scale-out/run.sh [--workers 1,2] [--seconds 4] [--rounds 3]
#
# Needs the same as benchmarks/run.sh, and in CITUS_BIN the programs of a PostgreSQL with Citus. Each worker has a tenant with
# the data of operations/seed.sql. The load is spread over all tenants. Targets without Citus have the same number of tenants.
# The result goes to standard output and to benchmarks/results/scale-out.md.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
PG_BIN=${CITUS_BIN:?where the programs of a PostgreSQL with Citus are}
connections=32 workers=1,2 seconds=4 rounds=3
settings=(-c max_wal_size=16GB -c checkpoint_timeout=1h -c shared_buffers=256MB -c max_connections=300)
for setting in ${BENCHMARK_POSTGRESQL_SETTINGS-}; do settings+=(-c "$setting"); done
while [ $# -gt 0 ]; do
  case $1 in
    --workers) workers=$2 && shift ;;
    --seconds) seconds=$2 && shift ;;
    --rounds) rounds=$2 && shift ;;
    *) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
  esac
  shift
done

. "$root/benchmarks/common.sh"
. "$root/benchmarks/operations/load.sh"
operation_list=$here/operations.tsv
require wrk curl bc
PATH=$bin:$PATH
export PGUSER=postgres PGDATABASE=postgres PGHOST=127.0.0.1
export QUARKUS_DATASOURCE_USERNAME=postgres QUARKUS_DATASOURCE_PASSWORD=

# --- Nodes --------------------------------------------------------------------------------------------------------------------

nodes=()
stop_nodes() {
  local node
  for node in "${nodes[@]}"; do as_postgres "$bin/pg_ctl" -D "$node" -m immediate stop >/dev/null 2>&1 || :; done
}
trap 'finish; stop_nodes; rm -rf "$folder/nodes"' EXIT
mkdir "$folder/nodes"
if [ "$(id -u)" = 0 ]; then chown postgres "$folder/nodes"; fi

# Starts a node with the options $@. Sets node_port and node_process.
start_node() {
  local data=$folder/nodes/${#nodes[@]}
  node_port=$(free_port)
  in_nodes "$bin/initdb" -D "$data" -A trust -U postgres -E UTF8 --locale=C.UTF-8
  run_node "$data" "$@"
  node_process=$(head -1 "$data/postmaster.pid")
}

# Starts a standby of the started node. Sets standby_port, and worker_processes to its process.
start_standby() {
  local data=$folder/nodes/${#nodes[@]}
  in_nodes "$bin/pg_basebackup" -D "$data" -p "$node_port" -R --checkpoint=fast
  standby_port=$(free_port)
  run_node "$data" -p "$standby_port"
  worker_processes=("$(head -1 "$data/postmaster.pid")")
}

in_nodes() { (cd "$folder/nodes" && as_postgres "$@" >/dev/null); }

# Runs the node in folder $1. Later options win, so $2 and further can have another port.
run_node() {
  in_nodes "$bin/pg_ctl" -D "$1" -l "$1.log" -w -o "-p $node_port -k $folder/nodes ${settings[*]} ${*:2}" start
  nodes+=("$1")
}

on_node() { psql -qAt -p "$node_port" "$@"; }

# Starts a coordinator with $1 workers. Sets node_port and node_process (of the coordinator) and worker_processes.
start_cluster() {
  local options=(-c shared_preload_libraries=citus -c max_prepared_transactions=300 -c citus.node_conninfo=sslmode=disable)
  local worker ports=()
  worker_processes=()
  for ((worker = 0; worker < $1; worker++)); do
    start_node "${options[@]}"
    on_node -c "create extension citus"
    ports+=("$node_port")
    worker_processes+=("$node_process")
  done
  start_node "${options[@]}"
  on_node -c "create extension citus" -c "select citus_set_coordinator_host('127.0.0.1', $node_port)" >/dev/null
  for worker in "${ports[@]}"; do on_node -c "select citus_add_node('127.0.0.1', $worker)" >/dev/null; done
}

# --- Data -----------------------------------------------------------------------------------------------------------------------

# The data of seed.sql without its copy, for tenant $1.
seed_of() {
  sed "/^-- A copy/,\$d; s/'bench'/'$1'/g; s/ from users;/ from users where tenant_id = '$1';/
    s/ from users, generate_series(0, 1) n;/ from users, generate_series(0, 1) n where tenant_id = '$1';/" "$operations/seed.sql"
}

# Finds $2 tenants for target $1. With Citus, their rows are on different workers.
tenants_of() {
  local number worker seen=" " found=()
  for ((number = 0; ${#found[@]} < $2; number++)); do
    worker=$number
    if on_citus "$1"; then
      worker=$(on_node -c "select groupid from pg_dist_placement where shardid = get_shard_id_for_distribution_column('users', 't$number')")
    fi
    if [[ $seen != *" $worker "* ]]; then seen+="$worker " found+=("t$number"); fi
  done
  echo "${found[@]}"
}

# Targets are `plain`, `replica`, and a number of workers.
on_citus() { [[ $1 =~ ^[0-9]+$ ]]; }

# Per target: process and port of the service, process of the single PostgreSQL, primary or coordinator, processes of the replica
# or the workers, and keys.
declare -A service_of port_of coordinator_of workers_of keys_of
targets=()

# Prepares target $1 with $2 tenants on the started nodes. The service gets the options $3.
prepare() {
  local tenant keys=()
  export PGPORT=$node_port QUARKUS_DATASOURCE_REACTIVE_URL=postgresql://127.0.0.1:$node_port/postgres
  useradmin migrate >/dev/null
  if on_citus "$1"; then useradmin distribute >/dev/null; fi
  for tenant in $(tenants_of "$1" "$2"); do
    useradmin tenant create "$tenant" --name Benchmark >/dev/null
    keys+=("$(useradmin key create --tenant "$tenant" --name bench --scope '*' 2>/dev/null)")
    seed_of "$tenant" | psql -q -f -
  done
  psql -q -c "vacuum analyze"
  # Connections stay open while other targets are measured, because opening them costs more than the requests.
  # shellcheck disable=SC2086
  start_service $java_options ${3-} -Dquarkus.datasource.reactive.idle-timeout=1h -Duseradmin.database.silence-timeout=2h \
    -Dquarkus.log.category.access.level=OFF
  targets+=("$1")
  service_of[$1]=$service port_of[$1]=$service_port coordinator_of[$1]=$node_process workers_of[$1]="${worker_processes[*]}" keys_of[$1]="${keys[*]}"
  await_answer "$service" "http://127.0.0.1:$service_port/api/users/10000001/sessions" "${keys[0]}"
}

# --- Load -----------------------------------------------------------------------------------------------------------------------

# CPU milliseconds of the PostgreSQL with postmaster $1.
cpu_of_node() {
  local postmaster=$1
  cpu_of_postgresql
}
cpu_of_nodes() {
  local node sum=0
  for node in "$@"; do sum="$sum + $(cpu_of_node "$node")"; done
  echo "$sum" | bc
}

# CPU milliseconds of the service, the coordinator and the workers of target $1.
cpu_of_target() {
  local others
  read -ra others <<<"${workers_of[$1]}"
  echo "$(cpu_of_process "${service_of[$1]}") $(cpu_of_node "${coordinator_of[$1]}") $(cpu_of_nodes "${others[@]}")"
}

# Sends load to all tenants of target $1: $2 (method) $3 (path) $4 (body) for $5 seconds. Prints requests and errors.
load_tenants() {
  local key number=0 keys
  read -ra keys <<<"${keys_of[$1]}"
  for key in "${keys[@]}"; do
    number=$((number + 1))
    wrk -t1 -c$((connections / ${#keys[@]})) -d"$5" -s "$operations/request.lua" "http://127.0.0.1:${port_of[$1]}" -- "$2" "$3" "$4" "$key" \
      >"$folder/wrk.$number.out" &
    loading[number]=$!
  done
  wait "${loading[@]}"
  cat "$folder"/wrk.*.out | sed -n 's/^RESULT //p' | awk '{requests += $1; errors += $3} END {print requests, errors}'
  rm "$folder"/wrk.*.out
}

# A line: target, operation, requests, errors, and CPU microseconds per request of the service, the coordinator and the workers.
measure() {
  local target=$1 before after line
  shift
  local loading=()
  before=$(cpu_of_target "$target")
  line=$(load_tenants "$target" "$3" "$4" "$5" "$seconds")
  after=$(cpu_of_target "$target")
  echo "$target $1 $line $before $after" |
    awk '{for (i = 5; i <= 7; i++) cost = cost "\t" ($(i + 3) - $i) * 1000 / $3; print $1 "\t" $2 "\t" $3 "\t" $4 cost}' >>"$measured"
}

warm() {
  local target
  for target in "${targets[@]}"; do load_tenants "$target" "$3" "$4" "$5" $((2 * seconds)) >/dev/null; done
}
round_of() { for target in "${targets[@]}"; do measure "$target" "$@"; done; }

most=$(tr ',' '\n' <<<"$workers" | sort -n | tail -1)
worker_processes=()
echo "Starting" >&2
start_node
prepare plain "$most"
start_node
start_standby
prepare replica "$most" -Duseradmin.database.replica-url="postgresql://127.0.0.1:$standby_port/postgres"
for count in ${workers//,/ }; do
  start_cluster "$count"
  prepare "$count" "$count"
done
export PGPORT=$node_port

measured=$folder/measured.tsv
chosen=
loading=()
warm_and_measure

# --- The report -------------------------------------------------------------------------------------------------------------------

median() { sort -n | awk '{value[NR] = $1} END {print NR % 2 ? value[(NR + 1) / 2] : (value[NR / 2] + value[NR / 2 + 1]) / 2}'; }
of() { awk -F'\t' -v target="$1" -v operation="$2" -v column="$3" '$1 == target && $2 == operation {print $column}' "$measured" | median; }

report() {
  local operation target
  echo "# Scale-out"
  echo
  echo "$(circumstances), $java_options, Citus $(psql -At -c "select extversion from pg_extension where extname = 'citus'"); medians of $rounds rounds of $seconds s, $connections connections."
  echo "Made by \`benchmarks/scale-out/run.sh\`. All nodes share this machine's processors, so requests per second fall with each node:"
  echo "a cluster with one machine per node is limited by its busiest node, which the CPU shows. There is no network latency."
  echo "The JVM compiles the code of frequent requests completely, but not that of the few requests on Citus and PUT of users: for these,"
  echo "the CPU of the service is higher than in long use."
  echo
  echo "CPU microseconds per request, and requests per second."
  echo
  echo "| operation | target | service | primary or coordinator | replica or workers together | requests/s |"
  echo "|---|---|--:|--:|--:|--:|"
  while read -r operation; do
    for target in "${targets[@]}"; do
      printf '| %s | %s | %.0f | %.0f | %.0f | %.0f |\n' "${operation//_/ }" "$(name_of "$target")" "$(of "$target" "$operation" 5)" \
        "$(of "$target" "$operation" 6)" "$(of "$target" "$operation" 7)" "$(echo "$(of "$target" "$operation" 3) / $seconds" | bc)"
    done
  done < <(cut -f1 "$operation_list")
  echo
  echo "Responses that were not 2xx: $(awk -F'\t' '{errors += $4} END {print errors + 0}' "$measured")."
}
name_of() { case $1 in plain) echo "one PostgreSQL" ;; replica) echo "with a read replica" ;; 1) echo "1 worker" ;; *) echo "$1 workers" ;; esac; }

report | tee "$root/benchmarks/results/scale-out.md"
