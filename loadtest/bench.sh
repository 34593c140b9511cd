#!/usr/bin/env bash
# Measures the required figures of Plaza on this machine: loadtest/bench.sh <folder of the release binaries>.
# Everything runs on the loopback interface, in a temporary folder and for a limited time, and is stopped at the end.
set -euo pipefail
bin=$1
here=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT

port=$(python3 - <<'PY' 2>/dev/null || echo 18467
import socket
s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])
PY
)
url=http://127.0.0.1:$port
metrics_port=$((port < 64000 ? port + 1000 : port - 1000))

start() {
  PLAZA_LISTEN=127.0.0.1:$port PLAZA_METRICS_LISTEN=127.0.0.1:$metrics_port PLAZA_DATA=$folder/data PLAZA_SIGN_IN_RATE=0 PLAZA_COMMAND_RATE=0 PLAZA_CONNECTION_RATE=0 PLAZA_CONNECTIONS=0 PLAZA_SILENT_CONNECTIONS=0 PLAZA_LOG=warn "$@" "$bin/plaza" >"$folder/log" 2>&1 &
  server=$!
  until curl -sf "$url/readyz" >/dev/null; do sleep 0.005; done
}
stop() { kill "$server"; wait "$server" 2>/dev/null || true; server=; }
memory() { awk '/VmRSS/ {print $2}' "/proc/$server/status"; }
ms() { date +%s%3N; }

echo "Plaza, $(date -u +%F), $(nproc) cores, $(uname -m)"
echo
echo "# Start to ready, on an existing database (required: 300 ms)"
start env; stop
for _ in 1 2 3; do
  began=$(ms); start env; echo "  $(($(ms) - began)) ms"; stop
done

echo
echo "# Memory (required: 40 MB idle, 4 KiB per idle authenticated socket)"
start env
sleep 1
echo "  idle server: $(($(memory) / 1024)) MB"
"$bin/loadtest" idle --url "$url" --users 50 --per-account 1 --seconds 1 --save-sessions "$folder/sessions" >/dev/null
echo "  after 50 sign-ups: $(($(memory) / 1024)) MB"
# Restart, so that sockets do not use memory freed by the sign-ups.
stop; start env
for wire in plain socketio; do
  "$bin/loadtest" idle --url "$url" --wire $wire --users 5000 --seconds 5 --sessions "$folder/sessions" --server-pid "$server" || true
  stop; start env
done
stop

echo
echo "# Durable messages through the hub (required: 20,000/s)"
for senders in 256 2048; do
  for _ in 1 2 3; do TMPDIR=$folder "$bin/examples/durable" 5 sqlite indexed "$senders"; done
  [ -z "$(ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null)" ] || "$bin/examples/durable" 5 postgres indexed "$senders"
done

echo
echo "# Deliveries at 5,000/s (required: p99 of 20 ms)"
start env
"$bin/loadtest" chat --url "$url" --users 200 --rate 2500 --seconds 10 --server-pid "$server" --threshold 'delivery.p99<20ms' || true
stop

echo
echo "# Deliveries, alone and beside logins that use more than a core (required: at most 1.2 times the p99)"
start env
for _ in 1 2 3; do
  for beside in without with; do
    signing_in=
    [ $beside = without ] || { "$bin/loadtest" sign-in --seed 2 --url "$url" --at-once 8 --seconds 14 >"$folder/signing-in" & signing_in=$!; }
    "$bin/loadtest" chat --url "$url" --users 100 --rate 500 --seconds 8 --server-pid "$server" --json "$folder/beside.json" >/dev/null || true
    [ -z "$signing_in" ] || wait "$signing_in"
    node -p 'const f = JSON.parse(require("fs").readFileSync(process.argv[1])).figures; `  ${process.argv[2]} logins: delivery p50 ${(f["delivery.p50"] * 1e3).toFixed(2)} ms, p99 ${(f["delivery.p99"] * 1e3).toFixed(2)} ms`' "$folder/beside.json" $beside
  done
  grep -E 'sign_ins.rate' "$folder/signing-in" || true
