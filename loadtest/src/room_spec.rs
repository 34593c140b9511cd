//! Specification of rooms.

/// Rooms of one kind.
#[derive(Clone, Debug)]
pub struct RoomSpec {
    pub count: usize,
    /// Accounts in each room. Two make a direct chat, more a group.
    pub members: usize,
    /// Members that send.
    pub senders: usize,
    /// Additional read-only connections in each room, on the accounts of its members.
    pub readers: usize,
    /// Share of all messages, relative to the other kinds.
    pub weight: f64,
}

impl RoomSpec {
    /// Number of connections in all of these rooms.
    pub fn connections(&self) -> usize {
        self.count * (self.members + self.readers)
    }
}
