//! `loadtest` puts load on a Plaza server and tells how it did. It knows the wire and nothing of the server's crates: it is
//! a client like any other.
//!
//! A scenario is one file in `scenario/`: its options, and a `run` that gives back a [`report::Report`]. Those with rooms
//! only say who sits where, what is sent and what happens, and [`scenario::play`] does the rest. A new one gets a file there,
//! a line in [`Scenario`] and one in each `match` below it. They are put together from the parts beside this file:
//!
//! - `target`, `api`, `people`, `rooms`: where the load goes, the accounts it acts as, and the rooms they meet in
//! - `ws`, `wire`, `link`: a WebSocket, the frames on it (plain or Socket.IO), a connection joined to a stream
//! - `run`, `seat`: what a run counts; a connection for its length, which sends, reads, and comes back after a cut
//! - `schedule`, `stamp`: when each message is due, and the mark by which it is known again
//! - `checker`: finds every gap, duplicate, reorder and loss
//! - `metric`, `completion`, `process`, `threshold`, `report`, `compare`: figures, their limits, and the verdict

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod accounts;
mod action;
mod api;
mod checker;
mod clock;
mod comparison;
mod completion;
mod metric;
mod options;
mod process;
mod report;
mod room_spec;
mod rooms;
mod run;
mod scenario;
mod schedule;
mod stamp;
mod stream_client;
mod target;
mod threshold;
mod virtual_user;
mod wire;
mod ws;

use std::process::ExitCode;

use clap::Parser;

use crate::options::Common;
use crate::report::{Catalogue, Report};
use crate::scenario::{chat, fan_out, idle, mix, open_chat, sign_in, slow_consumer, storm, summary};

/// The run could not begin: a wrong option, no server, a refused sign-in. The same code as a usage error.
const STARTUP_FAILED: u8 = 2;

const EXAMPLES: &str = "\
Examples:
  200 people in 100 chats, 2,500 messages a second, so 5,000 deliveries a second
  (the sender gets its own message too), for 10 seconds:
    loadtest chat --users 200 --rate 2500 --seconds 10 --threshold 'delivery.p99<20ms'

  The same over Socket.IO, with the server's processor time and memory:
    loadtest chat --wire socketio --users 200 --rate 2500 --seconds 10 --server-pid 4711

  What an idle connection costs. Hashing passwords leaves freed memory behind in the server, so sign in
  first, restart the server, and measure with the sessions (within 15 minutes, or it refreshes them):
    loadtest idle --users 10000 --seconds 1 --save-sessions sessions.txt
    loadtest idle --users 10000 --seconds 10 --sessions sessions.txt --server-pid 4711 \\
      --threshold 'memory.per_socket<=4KiB'

  Register once, use the accounts again (registering hashes a password for each):
    loadtest chat --users 1000 --rate 100 --seconds 5 --save-accounts accounts.txt
    loadtest chat --users 1000 --rate 2500 --seconds 60 --accounts accounts.txt

  A channel of 1,000 readers; the ceiling of one sender with 8 messages on the way; a stall; a storm:
    loadtest fan-out --readers 1000 --rate 50 --seconds 10 --html report.html
    loadtest fan-out --readers 1000 --closed 8
    loadtest slow --readers 1000 --rate 50 --stalled 1% --threshold 'delivery.p99<20ms'
    loadtest storm --sockets 5000 --rate 200 --threshold 'reconnect.max<10s' --threshold 'joins.database==0'

  A chat of 100,000 messages, opened 200 times; 8 people who sign in again and again meanwhile:
    loadtest open --messages 100000 --threshold 'page.p99<50ms'
    loadtest sign-in --at-once 8 --seconds 20

  Two nodes as one, and a comparison with an earlier run:
    loadtest chat --url http://127.0.0.1:8080 --url http://127.0.0.1:8081 --users 200 --rate 2500 --json b.json
    loadtest compare a.json b.json

  A server limits what one address and one user may do; start one that is to be loaded with
  PLAZA_SIGN_IN_RATE=0 PLAZA_CONNECTION_RATE=0 PLAZA_CONNECTIONS=0 PLAZA_SILENT_CONNECTIONS=0 PLAZA_COMMAND_RATE=0.

How it measures:
  The loop is open: when each message is due is fixed before the run, and a latency counts from
  that time, whatever the server did meanwhile. 'lag' is what the driver itself adds to it.

Exit codes:
  0  passed
  1  a threshold was missed
  2  wrong usage, or the run could not begin
  3  the server broke a guarantee: a gap, a duplicate, a reorder, a lost message or ack, a dropped socket
  4  INVALID: the load was not what was asked for: the driver could not keep its own schedule, the server
     refused a share of the messages, or the run was interrupted";

/// Puts load on a Plaza server on this machine, checks everything that it delivers, and reports latencies.
#[derive(Parser)]
#[command(name = "loadtest", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    #[command(flatten)]
    Scenario(Scenario),
    /// Two results of one scenario beside each other, as ratios
    Compare(comparison::Args),
}

