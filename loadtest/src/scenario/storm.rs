//! `loadtest storm`: all connections drop at once and reconnect. Measures the time until all are up to date, and the
//! database reads of the server.

use std::time::Duration;

use serde_json::json;

use super::room_scenario::{Disturbance, RoomScenario};
use super::runner;
use crate::action::Action;
use crate::options::{Common, Load};
use crate::report::Report;
use crate::room_spec::RoomSpec;
use crate::threshold::{duration, share};

/// Options of `loadtest storm`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// Number of sockets
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub sockets: u32,
    /// Sockets per room. A room is a direct chat, with several devices per member
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=500))]
    pub per_room: u32,
    /// Time of the drop, after the warm-up
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    pub at: Duration,
    /// Share of the sockets that drop
    #[arg(long, value_name = "SHARE", default_value = "100%", value_parser = share)]
    pub share: f64,
    #[command(flatten)]
    pub load: Load,
}

/// Runs the scenario. Fails if it could not start.
pub async fn run(args: &Args) -> Result<Report, String> {
    let rooms = RoomSpec {
        count: args.sockets.div_ceil(args.per_room) as usize,
        members: 2,
        senders: 2,
        readers: args.per_room as usize - 2,
        weight: 1.0,
    };
    let scenario = RoomScenario {
        name: "storm",
        common: &args.common,
        load: &args.load,
        accounts: 2 * rooms.count,
        rooms: vec![rooms],
        disturbances: vec![Disturbance { at: args.at, share: args.share, action: Action::Drop }],
        settings: vec![("dropped", json!(args.share))],
    };
    runner::run(&scenario).await
}
