//! `loadtest slow`: one room, in which some readers stop reading for a while. The others must not be affected, and the
//! server's memory must stay bounded.

use std::time::Duration;

use serde_json::json;

use super::room_scenario::{Disturbance, RoomScenario};
use super::{fan_out, runner};
use crate::action::Action;
use crate::options::{Common, Load};
use crate::report::Report;
use crate::threshold::{duration, share};

/// Options of `loadtest slow`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// Number of connections, including the senders
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub readers: u32,
    /// Number of senders among them; they never stall
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=2_000))]
    pub senders: u32,
    /// Connections per account, like devices of one user
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub per_account: u32,
    /// Share of the read-only connections that stall
    #[arg(long, value_name = "SHARE", default_value = "1%", value_parser = share)]
    pub stalled: f64,
    /// Start of the stall, after the warm-up
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    pub at: Duration,
    /// Length of the stall
    #[arg(long = "for", value_name = "TIME", default_value = "5s", value_parser = duration)]
    pub length: Duration,
    #[command(flatten)]
    pub load: Load,
}

/// Runs the scenario. Fails if it could not start.
pub async fn run(args: &Args) -> Result<Report, String> {
    let room = fan_out::room(args.readers, args.senders, args.per_account)?;
    let scenario = RoomScenario {
        name: "slow",
        common: &args.common,
        load: &args.load,
        accounts: room.members,
        rooms: vec![room],
        disturbances: vec![Disturbance { at: args.at, share: args.stalled, action: Action::Stall(args.length) }],
        settings: vec![("stalled", json!(args.stalled)), ("for_seconds", json!(args.length.as_secs_f64()))],
    };
    runner::run(&scenario).await
}