done
stop

echo
echo "# Deliveries, alone and beside 4 sockets of each flood, with the default limits (p99 at most 2 times as long asked)"
start env PLAZA_COMMAND_RATE=200 PLAZA_CONNECTION_RATE=100 PLAZA_CONNECTIONS=5000 PLAZA_SILENT_CONNECTIONS=500
"$bin/loadtest" chat --url "$url" --users 100 --rate 1 --seconds 1 --save-accounts "$folder/chatters" >/dev/null
for beside in nothing pings pongs fragments noops probes events posts; do
  flooding=
  [ $beside = nothing ] || { "$bin/loadtest" flood --seed 2 --url "$url" --kind $beside --sockets 4 --seconds 13 --json "$folder/flood.json" >/dev/null & flooding=$!; }
  "$bin/loadtest" chat --url "$url" --users 100 --rate 500 --seconds 8 --accounts "$folder/chatters" --server-pid "$server" --json "$folder/beside.json" >/dev/null || true
  [ -z "$flooding" ] || wait "$flooding" || true
  node -p 'const f = JSON.parse(require("fs").readFileSync(process.argv[1])).figures; `  beside ${process.argv[2]}: delivery p50 ${(f["delivery.p50"] * 1e3).toFixed(2)} ms, p99 ${(f["delivery.p99"] * 1e3).toFixed(2)} ms, max ${(f["delivery.max"] * 1e3).toFixed(1)} ms, peak ${(f["server.memory_peak"] / 2 ** 20).toFixed(0)} MiB`' "$folder/beside.json" $beside
done
stop

echo
echo "# Opening a chat of 100,000 messages (50 ms asked)"
start env
"$bin/loadtest" open --url "$url" --messages 100000 --server-pid "$server" --threshold 'join.p99<50ms' --threshold 'newest.p99<50ms' --threshold 'page.p99<50ms' || true
stop

echo
echo "# All sockets dropped at once (required: reconnected in 10 s without database reads)"
ulimit -n "$(ulimit -Hn)"
files=$(ulimit -n)
start env
"$bin/loadtest" storm --url "$url" --metrics "http://127.0.0.1:$metrics_port" --sockets "$((files > 21000 ? 20000 : files - 1000))" --rate 200 --seconds 20 --server-pid "$server" \
  --threshold 'reconnect.max<10s' --threshold 'joins.database==0' || true
stop

echo
echo "# 1,000 readers of 50 messages/s with 0%, 1% and 10% stalled (required: 256 KiB for each, at most 1.1 times the p99 for the others)"
for _ in 1 2 3; do
  for stalled in 0% 1% 10%; do
    start env
    "$bin/loadtest" slow --url "$url" --readers 1000 --rate 50 --stalled "$stalled" --seconds 10 --server-pid "$server" --json "$folder/slow.json" >/dev/null || true
    node -p 'const f = JSON.parse(require("fs").readFileSync(process.argv[1])).figures; `  ${process.argv[2]} stall: delivery p99 ${(f["delivery.p99"] * 1e3).toFixed(2)} ms, server memory ${(f["server.memory"] / 2 ** 20).toFixed(1)} MiB`' "$folder/slow.json" "$stalled"
    stop
  done
done

echo
echo "# Search over 1,000,000 messages of one user (required: p99 of 50 ms)"
"$bin/examples/search" 1000000

echo
echo "# Search of 1,000,000 offerings (required, p99: search with facets 50 ms, nearby 20 ms, suggestions 10 ms; a change found in 1 s)"
"$bin/examples/market" 1000000

echo
echo "# Bookings and availability (required: nothing sold twice; slots of a day 5 ms, a calendar 10 ms, p99)"
"$bin/examples/inventory"

