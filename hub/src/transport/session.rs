//! A signed-in session and its subscriptions, independent of the wire protocol.

use std::sync::Arc;

use crate::{
    principal::Principal,
    protocol::{Position, StreamKey},
    transport::account_places::AccountPlace,
};

/// Signed-in state of a connection.
pub struct Session {
    pub who: Principal,
    pub subscriptions: Vec<Subscription>,
    /// Slot in the account's connection limit, held as long as this value lives.
    _place: AccountPlace,
    /// The client has been notified that its token expires.
    pub told_to_renew: bool,
    /// Number of joins requested so far.
    joins: u32,
}

/// A stream that a connection follows, and the last position sent.
pub struct Subscription {
    pub stream: StreamKey,
    pub epoch: Arc<str>,
    pub seq: i64,
    pub state: State,
    /// The room has replied once, so the client has a state of the stream.
    pub is_known: bool,
    /// Number of this join on its connection. A reply to an earlier join, left since, does not match.
    pub join: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Queued for a full room; the join has not been sent.
    Queued,
    /// Join sent; the room has not replied.
    Joining,
    /// Receives every event.
    Live,
    /// Lagging: receives nothing until the write queue is empty, then is brought up to date.
    Behind,
}

impl Session {
    pub fn new(who: Principal, place: AccountPlace) -> Self {
        Self { who, subscriptions: Vec::new(), _place: place, told_to_renew: false, joins: 0 }
    }

    pub fn subscription(&mut self, stream: StreamKey) -> Option<&mut Subscription> {
        self.subscriptions.iter_mut().find(|subscription| subscription.stream == stream)
    }

    /// Returns the number of the next join.
    pub fn next_join(&mut self) -> u32 {
        self.joins = self.joins.wrapping_add(1);
        self.joins
    }
}

impl Subscription {
    /// Creates a subscription whose join is sent or queued.
    pub fn new(stream: StreamKey, join: u32, state: State) -> Self {
        Self { stream, epoch: Arc::from(""), seq: 0, state, is_known: false, join }
    }

    /// Returns true if the room has not replied yet.
    pub fn is_pending(&self) -> bool {
        matches!(self.state, State::Queued | State::Joining)
    }

    /// Clears the position: sends nothing until the queue is empty, then the full state.
    pub fn clear_position(&mut self) {
        self.state = State::Behind;
        self.epoch = Arc::from("");
        self.seq = 0;
    }

    /// Returns the subscriber's position, or `None` before the first state.
    pub fn position(&self) -> Option<Position> {
        (!self.epoch.is_empty()).then(|| Position { epoch: self.epoch.clone(), seq: self.seq })
    }
}
