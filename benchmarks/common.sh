# Shared parts of the benchmarks. A script sets `root`, the repository's folder, and sources this file.
# shellcheck shell=bash disable=SC2034,SC2154

jar=$root/target/quarkus-app/quarkus-run.jar
bin=${PG_BIN:-$(pg_config --bindir 2>/dev/null || echo /usr/lib/postgresql/15/bin)}
# The native binary, if there is one.
native=${NATIVE_RUNNER:-$(find "$root/target" -maxdepth 1 -name 'useradmin-*-runner' -type f 2>/dev/null | head -1 || :)}
# Options of Java servers: the heap, and the garbage collector of the image.
java_options=${BENCHMARK_JAVA_OPTIONS:--Xmx512m -XX:+UseSerialGC}
# A prefix for the command of each measured server, such as taskset with the processors that it may use.
confined=()

. "$root/.mvn/jdk.sh"
java=$JAVA_HOME/bin/java
[ -f "$jar" ] || { echo "There is no $jar: run ./mvnw package -DskipTests first." >&2; exit 1; }
folder=$(mktemp -d "${TMPDIR:-/tmp}/benchmark.XXXXXX")
chmod 755 "$folder"

require() {
  local tool
  for tool in "$@"; do command -v "$tool" >/dev/null || { echo "$tool is missing: install it first." >&2; exit 1; }; done
}

# Downloads the dependencies of $1, a POM, into the folder $2 with the goal $3, unless they are there.
download() {
  if [ -d "$2" ]; then return; fi
  # An interrupted download must not look complete.
  rm -rf "$2.part"
  "$root/mvnw" -q -f "$1" "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:$3" -DoutputDirectory="$2.part"
  mv "$2.part" "$2"
}

# A free port.
free_port() {
  local port
  while port=$((20000 + RANDOM % 10000)); do (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break; done
  echo "$port"
}

# --- PostgreSQL -----------------------------------------------------------------------------------------------------------

as_postgres() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }

# Starts a PostgreSQL with the settings $@ and BENCHMARK_POSTGRESQL_SETTINGS, unless PGHOST names one already.
# shellcheck disable=SC2120
ensure_postgresql() {
  export PGPORT=${PGPORT-} PGUSER=${PGUSER:-postgres}
  if [ -z "${PGHOST-}" ]; then
    start_postgresql "$@"
  elif [ -n "$*${BENCHMARK_POSTGRESQL_SETTINGS-}" ]; then
    echo "The PostgreSQL of $PGHOST keeps its own settings. The benchmark would choose: $* ${BENCHMARK_POSTGRESQL_SETTINGS-}" >&2
  fi
  PGPORT=${PGPORT:-5432}
  export QUARKUS_DATASOURCE_USERNAME=$PGUSER QUARKUS_DATASOURCE_PASSWORD=${PGPASSWORD-}
  find_postmaster
}

start_postgresql() {
  local setting settings=
  for setting in "$@" ${BENCHMARK_POSTGRESQL_SETTINGS-}; do settings+=" -c $setting"; done
  mkdir "$folder/server"
  if [ "$(id -u)" = 0 ]; then chown postgres "$folder/server"; fi
  export PGHOST=127.0.0.1 PGPORT=${PGPORT:-$(free_port)}
  (cd "$folder/server" || exit 1
    as_postgres "$bin/initdb" -D data -A trust -U postgres -E UTF8 --locale=C.UTF-8 >initdb.log
    as_postgres "${confined[@]}" "$bin/pg_ctl" -D "$folder/server/data" -l "$folder/server/log" -w -o "-p $PGPORT -k $folder/server $settings" start >/dev/null)
  server_started=yes
}

find_postmaster() {
  postmaster=$(cut -d' ' -f4 "/proc/$(psql -d postgres -Atc 'select pg_backend_pid()')/stat" 2>/dev/null || :)
  # The backend of the first psql may end before its file is read. So this psql reads it while it still runs.
  if [ -z "$postmaster" ]; then
    postmaster=$(psql -d postgres -At -c "\\o $folder/backend" -c 'select pg_backend_pid()' \
      -c "\\! cut -d' ' -f4 /proc/\$(cat $folder/backend)/stat")
  fi
  # The process ids of a server in a container or on another machine are none of this machine, or those of other programs.
  if [ "$(cat "/proc/${postmaster:-none}/comm" 2>/dev/null)" != postgres ]; then
    echo "The PostgreSQL of $PGHOST runs in a container or on another machine: its CPU time cannot be read. Choose a server on this" \
      "machine, or unset PGHOST." >&2
    exit 1
  fi
}

# Creates the database $1. psql and the service use it from now on. It is dropped at the end.
create_database() {
  psql -q -d postgres -c "create database $1"
  databases+=("$1")
  use_database "$1"
}

