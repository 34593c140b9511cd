//! `loadtest chat`: people in rooms send at a fixed rate in all, everybody in a room reads, and everything is checked.

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
    /// How many accounts send and read
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub users: u32,
    /// How many rooms [default: as many as put everybody into one]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub rooms: Option<u32>,
    /// People in a room: two are a direct chat, more a group
    #[arg(long, value_name = "M", default_value_t = 2, value_parser = clap::value_parser!(u32).range(2..=2_000))]
    pub members: u32,
    /// Further connections per room that only read, on the accounts of its members
    #[arg(long, value_name = "M", default_value_t = 0)]
    pub readers: u32,
    #[command(flatten)]
    pub load: Load,
}

/// Runs it. An error means that it could not begin.
pub async fn run(args: &Args) -> Result<Report, String> {
    if args.users < args.members {
        return Err(format!("a room of {} needs as many users: --users {}", args.members, args.members));
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
