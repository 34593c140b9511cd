# Plaza: run, test, dev, fix, gen, bench, tools. CARGO_TARGET_DIR, when set, says where builds go.

SHELL := /bin/bash
TARGET := $(or $(CARGO_TARGET_DIR),target)
CHROME := $(or $(CHROMIUM),/usr/bin/chromium-headless-shell)
# cargo-nextest runs each test in a process of its own; cargo's own runner does as well.
CARGO_TEST := $(shell command -v cargo-nextest >/dev/null && echo nextest run || echo test)

# Builds the binaries with the features of the tests: another selection of packages or without an example, which counts as a
# test, would compile the workspace a second time.
BUILD_BINS := cargo build --workspace --bins --example echo

.PHONY: run cluster test soak fuzz conformance dev fix lint gen bench peers read-peers tools web

## Build everything, make a demo database on the first start, serve http://localhost:8080
run: web
	PLAZA_DEMO=$${PLAZA_DEMO:-full} cargo run --release -p api

## Two nodes on PostgreSQL and Redis servers of their own, with demo data; Ctrl-C ends everything
cluster: web
	cargo build --release -p api --bin plaza --example cluster
	$(TARGET)/release/examples/cluster

## Every test; what is skipped for want of a program is said, and fails with PLAZA_TEST_ALL=1
test: web
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || { echo "SKIPPED: the stories on PostgreSQL need its programs (make tools installs them)"; [ "$$PLAZA_TEST_ALL" != 1 ]; }
	time cargo $(CARGO_TEST) --workspace
	cd web && time npm test
	@if [ -x "$(CHROME)" ]; then set -ex; \
	  cd web && time PLAZA_BIN="$(abspath $(TARGET))/debug/plaza" npm run e2e; \
	else echo "SKIPPED: the journeys in a browser need $(CHROME) (make tools installs it)"; [ "$$PLAZA_TEST_ALL" != 1 ]; fi

## One node and two, disturbed in every way under load: SECONDS for each, SEED to do the same again
soak:
	$(BUILD_BINS)
	PLAZA_SOAK_SECONDS="$(SECONDS)" PLAZA_SOAK_SEED="$(SEED)" cargo test --workspace --test soak -- --ignored --nocapture --test-threads=1

## Everything that reads what comes over the network, FUZZ_SECONDS (60) each, seven at a time, from a random beginning
fuzz:
	FUZZ_SECONDS=$${FUZZ_SECONDS:-60} NEXTEST_RETRIES=$${FUZZ_RETRIES:-0} NEXTEST_TEST_THREADS=7 RUST_TEST_THREADS=7 \
	  cargo $(CARGO_TEST) --workspace --lib fuzz::

## The WebSocket layer against a suite of others
conformance:
	$(BUILD_BINS)
	hub/tests/conformance.sh "$(abspath $(TARGET))/debug/examples/echo"

## Server and web with reload; the web is on http://localhost:5173
dev: web/node_modules
	trap 'kill 0' EXIT; \
	(cd web && npm run dev) & \
	PLAZA_DEMO=$${PLAZA_DEMO:-full} PLAZA_ORIGINS=http://localhost:5173 cargo run -p api

## Format, and mend what the linters can
fix: web/node_modules
	cargo fmt --all
	cargo clippy --workspace --all-targets --fix --allow-dirty --allow-staged
	cd web && npm run format

lint: web/node_modules
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cd web && npm run lint

## The OpenAPI document, and the web's types from it
gen: web/node_modules
	$(BUILD_BINS)
	$(TARGET)/debug/plaza openapi > api/openapi.json.new && mv api/openapi.json.new api/openapi.json
	cd web && npm run gen -- ../api/openapi.json

## Measure: one node, two nodes, the hub and public reads beside peers
bench: web
	cargo build --release -p api -p loadtest -p hub --examples --bins
	cargo build --release -p store --features testing --example search --example market --example inventory --example order_figures --example carts --example reels
	loadtest/bench.sh "$(abspath $(TARGET))/release"
	loadtest/nodes.sh "$(abspath $(TARGET))/release"
	loadtest/peers.sh "$(abspath $(TARGET))/release"
	loadtest/read-peers.sh "$(abspath $(TARGET))/release"

## The hub beside socket.io, ws, socketioxide and the bare limit, into loadtest/RESULTS.md
peers: web
	cargo build --release -p api -p loadtest --examples --bins
	loadtest/peers.sh "$(abspath $(TARGET))/release"

## Public reads beside Vendure 3 with the same products, into loadtest/READS.md
read-peers: web
	cargo build --release -p api --bin plaza
	loadtest/read-peers.sh "$(abspath $(TARGET))/release"

## What the fuller tests need (Debian): servers, a browser, an encoder, and fonts for emoji and the scripts of all languages
PACKAGES := postgresql redis-server chromium chromium-headless-shell ffmpeg fonts-noto-color-emoji fonts-noto-core fonts-noto-cjk
tools:
	@command -v apt-get >/dev/null || { echo "make tools knows Debian only; install by hand: $(PACKAGES)"; exit 1; }
	sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	present=$$(dpkg-query -W -f='$${Package} $${db:Status-Status}\n' $(PACKAGES) 2>/dev/null | grep -c ' installed$$' || true); \
	[ "$$present" = $(words $(PACKAGES)) ] || { $$sudo apt-get update -q && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -q --no-install-recommends $(PACKAGES); }

web: web/node_modules
	cd web && npm run build

web/node_modules: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	touch web/node_modules
