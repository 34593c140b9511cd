//! A kind of room.

/// A kind of room, and how many there are of it.
#[derive(Clone, Debug)]
pub struct RoomSpec {
    pub count: usize,
    /// Accounts in each; two make a direct chat, more a group.
    pub members: usize,
    /// How many of the members send.
    pub senders: usize,
    /// Further connections in each that only read, on the accounts of its members.
    pub readers: usize,
    /// Their part of all messages, against the others'.
    pub weight: f64,
}

impl RoomSpec {
    /// Connections in all of these rooms.
    pub fn connections(&self) -> usize {
        self.count * (self.members + self.readers)
    }
}