#[derive(clap::Subcommand)]
enum Scenario {
    /// People in rooms send; every reader must get every message once and in order
    #[command(after_help = figures(&summary::CATALOGUE), args_override_self = true)]
    Chat(Box<chat::Args>),
    /// One room with many readers: what does each delivery cost?
    #[command(after_help = figures(&summary::CATALOGUE), args_override_self = true)]
    FanOut(Box<fan_out::Args>),
    /// Many authenticated sockets that do nothing: what does each cost the server?
    #[command(after_help = figures(&idle::CATALOGUE), args_override_self = true)]
    Idle(Box<idle::Args>),
    /// Everybody loses the connection at once: how long until all are whole again?
    #[command(after_help = figures(&summary::CATALOGUE), args_override_self = true)]
    Storm(Box<storm::Args>),
    /// A share of the readers stop reading: do the others notice?
    #[command(after_help = figures(&summary::CATALOGUE), args_override_self = true)]
    Slow(Box<slow_consumer::Args>),
    /// RoomSpec of several kinds and what happens to their connections, from a file
    #[command(after_help = mix_help(), args_override_self = true)]
    Mix(Box<mix::Args>),
    /// A chat with a long history is opened, at its end and deep inside: how long does it take?
    #[command(after_help = figures(&open_chat::CATALOGUE), args_override_self = true)]
    Open(Box<open_chat::Args>),
    /// People sign in over and over: run it beside another scenario to see whether that is felt there
    #[command(after_help = figures(&sign_in::CATALOGUE), args_override_self = true)]
    SignIn(Box<sign_in::Args>),
}

impl Scenario {
    fn common(&self) -> &Common {
        match self {
            Self::Chat(args) => &args.common,
            Self::FanOut(args) => &args.common,
            Self::Idle(args) => &args.common,
            Self::Storm(args) => &args.common,
            Self::Slow(args) => &args.common,
            Self::Mix(args) => &args.common,
            Self::Open(args) => &args.common,
            Self::SignIn(args) => &args.common,
        }
    }

    fn catalogue(&self) -> &'static Catalogue {
        match self {
            Self::Idle(_) => &idle::CATALOGUE,
            Self::Open(_) => &open_chat::CATALOGUE,
            Self::SignIn(_) => &sign_in::CATALOGUE,
            _ => &summary::CATALOGUE,
        }
    }

    async fn run(&self) -> Result<Report, String> {
        match self {
            Self::Chat(args) => chat::run(args).await,
            Self::FanOut(args) => fan_out::run(args).await,
            Self::Idle(args) => idle::run(args).await,
            Self::Storm(args) => storm::run(args).await,
            Self::Slow(args) => slow_consumer::run(args).await,
            Self::Mix(args) => mix::run(args).await,
            Self::Open(args) => open_chat::run(args).await,
            Self::SignIn(args) => sign_in::run(args).await,
        }
    }
}

fn mix_help() -> String {
    format!("{}\n\n{}", mix::EXAMPLE, figures(&summary::CATALOGUE))
}

fn figures(catalogue: &Catalogue) -> String {
    format!(
        "Figures for --threshold (times take us, ms or s; sizes B, KiB or MiB; shares of a core are plain or in %):\n  {}",
        catalogue.names().join("\n  ")
    )
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Scenario(scenario) => drive(&scenario),
        Command::Compare(args) => comparison::run(&args).map(|table| {
            print!("{table}");
            ExitCode::SUCCESS
        }),
    };
    done.unwrap_or_else(|error| {
        eprintln!("loadtest: {error}");
        ExitCode::from(STARTUP_FAILED)
    })
}

fn drive(scenario: &Scenario) -> Result<ExitCode, String> {
    let Common { thresholds, json, html, .. } = scenario.common();
    scenario.catalogue().check(thresholds)?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    let report = tokio::task::LocalSet::new().block_on(&runtime, scenario.run())?;
    print!("{}", report.text(thresholds));
    if let Some(path) = json {
        report.save_json(thresholds, path)?;
    }
    if let Some(path) = html {
        report.save_page(thresholds, path)?;
    }
    Ok(ExitCode::from(report.verdict(thresholds).exit_code()))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_host_elsewhere_is_refused_before_anything_is_sent() {
        let line =
            ["loadtest", "chat", "--users", "2", "--rate", "1", "--seconds", "1", "--url", "http://10.0.0.1:8080"];
        let error = Cli::try_parse_from(line).err().unwrap().to_string();
        assert!(error.contains("not on this machine"), "{error}");
    }

    #[test]
    fn thresholds_and_options_are_read() {
        let line = ["loadtest", "chat", "--users", "200", "--rate", "2500", "--seconds", "10", "--wire", "socketio"];
        let line = line.iter().chain(&["--threshold", "delivery.p99<20ms", "--threshold", "acks.rate>=2400"]);
        let Command::Scenario(scenario) = Cli::try_parse_from(line).unwrap().command else { panic!("no scenario") };
        let Common { thresholds, wire, .. } = scenario.common();
        assert_eq!((thresholds.len(), *wire), (2, crate::wire::Wire::Socketio));
        assert_eq!(scenario.catalogue().check(thresholds), Ok(()));
    }
}
