//! Who carries the news of a message further than the sockets reach. The hub knows neither how nor to whom.

use store::{
    chat::Message,
    types::ids::{ChatId, UserId},
};

pub trait MessageNotifier: Send + Sync {
    /// A message has just become public in a chat that `here` have open. Called in the room's own turn: it must not wait.
    fn message_sent(&self, chat: ChatId, message: &Message, here: &mut dyn Iterator<Item = UserId>);
}
