#!/usr/bin/env bash
# Compares the cost of the operations with another commit. Both services run at the same time, each on its own database in the
# same PostgreSQL, and get the same load. So other load on the machine affects both alike.
#
#   benchmarks/compare.sh [--seconds 5] [--rounds 4] [--starts 3] [--operations list_sessions,delete_user] [--get <path>]
#                         [--option <option>] [--connections 16] [--in-turn] <commit>
#
# If the commit lacks an operation, choose others with --operations: the script fails if a response is not 2xx or 3xx.
#
# --get measures a GET instead of the operations, such as /api/users/{user}/private_data. --option is a Java option only for the
# service of this tree, such as -Duseradmin.audit.reads=true. --in-turn sends the load to one service after the other: for settings
# whose effect depends on what else the machine does, such as the size of the pool. --starts is how often both services are started
# again: the JIT compiler takes other decisions each time, and with a single start, a commit compared with itself gave 0.90 to 1.00.
#
# Needs the same as run.sh. The other commit is cloned and built in a temporary folder; instead of a commit, you can give the
# folder of a built tree. The result has the ratios of this tree to the commit, as medians of the rounds.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
connections=16

seconds=5 rounds=4 starts=3 chosen='' get='' option='' in_turn='' commit=''
while [ $# -gt 0 ]; do
  case $1 in
    --seconds) seconds=$2 && shift ;;
    --rounds) rounds=$2 && shift ;;
    --starts) starts=$2 && shift ;;
    --operations) chosen=,$2, && shift ;;
    --get) get=$2 && shift ;;
    --option) option=$2 && shift ;;
    --connections) connections=$2 && shift ;;
    --in-turn) in_turn=yes ;;
    -*) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
    *) commit=$1 ;;
  esac
  shift
done
other=${commit:?which commit to compare with}
if [ ! -d "$other" ]; then commit=$(git -C "$root" rev-parse --short --verify "$commit^{commit}"); fi

. "$here/common.sh"
. "$here/operations/load.sh"
require wrk psql curl bc
results=$folder

if [ ! -d "$other" ]; then
  echo "Building $commit" >&2
  other=$folder/commit
  leftovers+=("$other")
  git clone -q --shared "$root" "$other"
  git -C "$other" checkout -q "$commit"
  (cd "$other" && ./mvnw -q -B package -DskipTests)
fi

ensure_postgresql max_wal_size=16GB checkpoint_timeout=1h autovacuum=off shared_buffers=512MB
declare -A jars=([this]=$jar [commit]=$other/target/quarkus-app/quarkus-run.jar) services ports keys
# Each side uses the migrations of its own release.
for side in this commit; do
  jar=${jars[$side]}
  create_database "useradmin_compare_${side}_$$"
  seed_operations
  keys[$side]=$key
  mkdir "$folder/$side-wrk"
done

start_both() {
  local side own
  for side in this commit; do
    on "$side"
    own=$option
    if [ "$side" = commit ]; then own=; fi
    jar=${jars[$side]} folder=$results
    # shellcheck disable=SC2086
    start_service $java_options $own -Dquarkus.log.category.access.level=OFF
    services[$side]=$service ports[$side]=$service_port
    await_answer "$service" "http://127.0.0.1:$service_port/api/users/10000001/sessions" "$key"
  done
}

stop_both() {
  kill "${services[@]}"
  wait "${services[@]}" || :
  pids=()
}

# Selects side $1 (this or commit) for the following commands.
on() {
  folder=$results/$1-wrk key=${keys[$1]}
  use_database "useradmin_compare_$1_$$"
}

# The process and the CPU milliseconds of each backend of the service of $1.
cpu_of_backends() {
  local backend
  for backend in $(psql -Atc "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"); do
    echo "$backend $(cpu_of_process "$backend" 2>/dev/null || :)"
  done
}

# CPU milliseconds between listing $1 and listing $2. An ended backend counts 0, a new one counts completely.
cpu_between() { awk 'NR == FNR { before[$1] = $2; next } NF == 2 { sum += $2 - before[$1] } END { print sum + 0 }' <(echo "$1") <(echo "$2"); }

