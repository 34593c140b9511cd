//! A chat that is a pending request: what its sender does not see, and whom a request notifies.

use store::{
    chat::{ChatRequest, Event, Message, request::MESSAGES_MAX},
    types::ids::UserId,
};

use super::Chat;
use crate::notifier::MessageNotifier;

impl Chat {
    /// Returns true if the members see neither presence nor last-seen times of each other.
    pub(super) fn is_veiled(&self) -> bool {
        self.row.blocked || self.row.request.is_some()
    }

    /// Returns the member whose list does not show the chat yet.
    pub(super) fn asked(&self) -> Option<UserId> {
        self.row.request.map(|request| request.to)
    }

    /// Counts a message of a pending request. A message of the recipient accepts it.
    pub(super) fn said_in_request(&mut self, message: &Message) {
        match &mut self.row.request {
            Some(request) if request.to == message.sender => {
                self.row.request = None;
                self.row.accepted_seq = message.seq;
            }
            Some(request) => request.left = (request.left - 1).max(0),
            None => {}
        }
    }

    /// Notifies of a committed event that is not applied yet. A request notifies once, with its first message.
    pub(super) fn notify_by(
        &self,
        notifier: &dyn MessageNotifier,
        event: &Event,
        here: &mut dyn Iterator<Item = UserId>,
    ) {
        let request = self.row.request;
        match (event, request) {
            (Event::Message { message }, Some(request)) if message.sender != request.to => {
                self.request_sent(notifier, message, request);
            }
            (Event::Message { message }, _) => {
                if let Some(request) = request {
                    self.request_accepted(notifier, request.to);
                }
                notifier.message_sent(self.id, message, here);
            }
            (Event::Accepted { .. }, Some(request)) => self.request_accepted(notifier, request.to),
            _ => {}
        }
    }

    fn request_sent(&self, notifier: &dyn MessageNotifier, message: &Message, request: ChatRequest) {
        if request.left == MESSAGES_MAX {
            notifier.request_sent(self.id, message.sender, request.to);
        }
    }

    fn request_accepted(&self, notifier: &dyn MessageNotifier, by: UserId) {
        if let Some(sender) = self.members.users().find(|user| *user != by) {
            notifier.request_accepted(by, sender);
        }
    }
}
