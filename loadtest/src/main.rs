//! `loadtest` puts load on a Plaza server and reports the results. It is a client: it knows the wire protocol and none
//! of the server's crates.
//!
//! A scenario is one file in `scenario/`: its options and a `run` that returns a [`report::Report`]. Scenarios with
//! rooms describe rooms, load and disturbances as a `RoomScenario`, and `scenario::runner` runs it. A new scenario
//! needs a file, a variant of [`Scenario`], and an arm in each `match` below it. Building blocks:
//!
//! - `target`, `api`, `accounts`, `room_spec`, `rooms`: server addresses, REST client, accounts, and the rooms they
//!   share
//! - `ws`, `wire`, `stream_client`: a WebSocket, its frames (plain or Socket.IO), a connection joined to a stream
//! - `run`, `virtual_user`, `action`: shared state and counters; a connection that sends, reads and reconnects
//! - `options`, `schedule`, `stamp`, `clock`: common options, due times, and the mark that identifies a message
//! - `checker`: finds gaps, duplicates, reorders and losses
//! - `metric`, `completion`, `process`, `threshold`, `report`, `comparison`: figures, their limits, and the verdict

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
use crate::scenario::{
    chat, fan_out, flood, idle, mix, open_chat, orders, pages, reels, sign_in, slow_consumer, storm, summary,
};

/// The run could not start: invalid option, no server, failed login. Same code as a usage error.
const STARTUP_FAILED: u8 = 2;

const EXAMPLES: &str = "\
Examples:
  200 users in 100 chats, 2,500 messages per second and so 5,000 deliveries per second
  (senders receive their own messages), for 10 seconds:
    loadtest chat --users 200 --rate 2500 --seconds 10 --threshold 'delivery.p99<20ms'

  The same over Socket.IO, with the server's CPU time and memory:
    loadtest chat --wire socketio --users 200 --rate 2500 --seconds 10 --server-pid 4711

  Cost of an idle connection. Password hashing leaves freed memory in the server, so log in first,
  restart the server, and measure with the sessions (within 15 minutes, or they are refreshed):
    loadtest idle --users 10000 --seconds 1 --save-sessions sessions.txt
    loadtest idle --users 10000 --seconds 10 --sessions sessions.txt --server-pid 4711 \\
      --threshold 'memory.per_socket<=4KiB'

  Register once and reuse the accounts (registration hashes a password for each):
    loadtest chat --users 1000 --rate 100 --seconds 5 --save-accounts accounts.txt
    loadtest chat --users 1000 --rate 2500 --seconds 60 --accounts accounts.txt

  A channel of 1,000 readers; the maximum of one sender with 8 messages in flight; a stall; a storm:
    loadtest fan-out --readers 1000 --rate 50 --seconds 10 --html report.html
    loadtest fan-out --readers 1000 --closed 8
    loadtest slow --readers 1000 --rate 50 --stalled 1% --threshold 'delivery.p99<20ms'
    loadtest storm --sockets 5000 --rate 200 --threshold 'reconnect.max<10s' --threshold 'joins.database==0'

  A chat of 100,000 messages, opened 200 times; repeated logins of 8 clients:
    loadtest open --messages 100000 --threshold 'page.p99<50ms'
    loadtest sign-in --at-once 8 --seconds 20

  16 consumers order at 4 companies as fast as they can; every paid order reaches its board once:
    loadtest orders --companies 4 --consumers 16 --seconds 20 --threshold 'board.p99<100ms'

  500 lists a second, each for another place, so that none is answered from memory:
    loadtest pages --path '/api/v1/users/companies/?latitude=41.{n}&longitude=2.17&sort=distance' --rate 500

  10,000 watch one reel that is liked 20 times a second (the server has demo data):
    loadtest reels --watchers 10000 --rate 20 --seconds 20 --threshold 'seen.p99<1s'

  Two nodes, and a comparison with an earlier run:
    loadtest chat --url http://127.0.0.1:8080 --url http://127.0.0.1:8081 --users 200 --rate 2500 --json b.json
    loadtest compare a.json b.json

  A server limits rates per address and user. Start a server under test with
  PLAZA_SIGN_IN_RATE=0 PLAZA_CONNECTION_RATE=0 PLAZA_CONNECTIONS=0 PLAZA_SILENT_CONNECTIONS=0 PLAZA_COMMAND_RATE=0.

How it measures:
  The loop is open: due times are fixed before the run, and latency counts from the due time,
  whatever the server does. 'lag' is the latency added by the driver.

Exit codes:
  0  passed
  1  a threshold was missed
  2  usage error, or the run could not start
  3  the server violated a guarantee: gap, duplicate, reorder, lost message or ack, dropped socket
  4  INVALID: the load was not the requested one: the driver missed its schedule, the server refused
     messages, or the run was interrupted";

/// Puts load on a Plaza server on this machine, checks all deliveries, and reports latencies.
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
    /// Compare two results of one scenario, with ratios
    Compare(comparison::Args),
}

