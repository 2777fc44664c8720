#!/usr/bin/env bash
# Compares what the operations cost with what they cost at another commit: both packaged services run at the same time on one
# database, and every operation is measured on one right after the other, so that a busy machine falls on both alike.
#
#   benchmarks/compare.sh [--seconds 5] [--rounds 5] [--operations list_sessions,delete_user] <commit>
#
# It needs what run.sh needs. The other commit is cloned and built in a temporary folder. The result, ratios of this tree to the
# commit as medians of the rounds, goes to standard output, and to benchmarks/results/compare.md where all operations ran.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
connections=32

seconds=5 rounds=5 chosen='' commit=''
while [ $# -gt 0 ]; do
  case $1 in
    --seconds) seconds=$2 && shift ;;
    --rounds) rounds=$2 && shift ;;
    --operations) chosen=,$2, && shift ;;
    -*) sed -n 's/^# \{0,1\}//p' "$0" | head -8 >&2 && exit 2 ;;
    *) commit=$1 ;;
  esac
  shift
done
commit=$(git -C "$root" rev-parse --short --verify "${commit:?which commit to compare with}^{commit}")

. "$here/common.sh"
. "$here/operations/load.sh"
require wrk psql curl bc
measured=$folder/measured.tsv

echo "Building $commit" >&2
git clone -q --shared "$root" "$folder/other"
git -C "$folder/other" checkout -q "$commit"
(cd "$folder/other" && ./mvnw -q -B package -DskipTests)

ensure_postgresql max_wal_size=16GB checkpoint_timeout=1h autovacuum=off shared_buffers=512MB
create_database useradmin_compare_$$
seed_operations

# Starts the service of jar $1; sets service and service_port.
start() {
  local jar=$1
  # shellcheck disable=SC2086
  start_service $java_options -Dquarkus.log.category.access.level=OFF
  await_answer "$service" "http://127.0.0.1:$service_port/api/users/10000001/sessions" "$key"
}
start "$folder/other/target/quarkus-app/quarkus-run.jar"
other=$service other_port=$service_port
start "$jar"

# Measures operation $3 of kind $4 on process $1 at port $2: requests, seconds, errors, p99, and milliseconds of the process and of
# PostgreSQL.
measure() {
  local process=$1 port=$2 before postgresql_before line
  shift 2
  before=$(cpu_of_process "$process") postgresql_before=$(cpu_of_postgresql)
  line=$(wrk_run "$port" "$1" "$3" "$4" "$5" "$(seconds_of "$1")")
  awk '{printf "%s\t%s\t%s\t%s\t", $1, $2, $3, $5}' <<<"$line"
  echo "$(cpu_of_process "$process") - $before" | bc | tr '\n' '\t'
  echo "$(cpu_of_postgresql) - $postgresql_before" | bc
  restore "$2"
}

# One after the other, in turns of who is first.
compare() {
  local of_this of_other
  if ((round % 2)); then
    of_this=$(measure "$service" "$service_port" "$@") of_other=$(measure "$other" "$other_port" "$@")
  else
    of_other=$(measure "$other" "$other_port" "$@") of_this=$(measure "$service" "$service_port" "$@")
  fi
  printf '%s\t%s\t%s\n' "$1" "$of_this" "$of_other" >>"$measured"
}

echo "Warming up" >&2
round=0
for_operations compare
for_operations compare
: >"$measured"
for ((round = 1; round <= rounds; round++)); do
  echo "Round $round of $rounds" >&2
  for_operations compare
done

# Per operation: the medians of the ratios of the rounds.
report() {
  echo "# This tree against $commit"
  echo
  echo "$(circumstances), $java_options; medians of $rounds rounds of $seconds s, $connections connections. A ratio below 1 is less"
  echo "processor time, or fewer requests a second, than at $commit."
  echo
  echo "| operation | CPU of the service | CPU of PostgreSQL | requests a second | p99 | errors |"
  echo "|---|--:|--:|--:|--:|--:|"
  awk -F'\t' '
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
      cpu[$1, i] = ($6 / $2) / ($12 / $8)
      postgresql[$1, i] = ($7 / $2) / ($13 / $8)
      rate[$1, i] = ($2 / $3) / ($8 / $9)
      p99[$1, i] = $5 / $11
      errors[$1] += $4 + $10
    }
    END {
      for (o = 1; o <= operations; o++) {
        name = names[o]
        printf "| %s | %.3f | %.3f | %.3f | %.2f | %d |\n", name, column(cpu, name), column(postgresql, name), column(rate, name),
          column(p99, name), errors[name]
      }
    }' "$measured"
}
result=$here/results/compare.md
if [ -n "$chosen" ]; then result=$folder/compare.md; fi
report >"$result"
cat "$result"
