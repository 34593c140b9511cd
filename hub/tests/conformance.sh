#!/usr/bin/env bash
# RFC 6455 by a suite that others wrote: kosoku (from PyPI) against the echo example, every group of cases. In the groups 12
# and 13 it offers compression, which the RFC leaves to the server and this one does not negotiate: there each case has to find
# a plain connection that ends cleanly, which it calls "unimplemented", and nothing else.
# Usage: conformance.sh <the echo example> [<folder for the suite, kept between runs>]
set -euo pipefail
echo_server=$1
venv=${2:-$HOME/.cache/plaza/kosoku}
version=0.1.0

[ -x "$venv/bin/kosoku" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet "kosoku==$version"; }
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
PORT=$port "$echo_server" >"$folder/log" 2>&1 &
server=$!
for _ in $(seq 100); do (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break; sleep 0.05; done

# It exits with 1 for the cases that are not implemented, so what it wrote is judged.
timeout 300 "$venv/bin/kosoku" -p 4 -o "$folder/report" "ws://127.0.0.1:$port/ws/echo" >"$folder/out" 2>&1 || true
python3 - "$folder/report/index.json" <<'PY' || { tail -5 "$folder/out"; exit 1; }
import collections, json, sys
[cases] = json.load(open(sys.argv[1])).values()
fine = {"OK", "NON-STRICT", "INFORMATIONAL"}
def may_be(name):
    return {"UNIMPLEMENTED"} if name.split(".")[0] in ("12", "13") else fine
wrong = {
    name: case for name, case in cases.items()
    if case["behavior"] not in may_be(name) or case["behaviorClose"] not in fine
}
for name, case in wrong.items():
    print(f"case {name}: {case['behavior']}, close {case['behaviorClose']}")
counts = collections.Counter(case["behavior"].lower() for case in cases.values())
print("RFC 6455:", ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
# As many as the suite has: a run that ends early proves nothing.
sys.exit(1 if wrong or counts["ok"] < 290 or counts["unimplemented"] < 216 else 0)
PY
