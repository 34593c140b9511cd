//! Definition of a scenario with rooms: rooms, load and disturbances.

use std::time::Duration;

use serde_json::Value;

use crate::action::Action;
use crate::options::{Common, Load};
use crate::room_spec::RoomSpec;

/// Disturbance of a share of the connections. The seed selects them.
#[derive(Clone, Copy, Debug)]
pub struct Disturbance {
    /// Time after the warm-up.
    pub at: Duration,
    pub share: f64,
    pub action: Action,
}

/// A scenario with rooms.
pub struct RoomScenario<'a> {
    pub name: &'static str,
    pub common: &'a Common,
    pub load: &'a Load,
    pub accounts: usize,
    pub rooms: Vec<RoomSpec>,
    pub disturbances: Vec<Disturbance>,
    /// Settings for the report, in addition to the common ones.
    pub settings: Vec<(&'static str, Value)>,
}
