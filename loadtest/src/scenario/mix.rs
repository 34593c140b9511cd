//! `loadtest mix`: rooms of several kinds and disturbances of their connections, from a file. See [`EXAMPLE`].

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::json;

use super::room_scenario::{Disturbance, RoomScenario};
use super::runner;
use crate::action::Action;
use crate::options::{Common, Load};
use crate::report::Report;
use crate::room_spec::RoomSpec;
use crate::threshold;

/// Example of a file, for `--help`.
pub const EXAMPLE: &str = "\
Example of a file:
  [[rooms]]           # direct chats, three quarters of the messages
  count = 100
  share = 3
  [[rooms]]           # a channel with 2 senders and 500 connections
  members = 50
  senders = 2
  readers = 450
  share = 1
  [[disturbance]]     # all connections drop
  at = '5s'
  drop = '100%'
  [[disturbance]]     # 1 % of the read-only connections stop reading
  at = '10s'
  stall = '1%'
  for = '5s'";

/// Options of `loadtest mix`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// Rooms and disturbances (TOML, see --help)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub load: Load,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rooms: Vec<RoomsIn>,
    #[serde(default)]
    disturbance: Vec<DisturbanceIn>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoomsIn {
    #[serde(default = "one")]
    count: usize,
    #[serde(default = "two")]
    members: usize,
    /// All members by default.
    senders: Option<usize>,
    #[serde(default)]
    readers: usize,
    /// 0: no messages.
    #[serde(default = "even")]
    share: f64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DisturbanceIn {
    #[serde(deserialize_with = "time")]
    at: Duration,
    #[serde(default, deserialize_with = "some_share")]
    drop: Option<f64>,
    #[serde(default, deserialize_with = "some_share")]
    stall: Option<f64>,
    #[serde(rename = "for", default, deserialize_with = "some_time")]
    length: Option<Duration>,
}

fn one() -> usize {
    1
}

fn two() -> usize {
    2
}

fn even() -> f64 {
    1.0
}

fn time<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
    threshold::duration(&String::deserialize(from)?).map_err(D::Error::custom)
}

fn some_time<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    time(from).map(Some)
}

fn some_share<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    threshold::share(&String::deserialize(from)?).map(Some).map_err(D::Error::custom)
}

fn read(text: &str) -> Result<(Vec<RoomSpec>, Vec<Disturbance>), String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    if file.rooms.is_empty() {
        return Err("there are no [[rooms]]".to_owned());
    }
    let rooms = file.rooms.into_iter().map(|RoomsIn { count, members, senders, readers, share }| {
        let senders = senders.unwrap_or(members);
        if !(2..=2_000).contains(&members) || senders > members || count == 0 || !(0.0..=1e6).contains(&share) {
            return Err("rooms need a count, 2 to 2,000 members, at most as many senders, and a share of 0 or more");
        }
        Ok(RoomSpec { count, members, senders, readers, weight: share })
    });
    let disturbances =
        file.disturbance.into_iter().map(|DisturbanceIn { at, drop, stall, length }| match (drop, stall, length) {
            (Some(share), None, None) => Ok(Disturbance { at, share, action: Action::Drop }),
            (None, Some(share), Some(length)) => Ok(Disturbance { at, share, action: Action::Stall(length) }),
            _ => Err("a disturbance needs a time `at`, and either `drop` or both `stall` and `for`"),
        });
    Ok((rooms.collect::<Result<_, _>>()?, disturbances.collect::<Result<_, _>>()?))
}

/// Runs the scenario. Fails if it could not start.
pub async fn run(args: &Args) -> Result<Report, String> {
    let shown = args.file.display();
    let text = std::fs::read_to_string(&args.file).map_err(|error| format!("{shown}: {error}"))?;
    let (rooms, disturbances) = read(&text).map_err(|error| format!("{shown}: {error}"))?;
    let scenario = RoomScenario {
        name: "mix",
        common: &args.common,
        load: &args.load,
        // Rooms of one kind have distinct accounts; rooms of different kinds share them.
        accounts: rooms.iter().map(|kind| kind.count * kind.members).max().unwrap_or(2),
        rooms,
        disturbances,
        settings: vec![("file", json!(shown.to_string()))],
    };
    runner::run(&scenario).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn example_is_parsed_with_its_defaults() {
        let (_, text) = EXAMPLE.split_once('\n').unwrap();
        let (rooms, disturbances) = read(text).unwrap();
        let shapes: Vec<_> = rooms.iter().map(|r| (r.count, r.members, r.senders, r.readers, r.weight)).collect();
        assert_eq!(shapes, [(100, 2, 2, 0, 3.0), (1, 50, 2, 450, 1.0)]);
        assert_eq!(
            (disturbances[0].at, disturbances[0].share, disturbances[0].action),
            (Duration::from_secs(5), 1.0, Action::Drop)
        );
        assert_eq!((disturbances[1].share, disturbances[1].action), (0.01, Action::Stall(Duration::from_secs(5))));
    }

    #[test]
    fn invalid_file_is_rejected_with_a_reason() {
        for (text, reason) in [
            ("", "rooms"),
            ("rooms = []", "no [[rooms]]"),
            ("[[rooms]]\nmembers = 1", "2 to 2,000 members"),
            ("[[rooms]]\nsenders = 3", "at most as many senders"),
            ("[[rooms]]\nshares = 3", "shares"),
            ("[[rooms]]\n[[disturbance]]\nat = \"5s\"", "either `drop`"),
            ("[[rooms]]\n[[disturbance]]\nat = \"5s\"\ndrop = \"150%\"", "share"),
            ("[[rooms]]\n[[disturbance]]\nat = \"soon\"\ndrop = \"1%\"", "soon"),
        ] {
            let error = read(text).err().unwrap_or_else(|| panic!("taken: {text}"));
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
