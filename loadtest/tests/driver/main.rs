//! End-to-end tests of the driver, against a server that violates one guarantee at a time. Each violation is found,
//! named in the report, and shown by the exit code; a correct server passes.

#![allow(clippy::unwrap_used)]

mod server;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use server::{Flaw, Writes};

struct Outcome {
    code: i32,
    json: Value,
    text: String,
}

impl Outcome {
    /// Counts of the faults found.
    fn faults(&self) -> Vec<(&str, u64)> {
        let findings = self.json["findings"].as_object().unwrap();
        let allowed = ["resyncs", "skipped_by_resync"];
        let counts = findings.iter().filter(|(name, _)| !allowed.contains(&name.as_str()));
        counts.filter_map(|(name, count)| Some((name.as_str(), count.as_u64().filter(|count| *count > 0)?))).collect()
    }

    fn figure(&self, name: &str) -> f64 {
        self.json["figures"][name].as_f64().unwrap()
    }
}

/// Runs `loadtest` against a server with this flaw.
fn run(flaw: Flaw, scenario: &str, options: &[&str]) -> Outcome {
    run_against(server::start(flaw, Writes::Frames), scenario, options)
}

fn run_against(address: SocketAddr, scenario: &str, options: &[&str]) -> Outcome {
    let name = format!("{}.json", address.port());
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let output = Command::new(env!("CARGO_BIN_EXE_loadtest"))
        .args([scenario, "--url", &format!("http://{address}"), "--json", file.to_str().unwrap()])
        .args(options)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    let json = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{error}: {text}"));
    std::fs::remove_file(&file).unwrap();
    Outcome { code: output.status.code().unwrap(), json: serde_json::from_str(&json).unwrap(), text }
}

/// Runs a short chat. Lag is allowed: these tests check findings, not figures.
fn chat(flaw: Flaw, options: &[&str]) -> Outcome {
    let usual =
        ["--users", "4", "--rate", "100", "--seconds", "1", "--warm-up", "0", "--drain", "1", "--max-lag", "60s"];
    run(flaw, "chat", &[&usual, options].concat())
}

#[test]
fn correct_server_passes_on_both_wires() {
    for wire in ["plain", "socketio"] {
        let outcome = chat(Flaw::None, &["--wire", wire, "--readers", "1", "--threshold", "delivery.p50<60s"]);
        assert_eq!((outcome.code, outcome.faults()), (0, vec![]), "{}", outcome.text);
        assert_eq!(outcome.figure("sent.count"), 100.0);
        assert_eq!(outcome.figure("acks.count"), 100.0);
        // Two members and one reader in each room.
        assert_eq!(outcome.figure("deliveries.count"), 300.0);
        assert_eq!(outcome.figure("delivery.count"), 300.0);
        assert!(outcome.text.contains("PASS"), "{}", outcome.text);
    }
}

#[test]
fn lost_connection_resumes_without_loss_on_both_wires() {
    for wire in ["plain", "socketio"] {
        let outcome = chat(Flaw::Cut, &["--wire", wire]);
        assert_eq!((outcome.code, outcome.faults()), (0, vec![]), "{}", outcome.text);
        assert_eq!(outcome.figure("reconnects.count"), 1.0);
        assert_eq!(outcome.figure("deliveries.count"), 200.0);
    }
}

#[test]
fn each_violated_guarantee_is_reported() {
    for (flaw, expected) in [
        (Flaw::CutAndForget, "lost"),
        (Flaw::CutAndStoreTwice, "duplicates"),
        (Flaw::DropEvent, "gaps"),
        (Flaw::RepeatEvent, "duplicates"),
        (Flaw::SwapEvents, "reorders"),
        (Flaw::LoseAck, "lost_acks"),
        (Flaw::RefuseAndDeliver, "refused_delivered"),
        (Flaw::ChangeText, "damaged"),
    ] {
        let outcome = chat(flaw, &[]);
        let found: Vec<_> = outcome.faults().iter().map(|(name, _)| *name).collect();
        assert!(outcome.code == 3 && found.contains(&expected), "{flaw:?}: {found:?}\n{}", outcome.text);
    }
}

