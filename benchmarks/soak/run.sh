#!/usr/bin/env bash
# Soak test: runs the packaged service under mixed traffic of all operations, with random faults: PostgreSQL backends killed,
# PostgreSQL restarted or frozen for some seconds, its connections cut, clients that disconnect by RST or FIN. At the end, no
# acknowledged write may be missing, the service may hold nothing for requests, and memory and connections must be as after the
# first minute.
#
#   benchmarks/soak/run.sh [minutes, default 20]
#
# Needs Linux, the package (./mvnw package -DskipTests), psql, curl and pgrep. It starts its own PostgreSQL from PG_BIN in a
# temporary folder (as user postgres if run by root). SEED repeats an order of faults. The result goes to standard output and to
# benchmarks/results/soak.md. The exit code is 0 if everything holds.
set -euo pipefail

minutes=${1:-20}
[ "$minutes" -ge 3 ] || { echo "Less than 3 minutes leave no time for faults." >&2; exit 2; }
seed=${SEED:-$$}
RANDOM=$seed
heap=256m
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

. "$root/benchmarks/common.sh"
require psql curl pgrep
jar=${JAR:-$jar}

postgresql() { as_postgres "$bin/pg_ctl" -D "$folder/server/data" -l "$folder/server/log" -w "$@" >/dev/null; }
postmaster() { head -1 "$folder/server/data/postmaster.pid"; }

frozen=()
thaw() {
  # A process may have ended in the meantime.
  kill -CONT "${frozen[@]}" 2>/dev/null || :
  frozen=()
}
end() {
  # A frozen PostgreSQL would not stop.
  thaw
  # Keeps the service's log, which helps to find the cause if something is wrong.
  mkdir -p "$root/target"
  cp "$folder/service.log" "$root/target/soak-service.log" || :
  finish
}
trap end EXIT

# The faults are for a PostgreSQL of its own.
unset PGHOST PGPORT PGUSER PGPASSWORD
ensure_postgresql
leftovers+=("$folder")
export PGDATABASE=postgres

export QUARKUS_DATASOURCE_REACTIVE_URL=postgresql://127.0.0.1:$PGPORT/postgres
"$java" -jar "$jar" migrate >/dev/null
"$java" -jar "$jar" tenant create soak --name Soak >/dev/null
key=$("$java" -jar "$jar" key create --tenant soak --name soak --scope '*' 2>/dev/null)
idle_key=$("$java" -jar "$jar" key create --tenant soak --name idle --scope '*' 2>/dev/null)

cable=$(free_port) port=$(free_port) management=$(free_port)
QUARKUS_DATASOURCE_REACTIVE_URL=postgresql://127.0.0.1:$cable/postgres QUARKUS_MANAGEMENT_PORT=$management QUARKUS_HTTP_PORT=$port QUARKUS_HTTP_HOST=127.0.0.1 \
  "$java" -Xms$heap -Xmx$heap -XX:+AlwaysPreTouch -jar "$jar" >"$folder/service.log" 2>&1 &
service=$!
pids+=("$service")
mkfifo "$folder/commands"
"$java" "$here/Soak.java" "http://127.0.0.1:$port" "$key" "$idle_key" "$cable" "$PGPORT" "$folder" <"$folder/commands" &
driver=$!
pids+=("$driver")
exec 3>"$folder/commands"
until curl -sf -o /dev/null -H "X-API-KEY: $key" "http://127.0.0.1:$port/api/groups"; do
  if ! kill -0 $service || ! kill -0 $driver; then cat "$folder/service.log" >&2 && exit 1; fi
  sleep 0.5
done

# Resident memory in MB, live heap in KB, open files, threads, connections to PostgreSQL.
sample() {
  "$JAVA_HOME/bin/jcmd" $service GC.run >/dev/null
  local rss live files threads connections
  rss=$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\) kB/\1/p' /proc/$service/status)
  live=$("$JAVA_HOME/bin/jcmd" $service GC.heap_info | sed -n 's/.*heap .*used \([0-9]*\)K.*/\1/p;s/.* used \([0-9]*\)K,.*/\1/p' | head -1)
  files=$(find /proc/$service/fd | wc -l)
  threads=$(sed -n 's/^Threads:[^0-9]*//p' /proc/$service/status)
  connections=$(psql -At -c "select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()")
  echo "$((rss / 1024)) $((live / 1024)) $files $threads $connections"
}

kill_a_backend() {
  local pid
  pid=$(psql -At -c "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1")
  # It may end in the meantime.
  [ -z "$pid" ] || kill -9 "$pid" 2>/dev/null || :
}

