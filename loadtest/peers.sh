#!/usr/bin/env bash
# Compares Plaza's hub with its peers: loadtest/peers.sh <folder of the release binaries>.
# One room of 1,000 readers, messages of 200 bytes, a closed loop with 8 and with 64 messages in flight. Each server runs alone
# on core 0, the driver on core 1. Then many small chats, beside a peer that also commits each message. Medians of three
# interleaved rounds. Writes loadtest/RESULTS.md.
set -euo pipefail
bin=$1
here=$(cd "$(dirname "$0")" && pwd)
readers=${READERS:-1000} seconds=${SECONDS_EACH:-5} rounds=${ROUNDS:-3}
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT

(cd "$here/peers" && npm ci --silent --no-audit --no-fund)
(cd "$here/peers/socketioxide" && cargo build --release --quiet --target-dir "$bin/../peers")

free_port() { node -e 's=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'; }

# The name of a result, the wire, the command of the server in SERVER, then the scenario of loadtest with its options.
run() {
  local name=$1 wire=$2
  shift 2
  # Another program may take the port in between: a server that ends at once gets another one.
  for _ in 1 2 3; do
    PORT=$(free_port)
    export PORT
    PLAZA_LISTEN=127.0.0.1:$PORT PLAZA_DATA=$folder/data PLAZA_SIGN_IN_RATE=0 PLAZA_COMMAND_RATE=0 PLAZA_CONNECTION_RATE=0 PLAZA_CONNECTIONS=0 PLAZA_SILENT_CONNECTIONS=0 PLAZA_LOG=warn PLAZA_WORKERS=1 \
      taskset -c 0 "${SERVER[@]}" >"$folder/log" 2>&1 &
    server=$!
    for _ in $(seq 200); do
      kill -0 "$server" 2>/dev/null || { tail -3 "$folder/log"; continue 2; }
      (exec 3<>"/dev/tcp/127.0.0.1/$PORT") 2>/dev/null && break 2
      sleep 0.05
    done
  done
  local code=0
  taskset -c 1 "$bin/loadtest" "$@" --url "http://127.0.0.1:$PORT" --wire "$wire" --seconds "$seconds" --max-lag 60s \
    --server-pid "$server" --json "$folder/$round-$name.json" >"$folder/out" 2>&1 || code=$?
  [ "$code" = 0 ] || echo "  $name ended with $code: $(tail -1 "$folder/out")"
  kill "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  server=
  rm -rf "$folder/data"
}

fan_out() { # name, wire, command
  local name=$1 wire=$2
  SERVER=("${@:3}")
  run "$name-$in_flight" "$wire" fan-out --readers "$readers" --closed "$in_flight"
}

small_chats() { # name, wire, command
  local name=$1 wire=$2
  SERVER=("${@:3}")
  run "$name-$members-$rate" "$wire" chat --users 200 --members "$members" --rate "$rate"
}

for round in $(seq "$rounds"); do
  echo "round $round of $rounds"
  for in_flight in 8 64; do
    fan_out limit plain "$bin/examples/limit"
    fan_out plaza plain "$bin/plaza"
    fan_out plaza-socket.io socketio "$bin/plaza"
    fan_out socketioxide socketio "$bin/../peers/release/peer-socketioxide"
    fan_out ws plain node "$here/peers/ws.mjs"
    fan_out socket.io socketio node "$here/peers/socket-io.mjs"
  done
  for load in "2 300" "2 1000" "2 3000" "20 300"; do
    read -r members rate <<<"$load"
    small_chats plaza plain "$bin/plaza"
    small_chats plaza-socket.io socketio "$bin/plaza"
    small_chats socket.io-sqlite socketio node "$here/peers/socket-io-sqlite.mjs"
  done
done
node "$here/peers/table.mjs" "$folder" "$readers" "$rounds" "$seconds" "$here/RESULTS.md" >"$here/RESULTS.md.new"
mv "$here/RESULTS.md.new" "$here/RESULTS.md"
cat "$here/RESULTS.md"