/// Five readers and 16 messages in flight, written in batches or in pieces.
fn batches(flaw: Flaw, writes: Writes, wire: &str) -> Outcome {
    let options = ["--readers", "5", "--closed", "16", "--seconds", "1", "--warm-up", "0", "--drain", "1"];
    let options = [&options[..], &["--max-lag", "60s", "--wire", wire]].concat();
    run_against(server::start(flaw, writes), "fan-out", &options)
}

#[test]
fn fault_within_a_batch_is_reported_on_both_wires() {
    for wire in ["plain", "socketio"] {
        for (flaw, expected) in [
            (Flaw::DropEvent, "gaps"),
            (Flaw::RepeatEvent, "duplicates"),
            (Flaw::SwapEvents, "reorders"),
            (Flaw::ChangeForOne, "damaged"),
        ] {
            for writes in [Writes::Batches, Writes::Pieces] {
                let outcome = batches(flaw, writes, wire);
                let found: Vec<_> = outcome.faults().iter().map(|(name, _)| *name).collect();
                let is_found = outcome.code == 3 && found.contains(&expected);
                assert!(is_found, "{flaw:?} {writes:?}: {found:?}\n{}", outcome.text);
            }
        }
    }
}

#[test]
fn batches_pieces_and_other_spelling_pass() {
    for wire in ["plain", "socketio"] {
        for (flaw, writes) in [
            (Flaw::None, Writes::Batches),
            (Flaw::None, Writes::Pieces),
            (Flaw::SpellForOne, Writes::Batches),
            (Flaw::SpellForOne, Writes::Pieces),
        ] {
            let outcome = batches(flaw, writes, wire);
            assert_eq!((outcome.code, outcome.faults()), (0, vec![]), "{flaw:?} {writes:?}: {}", outcome.text);
            assert!(outcome.figure("sent.count") > 16.0, "{}", outcome.text);
            assert_eq!(outcome.figure("deliveries.count"), 5.0 * outcome.figure("sent.count"));
        }
    }
}

#[test]
fn declared_resync_is_counted_and_passes() {
    let outcome = chat(Flaw::CutAndResync, &[]);
    assert_eq!((outcome.code, outcome.faults()), (0, vec![]), "{}", outcome.text);
    assert_eq!(outcome.figure("resyncs.count"), 1.0);
}

#[test]
fn slow_server_fails_and_unsustained_load_is_invalid() {
    let outcome = chat(Flaw::Stall, &["--threshold", "delivery.p99<20ms"]);
    assert_eq!((outcome.code, outcome.faults()), (1, vec![]), "{}", outcome.text);
    assert_eq!(outcome.json["thresholds"][0]["kept"], false);
    assert!(outcome.figure("delivery.max") > 0.02);
    let outcome = chat(Flaw::None, &["--max-lag", "0ms"]);
    assert_eq!(outcome.code, 4, "{}", outcome.text);
    assert!(outcome.text.contains("INVALID"));
    let outcome = chat(Flaw::RefuseAll, &[]);
    assert_eq!((outcome.code, outcome.faults()), (4, vec![]), "{}", outcome.text);
    assert!(outcome.text.contains("refused with busy"), "{}", outcome.text);
}

#[test]
fn temporarily_refused_message_is_resent_with_retry() {
    for wire in ["plain", "socketio"] {
        let outcome = chat(Flaw::RefuseOnce, &["--retry", "--wire", wire]);
        assert_eq!((outcome.code, outcome.faults()), (0, vec![]), "{}", outcome.text);
        assert_eq!((outcome.figure("acks.count"), outcome.figure("refused.count")), (100.0, 0.0));
        assert!(outcome.text.contains("1 × retried after busy"), "{}", outcome.text);
        let last = outcome.json["completion"]["last"].as_array().unwrap();
        assert!(last.len() == 10 && last.iter().all(Value::is_f64), "{last:?}");
    }
}

/// Common options of the scenarios with rooms.
const SHORT: [&str; 10] = ["--rate", "50", "--seconds", "2", "--warm-up", "0", "--drain", "3", "--max-lag", "60s"];

#[test]
fn fan_out_counts_every_reader() {
    let outcome = run(Flaw::None, "fan-out", &[&SHORT[..], &["--readers", "20"]].concat());
    assert_eq!((outcome.code, outcome.faults()), (0, vec![]), "{}", outcome.text);
    assert_eq!((outcome.figure("sent.count"), outcome.figure("deliveries.count")), (100.0, 2_000.0));
    let series = outcome.json["series"].as_array().unwrap();
    assert!(!series.is_empty() && series.iter().all(|point| point["driver_cpu"].is_f64()));
}

