//! `loadtest fan-out`: one room with many readers and a few who send. What does each delivery cost?

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
    /// Connections that read, the senders' among them
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub readers: u32,
    /// How many of them send
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=2_000))]
    pub senders: u32,
    /// Connections that share an account, like the devices of one person
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub per_account: u32,
    #[command(flatten)]
    pub load: Load,
}

/// The one room.
pub fn room(readers: u32, senders: u32, per_account: u32) -> Result<RoomSpec, String> {
    let members = readers.div_ceil(per_account).max(senders).max(2);
    if senders > readers || members > readers {
        return Err(format!("{senders} senders and {members} accounts need as many readers: --readers {members}"));
    }
    Ok(RoomSpec {
        count: 1,
        members: members as usize,
        senders: senders as usize,
        readers: (readers - members) as usize,
        weight: 1.0,
    })
}

/// Runs it. An error means that it could not begin.
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
