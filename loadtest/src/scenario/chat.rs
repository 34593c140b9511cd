//! `loadtest chat`: members of rooms send at a fixed total rate, all connections read, and all deliveries are checked.

use super::room_scenario::RoomScenario;
use super::runner;
use crate::options::{Common, Load};
use crate::report::Report;
use crate::room_spec::RoomSpec;

/// Options of `loadtest chat`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// Number of accounts
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub users: u32,
    /// Number of rooms [default: as many as put each account into one]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub rooms: Option<u32>,
    /// Members of a room: two make a direct chat, more a group
    #[arg(long, value_name = "M", default_value_t = 2, value_parser = clap::value_parser!(u32).range(2..=2_000))]
    pub members: u32,
    /// Additional read-only connections per room, on the accounts of its members
    #[arg(long, value_name = "M", default_value_t = 0)]
    pub readers: u32,
    #[command(flatten)]
    pub load: Load,
}

/// Runs the scenario. Fails if it could not start.
pub async fn run(args: &Args) -> Result<Report, String> {
    if args.users < args.members {
        return Err(format!("a room of {} needs at least as many users: --users {}", args.members, args.members));
    }
    let members = args.members as usize;
    let rooms = RoomSpec {
        count: args.rooms.unwrap_or(args.users / args.members) as usize,
        members,
        senders: members,
        readers: args.readers as usize,
        weight: 1.0,
    };
    let scenario = RoomScenario {
        name: "chat",
        common: &args.common,
        load: &args.load,
        accounts: args.users as usize,
        rooms: vec![rooms],
        disturbances: Vec::new(),
        settings: Vec::new(),
    };
    runner::run(&scenario).await
}
