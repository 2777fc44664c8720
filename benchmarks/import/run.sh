#!/usr/bin/env bash
# Measures `useradmin import` against psql's \copy of the very same rows into the same tables, one after the other.
#
#   benchmarks/import/run.sh [users, default 1000000]
#
# It needs the packaged jar (./mvnw package -DskipTests) and psql. With PGHOST set it makes a database of its own on that server
# and drops it in the end; else it starts a PostgreSQL of its own from PG_BIN in a temporary folder, as the user postgres
# where it is run by root. The result goes to standard output and to benchmarks/results.
set -euo pipefail

users=${1:-1000000}
heap=256m
root=$(cd "$(dirname "$0")/../.." && pwd)
tables=(users usernames emails phones external_identities sessions ip_access)

. "$root/benchmarks/common.sh"
require psql bc
# The defaults, but for a write-ahead log that does not force checkpoints in the midst of either measurement.
ensure_postgresql max_wal_size=16GB checkpoint_timeout=1h
create_database useradmin_benchmark_$$

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
memory=0
# Linux keeps the peak of the resident memory as long as the process lives. The greatest sample counts: one that is taken while
# the process begins or ends tells little or nothing.
while kill -0 $importer 2>/dev/null; do
  peak=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$importer/status" 2>/dev/null || :)
  if [ "${peak:-0}" -gt "$memory" ]; then memory=$peak; fi
  sleep 0.2
done
[ "$memory" -gt 0 ] || { echo "The memory of the importer could not be read." >&2; exit 1; }
wait $importer
imported=$(since "$start")

# Rows in the order in which the import wrote them, as text, which is what \copy reads back.
for table in "${tables[@]}"; do psql -q -c "\\copy $table to '$folder/$table.copy'"; done
rows=$(cat "$folder"/*.copy | wc -l)
psql -q -c "set client_min_messages = warning" -c "truncate users cascade" -c checkpoint

# A transaction keeps the plan with which it checks its first foreign key. Each \copy is one, and with the statistics of an empty
# table it would look for users in an index that is none of theirs: so statistics are gathered in between, which takes a second.
echo "Copying" >&2
start=$(now)
for table in "${tables[@]}"; do psql -q -c "\\copy $table from '$folder/$table.copy'" -c "analyze $table"; done
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

Users a second: $(echo "$users / $imported" | bc). Resident memory of the importer at most: $((memory / 1024)) MB.
It said: $(cat "$folder/summary")
RESULT
rm "$folder"/*.copy "$folder/users.ndjson"
cat "$result"
