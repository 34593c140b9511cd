#!/usr/bin/env bash
# Compares public reads of Plaza with Vendure's: loadtest/read-peers.sh <folder of the release binaries>.
# Vendure gets the products of Plaza's demo. In turns, each server runs alone on core 0, Vendure together with its PostgreSQL, and
# the driver on core 1. Medians of the rounds. PRODUCTS, SECONDS_EACH and ROUNDS change the size. Writes loadtest/READS.md.
set -euo pipefail
bin=$1
here=$(cd "$(dirname "$0")" && pwd)
peer=$here/peers/vendure
products=${PRODUCTS:-6000} seconds=${SECONDS_EACH:-5} rounds=${ROUNDS:-3}
folder=$(mktemp -d)
cluster=$(mktemp -d)
server= database=
stop() { # signal, variable of the process
  local pid=${!2}
  [ -n "$pid" ] || return 0
  kill "-$1" "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
  printf -v "$2" ''
}
trap 'stop TERM server; stop INT database; rm -rf "$folder" "$cluster"' EXIT
trap 'exit 130' INT TERM HUP

postgres=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1 || true)
[ -x "$postgres/initdb" ] || { echo "SKIPPED: public reads beside Vendure need PostgreSQL's programs (make tools installs them)"; exit; }
# PostgreSQL refuses to run as root.
as=()
if [ "$(id -u)" = 0 ]; then
  user=$(id -un postgres 2>/dev/null || echo nobody)
  as=(setpriv "--reuid=$user" "--regid=$(id -g "$user")" --clear-groups)
  chown "$user" "$cluster"
fi

export NODE_ENV=production VENDURE_DISABLE_TELEMETRY=true
(cd "$peer" && npm ci --silent --no-audit --no-fund)

free_port() { node -e 's=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'; }

# Ends with the log if the process of a variable ends before its port opens.
until_open() { # variable of the process, port, log
  until (exec 3<>"/dev/tcp/127.0.0.1/$2") 2>/dev/null; do
    kill -0 "${!1}" 2>/dev/null || { tail -20 "$3"; exit 1; }
    sleep 0.05
  done
}

start_plaza() {
  PORT=$(free_port)
  PLAZA_LISTEN=127.0.0.1:$PORT PLAZA_METRICS_LISTEN=off PLAZA_DATA=$folder/plaza PLAZA_DEMO=full PLAZA_SIGN_IN_RATE=0 PLAZA_COMMAND_RATE=0 PLAZA_CONNECTION_RATE=0 PLAZA_CONNECTIONS=0 PLAZA_SILENT_CONNECTIONS=0 PLAZA_LOG=warn PLAZA_WORKERS=1 \
    taskset -c 0 "$bin/plaza" >"$folder/plaza.log" 2>&1 &
  server=$!
  until_open server "$PORT" "$folder/plaza.log"
  until curl -sf "http://127.0.0.1:$PORT/readyz" >/dev/null; do sleep 0.05; done
}

# Every answer is a read, so that what a crash would lose does not matter.
start_database() { # cores
  PGPORT=$(free_port)
  export PGPORT
  (cd / && exec taskset -c "$1" "${as[@]}" "$postgres/postgres" -D "$cluster/data" -p "$PGPORT" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
    -c shared_buffers=256MB -c fsync=off) >"$folder/postgres.log" 2>&1 &
  database=$!
  until_open database "$PGPORT" "$folder/postgres.log"
}

start_vendure() {
  PORT=$(free_port)
  (cd "$peer" && PORT=$PORT exec taskset -c 0 node server.mjs) >"$folder/vendure.log" 2>&1 &
  server=$!
  until_open server "$PORT" "$folder/vendure.log"
}

measure() { # peer, kind, processes
  taskset -c 1 node "$peer/read.mjs" "$1" "http://127.0.0.1:$PORT" "$2" "$folder/$1.json" "$seconds" "$round" "${@:3}" >"$folder/$round-$1-$2.result"
}

echo "Plaza's demo"
start_plaza
node "$peer/read.mjs" products "http://127.0.0.1:$PORT" "$folder/plaza.json" "$products"
stop TERM server

echo "the same products in Vendure"
(cd / && "${as[@]}" "$postgres/initdb" --username=postgres --auth=trust --encoding=UTF8 --no-locale --no-sync --pgdata "$cluster/data") >"$folder/initdb.log" 2>&1 ||
  { cat "$folder/initdb.log"; exit 1; }
start_database 0,1
(cd "$peer" && exec node server.mjs fill "$folder/plaza.json" "$folder/vendure.json") &
server=$!
wait "$server" || { server=; exit 1; }
server=
stop INT database

for round in $(seq "$rounds"); do
  echo "round $round of $rounds"
  start_plaza
  for kind in first product list search; do measure plaza "$kind" "$server"; done
  stop TERM server
  start_database 0
  start_vendure
  for kind in product list search; do measure vendure "$kind" "$server" "$database"; done
  stop TERM server
  stop INT database
done
node "$peer/table.mjs" "$folder" "$rounds" "$seconds" >"$folder/READS.md"
cp "$folder/READS.md" "$here/READS.md"
cat "$here/READS.md"