#[derive(clap::Subcommand)]
enum Scenario {
    /// Members of rooms send; every reader must get every message once and in order
    #[command(after_help = figures(&summary::CATALOGUE), args_override_self = true)]
    Chat(Box<chat::Args>),
    /// One room with many readers: measures the cost of a delivery
    #[command(after_help = figures(&summary::CATALOGUE), args_override_self = true)]
    FanOut(Box<fan_out::Args>),
    /// Many idle authenticated sockets: measures the cost of a socket
    #[command(after_help = figures(&idle::CATALOGUE), args_override_self = true)]
    Idle(Box<idle::Args>),
    /// All connections drop at once: measures the time until all are up to date again
    #[command(after_help = figures(&summary::CATALOGUE), args_override_self = true)]
    Storm(Box<storm::Args>),
    /// Some readers stop reading: measures the effect on the others
    #[command(after_help = figures(&summary::CATALOGUE), args_override_self = true)]
    Slow(Box<slow_consumer::Args>),
    /// Rooms of several kinds and disturbances of their connections, from a file
    #[command(after_help = mix_help(), args_override_self = true)]
    Mix(Box<mix::Args>),
    /// Opens a chat with a long history, at its end and deep inside: measures the time to open
    #[command(after_help = figures(&open_chat::CATALOGUE), args_override_self = true)]
    Open(Box<open_chat::Args>),
    /// Consumers check out while companies watch their boards: every paid order must arrive once
    #[command(after_help = figures(&orders::CATALOGUE), args_override_self = true)]
    Orders(Box<orders::Args>),
    /// Many watch a reel that is liked: every watcher sees the counters, merged into two updates a second
    #[command(after_help = figures(&reels::CATALOGUE), args_override_self = true)]
    Reels(Box<reels::Args>),
    /// Asks for public pages at a constant rate, such as lists and searches
    #[command(after_help = figures(&pages::CATALOGUE), args_override_self = true)]
    Pages(Box<pages::Args>),
    /// Repeated logins: run it beside another scenario to measure their effect there
    #[command(after_help = figures(&sign_in::CATALOGUE), args_override_self = true)]
    SignIn(Box<sign_in::Args>),
    /// Sockets send frames that cost them nothing: run it beside another scenario to see the effect there
    #[command(after_help = figures(&flood::CATALOGUE), args_override_self = true)]
    Flood(Box<flood::Args>),
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
            Self::Orders(args) => &args.common,
            Self::Reels(args) => &args.common,
            Self::Pages(args) => &args.common,
            Self::SignIn(args) => &args.common,
            Self::Flood(args) => &args.common,
        }
    }

    fn catalogue(&self) -> &'static Catalogue {
        match self {
            Self::Idle(_) => &idle::CATALOGUE,
            Self::Open(_) => &open_chat::CATALOGUE,
            Self::Orders(_) => &orders::CATALOGUE,
            Self::Reels(_) => &reels::CATALOGUE,
            Self::Pages(_) => &pages::CATALOGUE,
            Self::SignIn(_) => &sign_in::CATALOGUE,
            Self::Flood(_) => &flood::CATALOGUE,
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
            Self::Orders(args) => orders::run(args).await,
            Self::Reels(args) => reels::run(args).await,
            Self::Pages(args) => pages::run(args).await,
            Self::SignIn(args) => sign_in::run(args).await,
            Self::Flood(args) => flood::run(args).await,
        }
    }
}

fn mix_help() -> String {
    format!("{}\n\n{}", mix::EXAMPLE, figures(&summary::CATALOGUE))
}

fn figures(catalogue: &Catalogue) -> String {
    format!(
        "Figures for --threshold (times in us, ms or s; sizes in B, KiB or MiB; shares of a core plain or in %):\n  {}",
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
    fn command_line_definition_is_valid() {
        Cli::command().debug_assert();
    }

    #[test]
    fn remote_host_is_rejected_by_the_command_line() {
        let line =
            ["loadtest", "chat", "--users", "2", "--rate", "1", "--seconds", "1", "--url", "http://10.0.0.1:8080"];
        let error = Cli::try_parse_from(line).err().unwrap().to_string();
        assert!(error.contains("not on this machine"), "{error}");
    }

    #[test]
    fn thresholds_and_options_are_parsed() {
        let line = ["loadtest", "chat", "--users", "200", "--rate", "2500", "--seconds", "10", "--wire", "socketio"];
        let line = line.iter().chain(&["--threshold", "delivery.p99<20ms", "--threshold", "acks.rate>=2400"]);
        let Command::Scenario(scenario) = Cli::try_parse_from(line).unwrap().command else { panic!("no scenario") };
        let Common { thresholds, wire, .. } = scenario.common();
        assert_eq!((thresholds.len(), *wire), (2, crate::wire::Wire::Socketio));
        assert_eq!(scenario.catalogue().check(thresholds), Ok(()));
    }
}