use_database() { export PGDATABASE=$1 QUARKUS_DATASOURCE_REACTIVE_URL=postgresql://$PGHOST:$PGPORT/$1; }

# What finish ends and removes: processes, also stopped ones, and large files and folders. The logs of services stay only after a
# failure, because they include the audit log.
pids=()
leftovers=()
databases=()
server_started=
finish() {
  local status=$? pid database
  for pid in "${pids[@]}"; do
    kill "$pid" 2>/dev/null || :
    kill -CONT "$pid" 2>/dev/null || :
  done
  if [ -n "$server_started" ]; then
    as_postgres "$bin/pg_ctl" -D "$folder/server/data" -m immediate stop >/dev/null || :
    rm -rf "$folder/server"
  else
    for database in "${databases[@]}"; do psql -q -d postgres -c "drop database if exists $database with (force)"; done
  fi
  rm -rf "${leftovers[@]}"
  if [ "$status" = 0 ]; then rm -f "$folder"/service-*.log; fi
}
trap finish EXIT

# --- The service ------------------------------------------------------------------------------------------------------------

useradmin() { "$java" -jar "$jar" "$@"; }

# Starts the packaged service on the current database, with the Java options $@. Sets service and service_port.
# shellcheck disable=SC2120
start_service() { start_program "$java" "$@" -jar "$jar"; }

# The same for the native binary, with the service's options $@.
start_native_service() { start_program "$native" "$@"; }

start_program() {
  local program=$1
  shift
  service_port=$(free_port)
  "${confined[@]}" "$program" -Dquarkus.http.port="$service_port" -Dquarkus.management.port="$(free_port)" "$@" \
    >"$folder/service-$service_port.log" 2>&1 &
  service=$!
  pids+=("$service")
}

# Waits until process $1 responds at URL $2 to the key $3.
await_answer() {
  local wait
  for ((wait = 0; wait < 300; wait++)); do
    if curl -sf -o /dev/null -H "X-API-KEY: $3" "$2"; then return; fi
    kill -0 "$1" 2>/dev/null || break
    sleep 0.2
  done
  cat "$folder"/*.log >&2
  exit 1
}

# --- Cost -------------------------------------------------------------------------------------------------------------------

tick=$(getconf CLK_TCK)
# CPU milliseconds of process $1.
cpu_of_process() { awk -v tick="$tick" '{print ($14 + $15) * 1000 / tick}' "/proc/$1/stat"; }

# CPU milliseconds of PostgreSQL: the postmaster with its ended children, and all running children. A child that ends during the
# measurement would count twice or not at all, so the measurement is repeated. Process titles of backends contain spaces, but
# their names do not, so fields can be counted.
cpu_of_postgresql() {
  local children=none sum=
  while [ "$children" != "$(children_of_postgresql)" ]; do
    children=$(children_of_postgresql)
    sum=$({ cat "/proc/$postmaster/stat"
      for child in $children; do cat "/proc/$child/stat" 2>/dev/null || :; done
    } | awk -v tick="$tick" 'NR == 1 {sum = $16 + $17} {sum += $14 + $15} END {print sum * 1000 / tick}')
  done
  echo "$sum"
}

# Runs psql with $@ and waits until its backend has ended. Otherwise the backend's last CPU time would count for the next run.
psql_to_its_end() {
  local backend_and_answer
  backend_and_answer=$(psql -qAt -c "select pg_backend_pid()" "$@") || return
  while [ -e "/proc/${backend_and_answer%%$'\n'*}" ]; do sleep 0.1; done
  tail -n +2 <<<"$backend_and_answer"
}

# Waits until PostgreSQL runs nothing more in database $1: requests may still run at the end of a load.
await_quiet() {
  local active="select count(*) from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()"
  sleep 0.3
  until [ "$(psql -qAt -d "$1" -c "$active")" = 0 ]; do sleep 0.2; done
}

children_of_postgresql() { cat "/proc/$postmaster/task/$postmaster/children"; }

# Bytes allocated by the live threads of Java process $1; empty for other processes.
allocated_bytes() {
  # jcmd would kill a process that is no JVM.
  [ "$(cat "/proc/$1/comm")" = java ] || return 0
  "$JAVA_HOME/bin/jcmd" "$1" Thread.print -e | sed -n 's/.* allocated=\([0-9]*\)\([BKMG]\) .*/\1 \2/p' |
    awk 'BEGIN {size["B"] = 1; size["K"] = 1024; size["M"] = 1024 ^ 2; size["G"] = 1024 ^ 3}
      {sum += $1 * size[$2]} END {printf "%.0f\n", sum}'
}

resident_kilobytes() { sed -n 's/^VmRSS:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$1/status"; }

# --- Circumstances ----------------------------------------------------------------------------------------------------------

# The values that PostgreSQL has for the settings in BENCHMARK_POSTGRESQL_SETTINGS.
chosen_settings() {
  local setting chosen=
  for setting in ${BENCHMARK_POSTGRESQL_SETTINGS-}; do
    chosen+=" ${setting%%=*}=$(psql -At -c "select current_setting('${setting%%=*}')")"
  done
  echo "${chosen:+ with$chosen}"
}

# A line about machine, versions and date.
circumstances() {
  local commit
  commit=$(git -C "$root" rev-parse --short HEAD)$(git -C "$root" diff --quiet HEAD -- src || echo " with changes")
  echo "$(date -u +%F), commit $commit, $(nproc) processors ($(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)), \
PostgreSQL $(psql -At -c "select current_setting('server_version')")$(chosen_settings) on the same machine, $("$java" -version 2>&1 | sed -n 2p)"
}
