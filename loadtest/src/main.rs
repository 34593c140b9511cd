//! `loadtest` puts load on a Plaza server and tells how it did. It knows the wire and nothing of the server's crates: it is
//! a client like any other.
//!
//! A scenario is one file in `scenario/`: its options, what it reports (a [`report::Catalogue`]), and a `run` that gives
//! back a [`report::Report`]. A new one gets a file there, a line in [`Scenario`] and one in each `match` below it. It is
//! put together from the parts beside this file:
//!
//! - `target`, `api`, `people`, `rooms`: where the load goes, the accounts it acts as, and the rooms they meet in
//! - `ws`, `wire`, `link`: a WebSocket, the frames on it (plain or Socket.IO), a connection joined to a stream
//! - `seat`: a connection for the length of a run, which sends, reads, and comes back after a cut
//! - `schedule`, `stamp`: when each message is due, and the mark by which it is known again
//! - `checker`: finds every gap, duplicate, reorder and loss
//! - `metric`, `process`, `threshold`, `report`: figures, their limits, and the verdict

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod api;
mod checker;
mod link;
mod metric;
mod people;
mod process;
mod report;
mod rooms;
mod scenario;
mod schedule;
mod seat;
mod stamp;
mod target;
mod threshold;
mod wire;
mod ws;

use std::process::ExitCode;

use clap::Parser;

use crate::report::{Catalogue, Report};
use crate::scenario::{Common, chat, idle};

/// The run could not begin: a wrong option, no server, a refused sign-in. The same code as a usage error.
const COULD_NOT_BEGIN: u8 = 2;

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

  A server limits sign-ins by address; start one that is to be loaded with PLAZA_SIGN_IN_RATE=0.

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
    scenario: Scenario,
}

#[derive(clap::Subcommand)]
enum Scenario {
    /// People in rooms send at a fixed rate; every reader must get every message once and in order
    #[command(after_help = chat_figures(), args_override_self = true)]
    Chat(Box<chat::Args>),
    /// Many authenticated sockets that do nothing: what does each cost the server?
    #[command(after_help = idle_figures(), args_override_self = true)]
    Idle(Box<idle::Args>),
}

impl Scenario {
    fn common(&self) -> &Common {
        match self {
            Self::Chat(args) => &args.common,
            Self::Idle(args) => &args.common,
        }
    }

    fn catalogue(&self) -> &'static Catalogue {
        match self {
            Self::Chat(_) => &chat::CATALOGUE,
            Self::Idle(_) => &idle::CATALOGUE,
        }
    }

    async fn run(&self) -> Result<Report, String> {
        match self {
            Self::Chat(args) => chat::run(args).await,
            Self::Idle(args) => idle::run(args).await,
        }
    }
}

fn chat_figures() -> String {
    figures(&chat::CATALOGUE)
}

fn idle_figures() -> String {
    figures(&idle::CATALOGUE)
}

fn figures(catalogue: &Catalogue) -> String {
    format!(
        "Figures for --threshold (times take us, ms or s; sizes B, KiB or MiB; shares of a core are plain or in %):\n  {}",
        catalogue.names().join("\n  ")
    )
}

fn main() -> ExitCode {
    let Cli { scenario } = Cli::parse();
    match drive(&scenario) {
        Ok(code) => code,
        Err(words) => {
            eprintln!("loadtest: {words}");
            ExitCode::from(COULD_NOT_BEGIN)
        }
    }
}

fn drive(scenario: &Scenario) -> Result<ExitCode, String> {
    let Common { thresholds, json, .. } = scenario.common();
    scenario.catalogue().check(thresholds)?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    let report = tokio::task::LocalSet::new().block_on(&runtime, scenario.run())?;
    print!("{}", report.text(thresholds));
    if let Some(path) = json {
        report.save(thresholds, path)?;
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
        let Cli { scenario } = Cli::try_parse_from(line).unwrap();
        let Common { thresholds, wire, .. } = scenario.common();
        assert_eq!((thresholds.len(), *wire), (2, crate::wire::Wire::Socketio));
        assert_eq!(scenario.catalogue().check(thresholds), Ok(()));
    }
}
