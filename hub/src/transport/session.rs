//! Who is on a connection and what they follow, whichever wire they speak.

use std::sync::Arc;

use crate::{
    principal::Principal,
    protocol::{Position, StreamKey},
    transport::account_places::AccountPlace,
};

/// The signed-in side of a connection.
pub struct Session {
    pub who: Principal,
    pub subscriptions: Vec<Subscription>,
    /// Counts against the limit of connections of the account as long as this lives.
    _place: AccountPlace,
    /// It has been told that its token ends.
    pub told_to_renew: bool,
    /// Joins asked for so far.
    joins: u32,
}

/// A stream that a connection follows, and how far it has been told.
pub struct Subscription {
    pub stream: StreamKey,
    pub epoch: Arc<str>,
    pub seq: i64,
    pub state: State,
    /// Its room has answered once, so its client knows a state of it.
    pub is_known: bool,
    /// Which of the connection's joins this is: an answer to an earlier one, that was left since, is not for it.
    pub join: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Waits in line for a room that is full, and has not been asked.
    Queued,
    /// Asked for; the room has not answered.
    Joining,
    /// Told every event.
    Live,
    /// Its reader is too slow: told nothing until the queue is empty, then brought up to date.
    Behind,
}

impl Session {
    pub fn new(who: Principal, place: AccountPlace) -> Self {
        Self { who, subscriptions: Vec::new(), _place: place, told_to_renew: false, joins: 0 }
    }

    pub fn subscription(&mut self, stream: StreamKey) -> Option<&mut Subscription> {
        self.subscriptions.iter_mut().find(|subscription| subscription.stream == stream)
    }

    /// The number of the next join.
    pub fn next_join(&mut self) -> u32 {
        self.joins = self.joins.wrapping_add(1);
        self.joins
    }
}

impl Subscription {
    /// A new one, whose room has been asked or is still to be.
    pub fn new(stream: StreamKey, join: u32, state: State) -> Self {
        Self { stream, epoch: Arc::from(""), seq: 0, state, is_known: false, join }
    }

    /// Whether its room has yet to answer.
    pub fn is_pending(&self) -> bool {
        matches!(self.state, State::Queued | State::Joining)
    }

    /// It is told nothing until its queue is empty, and then everything.
    pub fn clear_position(&mut self) {
        self.state = State::Behind;
        self.epoch = Arc::from("");
        self.seq = 0;
    }

    /// Where its reader stands; `None` while it has been told nothing.
    pub fn position(&self) -> Option<Position> {
        (!self.epoch.is_empty()).then(|| Position { epoch: self.epoch.clone(), seq: self.seq })
    }
}
