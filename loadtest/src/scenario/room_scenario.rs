//! A run of rooms: who sits where, what is sent and what happens.

use std::time::Duration;

use serde_json::Value;

use crate::action::Action;
use crate::options::{Common, Load};
use crate::room_spec::RoomSpec;

/// Something that happens to a share of the seats, drawn by the seed.
#[derive(Clone, Copy, Debug)]
pub struct Disturbance {
    /// After the warm-up.
    pub at: Duration,
    pub share: f64,
    pub action: Action,
}

/// A run: who sits where, and what happens beside the messages.
pub struct RoomScenario<'a> {
    pub name: &'static str,
    pub common: &'a Common,
    pub load: &'a Load,
    pub accounts: usize,
    pub rooms: Vec<RoomSpec>,
    pub disturbances: Vec<Disturbance>,
    /// What was asked for, beside what all plays are asked for.
    pub settings: Vec<(&'static str, Value)>,
}
