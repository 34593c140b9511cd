//! Notifies members beyond their open connections. The hub knows neither the channel nor the recipients.

use store::{
    chat::Message,
    types::ids::{ChatId, UserId},
};

pub trait MessageNotifier: Send + Sync {
    /// Handles a committed message. `here` lists users who have the chat open. Runs in the room's turn and must not
    /// block.
    fn message_sent(&self, chat: ChatId, message: &Message, here: &mut dyn Iterator<Item = UserId>);

    /// Handles a committed edit or deletion: the message mentions `added`, who do not have the chat open, and mentions
    /// `removed` no more. Must not block.
    fn mentions_changed(&self, chat: ChatId, message: &Message, added: Vec<UserId>, removed: Vec<UserId>);

    /// Handles the first committed message of a request, or that `from` has added `to`, a stranger, to a group. Must not
    /// block.
    fn request_sent(&self, chat: ChatId, from: UserId, to: UserId);

    /// Handles that `by` has accepted a request from `from`, or left its group. Must not block.
    fn request_answered(&self, by: UserId, from: UserId);
}