restart() { postgresql -m immediate restart; }

freeze() {
  mapfile -t frozen < <(postmaster && pgrep -P "$(postmaster)")
  # A process may end in the meantime.
  kill -STOP "${frozen[@]}" 2>/dev/null || :
  sleep $((3 + RANDOM % 5))
  thaw
}

cut_connections() { echo cut >&3; }

disconnect_callers() { echo disconnect >&3; }

# The sum of the gauges of what is held for requests. Waits up to ten seconds until it is 0.
held() {
  local sum
  for _ in {1..50}; do
    sum=$(curl -sf "http://127.0.0.1:$management/q/metrics" |
      awk '/^useradmin_(requests_held|memory_held_bytes)\{/ {found++; sum += $2} END {print found == 6 ? sum : "unknown"}')
    [ "$sum" != 0 ] || break
    sleep 0.2
  done
  echo "$sum"
}

faults=(kill_a_backend restart freeze cut_connections disconnect_callers)
begun=$(date +%s)
elapsed() { echo $(($(date +%s) - begun)); }
sleep 60
first=$(sample)
# No faults in the last minute, so that no request is pending when the ledger is compared.
while [ "$(elapsed)" -lt $((minutes * 60 - 60)) ]; do
  # PostgreSQL may still be recovering from the last fault.
  until psql -c 'select' >/dev/null 2>&1; do sleep 0.2; done
  fault=${faults[RANDOM % ${#faults[@]}]}
  $fault || { echo "The fault $fault failed." >&2; exit 1; }
  echo "over $fault" >&3
  sleep $((3 + RANDOM % 8))
  kill -0 $service || { echo "The service has ended." >&2; tail "$folder/service.log" >&2; exit 1; }
done
sleep 55
last=$(sample)
echo end >&3
wait $driver
pids=("$service")
held=$(held)

psql -q -f "$here/actual.sql" <"$folder/ledger.tsv" >"$folder/compared.tsv"
figure() { awk -F'\t' -v name="$1" '$1 == name {print $2}' "$2"; }
unexpected=$(awk -F'\t' '/^unexpected/ {sum += $2} END {print sum + 0}' "$folder/counts.tsv")
lost=$(figure lost "$folder/compared.tsv")
stray=$(figure "in the database and in no ledger" "$folder/compared.tsv")
read -r rss1 live1 files1 threads1 connections1 <<<"$first"
read -r rss2 live2 files2 threads2 connections2 <<<"$last"

verdict=holds
hold() { [ "$1" -le "$2" ] || { verdict="does not hold: $3"; echo "$3: $1, at most $2" >&2; }; }
hold "$lost" 0 "acknowledged writes are lost"
hold "$stray" 0 "rows that no request wrote"
hold "$unexpected" 0 "unexpected responses"
hold "$live2" $((live1 + live1 / 4 + 8)) "live heap"
hold "$rss2" $((rss1 + rss1 / 4)) "resident memory"
hold "$files2" $((files1 + 20)) "open files"
hold "$connections2" 20 "connections"
[ "$held" = 0 ] || { verdict="does not hold: held for requests"; echo "held for requests: $held" >&2; }

result=$root/benchmarks/results/soak.md
cat >"$result" <<RESULT
# Soak of $minutes minutes

$(circumstances), heap $heap.
\`benchmarks/soak/run.sh $minutes\`, seed $seed.
16 clients, all operations. Verdict: $verdict.

| requests | |
|---|--:|
$(sed 's/^/| /; s/\t/ | /; s/$/ |/' "$folder/counts.tsv")

| ledger against database | |
|---|--:|
$(grep -v '^lost: ' "$folder/compared.tsv" | sed 's/^/| /; s/\t/ | /; s/$/ |/')

| fault | times | ms until a request succeeds, median | at most |
|---|--:|--:|--:|
$(sed 's/^/| /; s/\t/ | /g; s/$/ |/; s/_/ /g' "$folder/recoveries.tsv")

| service | after the first minute | in the end |
|---|--:|--:|
| resident memory, MB | $rss1 | $rss2 |
| live heap, MB | $live1 | $live2 |
| open files | $files1 | $files2 |
| threads | $threads1 | $threads2 |
| connections to PostgreSQL | $connections1 | $connections2 |
| held for requests, sum of the gauges | | $held |
RESULT
cat "$result"
grep '^lost: ' "$folder/compared.tsv" >&2 || :
[ "$verdict" = holds ]
