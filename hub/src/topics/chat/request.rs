//! A chat that is a pending request: what its sender does not see, and whom a request notifies. A group is one to each
//! member whom a stranger added.

use store::{
    chat::{ChatRequest, Details, Event, Member, Message, request::MESSAGES_MAX},
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

    /// Returns the request that a member sees: of a group, the one to the member.
    pub(super) fn request_of(&self, member: UserId) -> Option<ChatRequest> {
        match self.members.is_asked(member) {
            true => Some(ChatRequest::to_group(member)),
            false => self.row.request,
        }
    }

    /// Returns the members who accept the group with a change that is not applied yet, each with the stranger who added
    /// the member.
    pub(super) fn accepting<'a>(&'a self, details: &'a Details) -> impl Iterator<Item = (UserId, UserId)> + 'a {
        let accepts = details.joined.iter().filter(|member| member.request_from.is_none());
        accepts.filter_map(|member| Some((member.user.id, self.members.asked_by(member.user.id)?)))
    }

    /// Counts a message of a pending request. A message of the recipient accepts it.
    pub(super) fn said_in_request(&mut self, message: &Message) {
        if message.system.is_none() {
            self.members.accept(message.sender);
        }
        match &mut self.row.request {
            Some(request) if request.to == message.sender => {
                self.row.request = None;
                self.row.accepted_seq = message.seq;
            }
            Some(request) => request.left = (request.left - 1).max(0),
            None => {}
        }
    }

    /// Notifies of a committed event that is not applied yet. A request notifies once: with its first message, or when a
    /// stranger adds the member to a group.
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
                if let Some(from) = self.members.asked_by(message.sender) {
                    notifier.request_answered(message.sender, from);
                }
                let is_told = |user: &UserId| *user == message.sender || !self.members.is_asked(*user);
                if message.mentions.iter().all(is_told) {
                    return notifier.message_sent(self.id, message, here);
                }
                let mut message = message.clone();
                message.mentions.retain(is_told);
                notifier.message_sent(self.id, &message, here);
            }
            (Event::Accepted { .. }, Some(request)) => self.request_accepted(notifier, request.to),
            (Event::Changed { message }, _) => self.mentions_edited(notifier, message, here),
            (Event::Details(details), _) => self.members_changed(notifier, details),
            _ => {}
        }
    }

    fn members_changed(&self, notifier: &dyn MessageNotifier, details: &Details) {
        let added = |member: &Member| Some((member.user.id, member.request_from?));
        for (member, from) in details.joined.iter().filter_map(added) {
            notifier.request_sent(self.id, from, member);
        }
        let declined = details.left.iter().filter_map(|user| Some((*user, self.members.asked_by(*user)?)));
        for (member, from) in self.accepting(details).chain(declined) {
            notifier.request_answered(member, from);
        }
    }

    fn request_sent(&self, notifier: &dyn MessageNotifier, message: &Message, request: ChatRequest) {
        if request.left == MESSAGES_MAX {
            notifier.request_sent(self.id, message.sender, request.to);
        }
    }

    fn request_accepted(&self, notifier: &dyn MessageNotifier, by: UserId) {
        if let Some(sender) = self.members.users().find(|user| *user != by) {
            notifier.request_answered(by, sender);
        }
    }
}