echo
echo "# A slot that one customer holds, in the browser of another (required: grey within 200 ms)"
rm -rf "$folder/data"
start env PLAZA_DEMO=small
(cd "$here/web" && node scripts/slot-figures.mjs "$url") || true
stop
rm -rf "$folder/data"

echo
echo "# Orders: checkout, payment, and the company's board (required: 300/s, p99 of 50 ms; 100 ms to the board)"
start env
"$bin/loadtest" orders --url "$url" --companies 4 --consumers 16 --seconds 20 --server-pid "$server" \
  --threshold 'orders.rate>=300' --threshold 'checkout.p99<50ms' --threshold 'board.p99<100ms' || true
stop

echo
echo "# Orders of a company that has 1,000,000 (required: dashboard 20 ms p99; a board with 5,000 open orders 300 ms)"
"$bin/examples/order_figures" 1000000

echo
echo "# A board with 5,000 open orders in a browser (required: 300 ms to open, no dropped frame, no growth over a day)"
rm -rf "$folder/data"
start env
(cd "$here/web" && node scripts/board-figures.mjs "$url") || true
stop

echo
echo "# Random carts in 8 currencies: lines = total = charge = invoice (required: each)"
"$bin/examples/carts" 5000

echo
echo "# Public pages from memory, beside a bare actix handler that returns the same bytes (required: at most 3 times its CPU time)"
"$bin/examples/pages" 8

echo
echo "# Lists and searches of 20 in the full demo, 500/s, the server on one core (required: p99 of 15 ms)"
rm -rf "$folder/data"
start taskset -c 0 env PLAZA_DEMO=full
for page in \
  '/api/v1/users/companies/?category=food&per_page=20' \
  '/api/v1/users/companies/?latitude=41.38{n}&longitude=2.17&sort=distance&per_page=20' \
  '/api/v1/users/search-tab/ {"what":"sushi","where":{"latitude":41.38{n},"longitude":2.17}}' \
  '/api/v1/users/search-tab/ {"filters":{"category":"hotels"},"where":{"latitude":41.38{n},"longitude":2.17,"distance_km":500}}'; do
  echo "  ${page/ / with }"
  body=()
  [[ $page != *" "* ]] || body=(--body "${page#* }")
  taskset -c 1 "$bin/loadtest" pages --url "$url" --path "${page%% *}" "${body[@]}" --rate 500 --seconds 10 --server-pid "$server" --threshold 'page.p99<15ms' || true
done
stop

echo
echo "# A reel with 10,000 watchers, liked 20 times a second (required: p99 of 1 s to every screen)"
rm -rf "$folder/data"
start env PLAZA_DEMO=small
"$bin/loadtest" reels --url "$url" --watchers 10000 --rate 20 --seconds 20 --server-pid "$server" --threshold 'seen.p99<1s' || true
stop

echo
echo "# First views in a browser (required: 25 requests, 300 KB, the frame within 2 s on slow 3G, Lighthouse 95)"
rm -rf "$folder/data"
start env PLAZA_DEMO=full
(cd "$here/web" && node scripts/first-load.mjs "$url") || true
stop

echo
echo "# Reels in a browser (required: the next plays within 200 ms, memory flat over 500, none twice or missed beside 1,000 writes a minute)"
rm -rf "$folder/data"
start env PLAZA_DEMO=small
(cd "$here/web" && node scripts/reel-figures.mjs "$url") || true
stop

echo
echo "# An upload of 500 MB (required: at most 60 MB more memory of the server)"
rm -rf "$folder/data"
start env PLAZA_DEMO=small
(cd "$here/web" && node scripts/upload-figures.mjs "$url" "$server") || true
stop

echo
echo "# The feed of 100,000 reels with 10,000,000 likes, and a walk through 10,000 beside 1,000 writes a minute (required: p99 of 20 ms; none twice, none missed)"
"$bin/examples/reels" 100000

echo
echo "# JavaScript of the first route, gzipped (required: 200 KB)"
(cd "$here/web" && npm run --silent size) || true
