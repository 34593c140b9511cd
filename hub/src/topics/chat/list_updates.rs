//! Updates of the members' chat lists about events in a chat.

use std::sync::Arc;

use store::{
    account::privacy,
    chat::{self, Details, Event, Message},
    types::ids::{ChatId, UserId},
};

use super::{Chat, Signal, Update};
use crate::{state::HubState, topics::chat_list};

/// Maximum group size for typing indicators in the chat list.
const TYPING_SHOWN: usize = 32;

/// A message for the lists of all members: with the employee who wrote it for the sender's own list, else without.
struct ListMessage {
    whole: Arc<Message>,
    bare: Arc<Message>,
}

impl ListMessage {
    fn of(message: &Message) -> Self {
        let whole = Arc::new(message.clone());
        let bare = match message.agent {
            Some(_) => Arc::new(Message { agent: None, ..message.clone() }),
            None => whole.clone(),
        };
        Self { whole, bare }
    }

    fn seen_by(&self, member: UserId) -> Arc<Message> {
        if member == self.whole.sender { self.whole.clone() } else { self.bare.clone() }
    }
}

impl Chat {
    pub(super) fn update_lists(&self, core: &Arc<HubState>, seq: i64, event: &Event) {
        match event {
            Event::Message { message } => {
                if self.row.accepted_seq == message.seq {
                    return self.update_all_lines(core);
                }
                let before =
                    self.recent.iter().rev().find(|known| known.seq < message.seq).map_or(0, |known| known.seq);
                let message = ListMessage::of(message);
                for user in self.listed(core) {
                    if self.is_unlisted(user, before) {
                        core.tell_line(user, self.id);
                        continue;
                    }
                    let update = chat_list::Update::Message { chat: self.id, message: message.seen_by(user) };
                    core.chat_lists.notify(user, update);
                }
            }
            Event::Changed { message } => {
                let message = ListMessage::of(message);
                for user in self.listed(core) {
                    let (message, mentioned) = (message.seen_by(user), Some(self.is_mentioned(user)));
                    let update = chat_list::Update::Changed { chat: self.id, seq, message, mentioned };
                    core.chat_lists.notify(user, update);
                }
            }
            Event::Details(details) => self.publish_details(core, seq, details),
            Event::Read { user, up_to, .. } => {
                let unread = self.unread_after(*user, *up_to);
                let update = chat_list::Update::Read { chat: self.id, seq, read_seq: *up_to, unread };
                core.chat_lists.notify(*user, update);
            }
            Event::Delivered { .. } => {}
            Event::Accepted { .. } => self.update_all_lines(core),
        }
    }

    /// Returns the members whose lists show the chat. The recipient of a pending request gets the entry anew instead:
    /// the list may not know it yet.
    fn listed<'a>(&'a self, core: &Arc<HubState>) -> impl Iterator<Item = UserId> + use<'a> {
        let asked = self.asked();
        if let Some(recipient) = asked {
            core.tell_line(recipient, self.id);
        }
        self.members.users().filter(move |user| Some(*user) != asked)
    }

    /// Returns true if a member's list did not have the chat when `newest` was its newest message.
    pub(super) fn is_unlisted(&self, user: UserId, newest: i64) -> bool {
        self.members.get(user).is_some_and(|state| state.unlisted_seq >= newest)
    }

    /// Puts the chat into the lists of all members after its request was accepted.
    fn update_all_lines(&self, core: &Arc<HubState>) {
        for user in self.members.users() {
            core.tell_line(user, self.id);
        }
    }

    /// Updates the lists after a change that concerns one member alone.
    pub(super) fn update_lists_quietly(&self, core: &Arc<HubState>, update: &Update) {
        match update {
            Update::Marked { user, read, .. } => {
                let unread = self.unread_after(*user, *read);
                let update = chat_list::Update::Read { chat: self.id, seq: 0, read_seq: *read, unread };
                core.chat_lists.notify(*user, update);
            }
            Update::Hidden { user, seqs } => {
                let update = chat_list::Update::Hidden { chat: self.id, seqs: seqs.clone() };
                core.chat_lists.notify(*user, update);
                // The hidden messages may include the list's last message or unread ones.
                core.tell_line(*user, self.id);
            }
            _ => {}
        }
    }

    pub(super) fn update_lists_of_signal(&self, core: &HubState, signal: &Signal) {
        if let Signal::Typing { user, on, what } = *signal
            && self.members.len() <= TYPING_SHOWN
        {
            for member in self.members.users().filter(|member| *member != user && self.shows_activity(*member, user)) {
                core.chat_lists.notify(member, chat_list::Update::Typing { chat: self.id, user, on, what });
            }
        }
    }

    fn publish_details(&self, core: &Arc<HubState>, seq: i64, details: &Details) {
        let came = |user: UserId| details.joined.iter().any(|member| member.user.id == user);
        let change = Arc::new(details.clone());
        for user in self.members.users().filter(|user| !came(*user)) {
            let update = chat_list::Update::Details { chat: self.id, seq, details: change.clone() };
            core.chat_lists.notify(user, update);
        }
        for user in &details.left {
            core.chat_lists.notify(*user, chat_list::Update::Removed { chat: self.id });
        }
        for member in &details.joined {
            core.tell_line(member.user.id, self.id);
        }
        if !details.joined.is_empty() {
            let (core, chat) = (core.clone(), self.id);
            let users: Vec<UserId> = details.joined.iter().map(|member| member.user.id).collect();
            actix_rt::spawn(async move {
                // New members see nothing of the others, nor these of them, until the chat is reloaded.
                if let Err(cause) = tell_settings(&core, chat, &users).await {
                    tracing::warn!(%cause, %chat, "settings of new members could not be read");
                }
            });
        }
    }
}

/// Tells a chat the settings and blocks of its new members.
async fn tell_settings(core: &HubState, chat: ChatId, users: &[UserId]) -> store::Result<()> {
    for user in users {
        let with = chat::apart_from(&core.db, chat, *user).await?;
        core.chats.notify(chat, Update::BlocksKnown { user: *user, with });
    }
    for (user, privacy) in privacy::of(&core.db, users).await? {
        core.chats.notify(chat, Update::Privacy { user, privacy: Box::new(privacy) });
    }
    Ok(())
}