#[test]
fn storm_drops_all_connections_without_loss() {
    for wire in ["plain", "socketio"] {
        let storm = ["--sockets", "12", "--per-room", "4", "--at", "500ms", "--wire", wire];
        let outcome = run(Flaw::None, "storm", &[&SHORT[..], &storm].concat());
        assert_eq!((outcome.code, outcome.faults()), (0, vec![]), "{}", outcome.text);
        assert_eq!((outcome.figure("drops.count"), outcome.figure("reconnect.count")), (12.0, 12.0));
        assert_eq!(outcome.figure("deliveries.count"), 400.0);
    }
}

#[test]
fn stalled_readers_are_measured_separately() {
    let slow = ["--readers", "10", "--stalled", "25%", "--at", "500ms", "--for", "1s"];
    let outcome = run(Flaw::None, "slow", &[&SHORT[..], &slow].concat());
    assert_eq!((outcome.code, outcome.faults()), (0, vec![]), "{}", outcome.text);
    // A quarter of the nine read-only connections, rounded up.
    assert_eq!((outcome.figure("stalled.count"), outcome.figure("delivery.count")), (300.0, 700.0));
    assert!(outcome.figure("stalled.max") > 0.9, "{}", outcome.text);
}

#[test]
fn closed_loop_sends_on_each_reply() {
    let closed = ["--users", "2", "--closed", "4", "--seconds", "1", "--warm-up", "0", "--max-lag", "60s"];
    // With a fast server, the driver would report itself as the bottleneck.
    let outcome = run(Flaw::Stall, "chat", &closed);
    assert_eq!((outcome.code, outcome.faults()), (0, vec![]), "{}", outcome.text);
    // At least one reply to each of the four messages of both senders.
    assert!(outcome.figure("sent.count") > 16.0, "{}", outcome.text);
    assert_eq!(outcome.figure("acks.count"), outcome.figure("sent.count"));
}

#[test]
fn mix_runs_from_a_file_and_writes_a_page() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (file, page) = (folder.join("mix.toml"), folder.join("mix.html"));
    let text = "[[rooms]]\ncount = 2\nshare = 3\n[[rooms]]\nreaders = 4\nsenders = 1\n[[disturbance]]\nat = '500ms'\ndrop = '50%'";
    std::fs::write(&file, text).unwrap();
    let stages = ["--stage", "0..100:1", "--stage", "50:1", "--warm-up", "0", "--drain", "3", "--max-lag", "60s"];
    let files = [file.to_str().unwrap(), "--html", page.to_str().unwrap()];
    let outcome = run(Flaw::None, "mix", &[&files[..], &stages].concat());
    assert_eq!((outcome.code, outcome.faults()), (0, vec![]), "{}", outcome.text);
    assert_eq!((outcome.figure("sent.count"), outcome.figure("drops.count")), (100.0, 5.0));
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("loadtest mix") && page.contains("Messages per second"), "{page}");
}

#[test]
fn idle_holds_sockets_and_reports_dropped_ones() {
    let own_pid = std::process::id().to_string();
    let outcome =
        run(Flaw::None, "idle", &["--users", "50", "--seconds", "1", "--per-account", "25", "--server-pid", &own_pid]);
    assert_eq!(outcome.code, 0, "{}", outcome.text);
    assert_eq!((outcome.figure("sockets.count"), outcome.figure("dropped.count")), (50.0, 0.0));
    assert!(outcome.json["figures"]["memory.per_socket"].is_f64());
    assert_eq!(outcome.json["settings"]["accounts"], 2);

    let outcome = run(Flaw::CloseAll, "idle", &["--users", "3", "--seconds", "1"]);
    assert_eq!((outcome.code, outcome.figure("dropped.count")), (3, 3.0), "{}", outcome.text);
    assert!(outcome.text.contains("closed with 1012"), "{}", outcome.text);
}

