//! `loadtest slow`: one room, and a share of its readers stop reading for a while. The others must not notice, and the
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
    /// Connections that read, the senders' among them
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub readers: u32,
    /// How many of them send; they never stall
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=2_000))]
    pub senders: u32,
    /// Connections that share an account, like the devices of one person
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub per_account: u32,
    /// How many of those who only read stall
    #[arg(long, value_name = "SHARE", default_value = "1%", value_parser = share)]
    pub stalled: f64,
    /// When they stop reading, after the warm-up
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    pub at: Duration,
    /// How long they do not read
    #[arg(long = "for", value_name = "TIME", default_value = "5s", value_parser = duration)]
    pub length: Duration,
    #[command(flatten)]
    pub load: Load,
}

/// Runs it. An error means that it could not begin.
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
