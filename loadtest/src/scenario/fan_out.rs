//! `loadtest fan-out`: one room with many readers and a few senders. Measures the cost of a delivery.

use serde_json::json;

use super::room_scenario::RoomScenario;
use super::runner;
use crate::options::{Common, Load};
use crate::report::Report;
use crate::room_spec::RoomSpec;

/// Options of `loadtest fan-out`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// Number of connections, including the senders
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub readers: u32,
    /// Number of senders among them
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=2_000))]
    pub senders: u32,
    /// Connections per account, like devices of one user
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub per_account: u32,
    #[command(flatten)]
    pub load: Load,
}

/// Specification of the single room.
pub fn room(readers: u32, senders: u32, per_account: u32) -> Result<RoomSpec, String> {
    let members = readers.div_ceil(per_account).max(senders).max(2);
    if senders > readers || members > readers {
        return Err(format!(
            "{senders} senders and {members} accounts need at least as many readers: --readers {members}"
        ));
    }
    Ok(RoomSpec {
        count: 1,
        members: members as usize,
        senders: senders as usize,
        readers: (readers - members) as usize,
        weight: 1.0,
    })
}

/// Runs the scenario. Fails if it could not start.
pub async fn run(args: &Args) -> Result<Report, String> {
    let room = room(args.readers, args.senders, args.per_account)?;
    let scenario = RoomScenario {
        name: "fan-out",
        common: &args.common,
        load: &args.load,
        accounts: room.members,
        rooms: vec![room],
        disturbances: Vec::new(),
        settings: vec![("senders", json!(args.senders))],
    };
    runner::run(&scenario).await
}
