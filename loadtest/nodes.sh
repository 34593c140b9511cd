#!/usr/bin/env bash
# Measures the capacity of two nodes relative to one: loadtest/nodes.sh <folder of the release binaries>
# The same load on each node (both with PostgreSQL and Redis), so one node and two commit batches of one size; interleaved, medians
# of three rounds: CPU time of all nodes per million deliveries. With one core per node, two nodes sustain 2 × one / two times the
# load of one.
set -euo pipefail
bin=$1
rounds=${ROUNDS:-3} seconds=${SECONDS_EACH:-8}
folder=$(mktemp -d)
cluster=
trap '[ -z "$cluster" ] || { kill "$cluster" 2>/dev/null; wait "$cluster"; } || true; rm -rf "$folder"' EXIT

export PLAZA_BIN=$bin/plaza PLAZA_DEMO=off PLAZA_WORKERS=1 PLAZA_LOG=warn
export PLAZA_SIGN_IN_RATE=0 PLAZA_COMMAND_RATE=0 PLAZA_CONNECTION_RATE=0 PLAZA_CONNECTIONS=0 PLAZA_SILENT_CONNECTIONS=0

start() { # number of nodes
  "$bin/examples/cluster" "$1" >"$folder/out" 2>"$folder/log" &
  cluster=$!
  until [ "$(grep -c '^Plaza serves on' "$folder/out")" = "$1" ]; do
    kill -0 "$cluster" 2>/dev/null || { cat "$folder/log"; exit 1; }
    sleep 0.05
  done
  nodes=$(sed -nE 's/^Plaza serves on (.*) \(process ([0-9]+)\)$/--url \1 --server-pid \2/p' "$folder/out")
}
stop() { kill "$cluster"; wait "$cluster" || true; cluster=; }

measure() { # number of nodes, name, scenario and options
  local count=$1 name=$2
  shift 2
  # shellcheck disable=SC2086 # split into words on purpose
  "$bin/loadtest" "$@" $nodes --seconds "$seconds" --max-lag 60s --json "$folder/result.json" >"$folder/run" 2>&1 ||
    echo "  $name on $count: $(tail -1 "$folder/run")"
  node -p 'const f = JSON.parse(require("fs").readFileSync(process.argv[1])).figures; f["server.cpu_per_million"]' \
    "$folder/result.json" >>"$folder/$name-$count"
}

for round in $(seq "$rounds"); do
  echo "round $round of $rounds"
  for count in 1 2; do
    start "$count"
    measure "$count" fan-out fan-out --readers 1000 --rate $((50 * count))
    measure "$count" chat chat --users 200 --rate $((1000 * count))
    measure "$count" rooms chat --users 200 --members 20 --rate $((250 * count))
    stop
  done
done

median() { sort -g "$1" | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }
echo
echo "CPU seconds per million deliveries (all nodes together)"
for name in fan-out chat rooms; do
  one=$(median "$folder/$name-1") two=$(median "$folder/$name-2")
  awk -v name="$name" -v one="$one" -v two="$two" 'BEGIN {
    label["fan-out"] = "one room of 1,000 readers, 50,000 deliveries/s a node"
    label["chat"] = "chats of two across the nodes, 2,000 deliveries/s a node"
    label["rooms"] = "groups of 20 across the nodes, 5,000 deliveries/s a node"
    printf "  %-58s one %6.2f  two %6.2f  so two sustain %.2f times the load\n", label[name], one, two, 2 * one / two
  }'
done
