//! A run of rooms: who sits where, what is sent and what happens.

use std::time::Duration;

use serde_json::Value;

use crate::action::Todo;
use crate::options::{Common, Load};
use crate::room_spec::Rooms;

/// Something that happens to a share of the seats, drawn by the seed.
#[derive(Clone, Copy, Debug)]
pub struct Act {
    /// After the warm-up.
    pub at: Duration,
    pub share: f64,
    pub what: Todo,
}

/// A run: who sits where, and what happens beside the messages.
pub struct Play<'a> {
    pub name: &'static str,
    pub common: &'a Common,
    pub load: &'a Load,
    pub people: usize,
    pub rooms: Vec<Rooms>,
    pub acts: Vec<Act>,
    /// What was asked for, beside what all plays are asked for.
    pub settings: Vec<(&'static str, Value)>,
}