#[test]
fn open_fills_a_chat_and_reports_an_incomplete_page() {
    let options = ["--messages", "300", "--times", "40"];
    for wire in ["plain", "socketio"] {
        let outcome = run(Flaw::None, "open", &[&options[..], &["--wire", wire]].concat());
        assert_eq!((outcome.code, outcome.figure("messages.count")), (0, 300.0), "{}", outcome.text);
        for latency in ["join", "newest", "page"] {
            assert_eq!(outcome.figure(&format!("{latency}.count")), 40.0, "{}", outcome.json);
        }
    }
    let outcome = run(Flaw::ForgetPast, "open", &options);
    assert_eq!(outcome.code, 3, "{}", outcome.text);
    assert!(outcome.text.contains("holds 49 of 50 messages"), "{}", outcome.text);
}

/// Options of a short run of the scenario `reels`.
const REELS: [&str; 8] = ["--watchers", "12", "--per-account", "4", "--rate", "20", "--seconds", "2"];

#[test]
fn reels_pass_with_merged_counters_on_both_wires() {
    for wire in ["plain", "socketio"] {
        let outcome = run(Flaw::None, "reels", &[&REELS[..], &["--wire", wire]].concat());
        assert_eq!(outcome.code, 0, "{}", outcome.text);
        assert_eq!((outcome.figure("watchers.count"), outcome.figure("likes.count")), (12.0, 40.0));
        assert!((1.0..=3.0).contains(&outcome.figure("updates.rate")), "{}", outcome.json);
        assert!(outcome.figure("seen.count") > 0.0, "{}", outcome.json);
    }
}

#[test]
fn reels_report_counters_sent_after_each_like() {
    let outcome = run(Flaw::CountEachLike, "reels", &REELS);
    assert_eq!(outcome.code, 3, "{}", outcome.text);
    assert!(outcome.text.contains("updates a second reached each watcher"), "{}", outcome.text);
    assert!(outcome.figure("updates.rate") > 5.0, "{}", outcome.json);
}

#[test]
fn reels_report_a_watcher_without_the_last_counters() {
    for wire in ["plain", "socketio"] {
        let outcome = run(Flaw::ForgetWatcher, "reels", &[&REELS[..], &["--wire", wire]].concat());
        assert_eq!(outcome.code, 3, "{}", outcome.text);
        assert!(outcome.text.contains("1 watchers never saw the last counters"), "{}", outcome.text);
    }
}

#[test]
fn pages_are_asked_for_at_their_rate() {
    let options = ["--rate", "50", "--seconds", "1", "--max-lag", "60s"];
    let outcome = run(Flaw::None, "pages", &[&options[..], &["--path", server::FEED]].concat());
    assert_eq!((outcome.code, outcome.figure("pages.count")), (0, 50.0), "{}", outcome.text);
    assert_eq!(outcome.figure("page.count"), 50.0);
    assert!(outcome.figure("bytes.per_page") > 10.0, "{}", outcome.json);
}

#[test]
fn pages_report_requests_without_an_answer() {
    let options = ["--rate", "50", "--seconds", "1", "--max-lag", "60s", "--path", "/sold-out/{n}"];
    let outcome = run(Flaw::None, "pages", &options);
    assert_eq!(outcome.code, 3, "{}", outcome.text);
    assert!(outcome.text.contains("1 requests: /sold-out/50 returned 404"), "{}", outcome.text);
}

#[test]
fn sign_in_repeats_logins() {
    let own_pid = std::process::id().to_string();
    let outcome = run(Flaw::None, "sign-in", &["--at-once", "3", "--seconds", "1", "--server-pid", &own_pid]);
    assert_eq!(outcome.code, 0, "{}", outcome.text);
    assert!(outcome.figure("sign_ins.count") >= 3.0, "{}", outcome.json);
    assert!(outcome.figure("server.cpu_per_sign_in") > 0.0, "{}", outcome.json);
}

#[test]
fn failed_start_shows_the_reason() {
    for (options, words) in [
        (vec!["--url", "http://127.0.0.1:1"], "registering accounts"),
        (vec!["--threshold", "delivery.p98<1s"], "unknown figure"),
        (vec!["--server-pid", "4294967295"], "--server-pid"),
        (vec!["--accounts", "/no/such/file"], "/no/such/file"),
        (vec!["--members", "3"], "needs at least as many users"),
    ] {
        let usual = ["chat", "--users", "2", "--rate", "1", "--seconds", "1"];
        let output = Command::new(env!("CARGO_BIN_EXE_loadtest")).args(usual).args(&options).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && text.contains(words), "{options:?}: {text}");
    }
}