# Measures operation $2 on the service of $1. Appends to the file $kept: operation, service, requests, errors, p99, CPU milliseconds of the
# service and of its backends, and seconds.
measure() {
  local process=${services[$1]} port=${ports[$1]} side=$1 before backends line
  on "$1"
  shift
  backends=$(cpu_of_backends) before=$(cpu_of_process "$process")
  line=$(wrk_run "$port" "$1" "$3" "$4" "$5" "$seconds")
  before=$(echo "$(cpu_of_process "$process") - $before" | bc)
  awk -v OFS='\t' -v operation="$1" -v side="$side" -v service="$before" -v backends="$(cpu_between "$backends" "$(cpu_of_backends)")" '{
    print operation, side, $1, $3, $5, service, backends, $2}' <<<"$line" >>"$folder/$kept"
}

# Runs command $1 for each measured operation.
for_chosen() { if [ -n "$get" ]; then "$1" "GET $get" read GET "$get" ""; else for_operations "$1"; fi; }

# Measures both sides, then restores the data.
compare() {
  local side waiting=()
  for side in this commit; do
    measure "$side" "$@" & waiting+=($!)
    if [ -n "$in_turn" ]; then wait "$!"; fi
  done
  if [ -z "$in_turn" ]; then wait "${waiting[@]}"; fi
  for side in this commit; do (on "$side" && restore "$2"); done
}

for ((start = 1; start <= starts; start++)); do
  echo "Start $start of $starts: warming up" >&2
  start_both
  kept=warm-up.tsv
  for ((round = 1; round <= 5; round++)); do for_chosen compare; done
  kept=measured.tsv
  for ((round = 1; round <= rounds; round++)); do
    echo "Round $round of $rounds" >&2
    for_chosen compare
  done
  stop_both
done

# Per operation: medians of the rounds' ratios. "Both" means the service and PostgreSQL.
report() {
  echo "# This tree${option:+ with $option} against $commit"
  echo
  echo "$(circumstances), $java_options; medians of $starts starts with $rounds rounds of $seconds s, $connections connections to each${in_turn:+, in turn}. Below 1 means less"
  echo "processor time or latency, or fewer requests a second, than at $commit."
  echo
  echo "| operation | CPU of both | CPU of the service | CPU of PostgreSQL | requests a second | p99 | errors |"
  echo "|---|--:|--:|--:|--:|--:|--:|"
  paste "$results/this-wrk/measured.tsv" "$results/commit-wrk/measured.tsv" | awk -F'\t' '
    function median(list, count,   i, j, t) {
      for (i = 2; i <= count; i++) { t = list[i]; for (j = i - 1; j > 0 && list[j] > t; j--) list[j + 1] = list[j]; list[j + 1] = t }
      return count % 2 ? list[(count + 1) / 2] : (list[count / 2] + list[count / 2 + 1]) / 2
    }
    function column(values, operation,   i, list) {
      for (i = 1; i <= count[operation]; i++) list[i] = values[operation, i]
      return median(list, count[operation])
    }
    !($1 in count) {names[++operations] = $1}
    {
      i = ++count[$1]
      both[$1, i] = (($6 + $7) / $3) / (($14 + $15) / $11)
      cpu[$1, i] = ($6 / $3) / ($14 / $11)
      postgresql[$1, i] = ($7 / $3) / ($15 / $11)
      rate[$1, i] = ($3 / $8) / ($11 / $16)
      p99[$1, i] = $5 / $13
      errors[$1] += $4 + $12
    }
    END {
      for (o = 1; o <= operations; o++) {
        name = names[o]
        printf "| %s | %.3f | %.3f | %.3f | %.3f | %.2f | %d |\n", name, column(both, name), column(cpu, name),
          column(postgresql, name), column(rate, name), column(p99, name), errors[name]
      }
    }'
}
report
# $4 and $12 are the numbers of error responses.
paste "$results/this-wrk/measured.tsv" "$results/commit-wrk/measured.tsv" | awk -F'\t' '$4 + $12 > 0 {failed[$1]}
  END {for (each in failed) {print each " had responses other than 2xx and 3xx: its numbers mean nothing."; status = 1}; exit status}' >&2
