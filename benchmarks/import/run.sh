#!/usr/bin/env bash
# Measures `useradmin import`, compared with psql's \copy of the same rows into the same tables, one after the other.
#
#   benchmarks/import/run.sh [users, default 1000000]
#
# Needs the package (./mvnw package -DskipTests) and psql. If PGHOST is set, it creates a database on this server and drops it
# at the end. Otherwise it starts its own PostgreSQL from PG_BIN in a temporary folder (as user postgres if run by root). The
# result goes to standard output and to benchmarks/results.
set -euo pipefail

users=${1:-1000000}
heap=256m
root=$(cd "$(dirname "$0")/../.." && pwd)
tables=(users usernames emails phones external_identities sessions ip_access)

. "$root/benchmarks/common.sh"
require psql bc
# Default settings, but with a WAL so large that no measurement triggers a checkpoint.
ensure_postgresql max_wal_size=16GB checkpoint_timeout=1h
create_database useradmin_benchmark_$$

leftovers+=("$folder/users.ndjson" "${tables[@]/#/$folder/copy-}")

now() { date +%s.%N; }
since() { echo "$(now) - $1" | bc; }

echo "Generating $users users" >&2
"$java" "$root/benchmarks/import/Generator.java" "$users" "$folder/users.ndjson"
useradmin migrate >/dev/null
useradmin tenant create benchmark --name Benchmark >/dev/null
psql -q -c checkpoint

echo "Importing" >&2
start=$(now)
"$java" -Xmx$heap -jar "$jar" import --tenant benchmark "$folder/users.ndjson" >"$folder/summary" &
importer=$!
pids+=("$importer")
memory=0
# Linux reports the peak resident memory only while the process lives. The largest sample counts, because samples at the start
# or end of the process may be too small.
while kill -0 $importer 2>/dev/null; do
  peak=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$importer/status" 2>/dev/null || :)
  if [ "${peak:-0}" -gt "$memory" ]; then memory=$peak; fi
  sleep 0.2
done
[ "$memory" -gt 0 ] || { echo "The memory of the importer could not be read." >&2; exit 1; }
wait $importer
imported=$(since "$start")

# The rows in the order of the import, as text for \copy.
for table in "${tables[@]}"; do psql -q -c "\\copy $table to '$folder/copy-$table'"; done
rows=$(cat "$folder"/copy-* | wc -l)
psql -q -c "set client_min_messages = warning" -c "truncate users cascade" -c checkpoint

# A transaction keeps the plan for its first foreign key check. With the statistics of an empty table, a \copy would use the
# wrong index to look up users. So the script runs ANALYZE in between, which takes a second.
echo "Copying" >&2
start=$(now)
for table in "${tables[@]}"; do psql -q -c "\\copy $table from '$folder/copy-$table'" -c "analyze $table"; done
copied=$(since "$start")
again=$(psql -At -c "$(for table in "${tables[@]}"; do echo "select count(*) from $table union all"; done) select 0" | paste -sd+ | bc)
[ "$rows" = "$again" ] || { echo "\\copy wrote $again rows of $rows" >&2; exit 1; }

result=$root/benchmarks/results/import-$users.md
cat >"$result" <<RESULT
# Import of $users users against \\copy

$(circumstances), heap $heap.
$(du -m "$folder/users.ndjson" | cut -f1) MB of NDJSON, $rows rows: a username, an email, three sessions and a blocked address of each user.

| | seconds |
|---|--:|
| import | $(printf %.1f "$imported") |
| \\copy of the same rows | $(printf %.1f "$copied") |
| ratio | $(echo "scale=2; $imported / $copied" | bc) |

Users per second: $(echo "$users / $imported" | bc). Resident memory of the importer at most: $((memory / 1024)) MB.
It said: $(cat "$folder/summary")
RESULT
cat "$result"
