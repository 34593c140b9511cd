//! Telling the members' lists of chats what happens in one.

use std::sync::Arc;

use store::{
    account::privacy,
    chat::{Details, Event},
    types::ids::UserId,
};

use super::{Chat, Notice, Signal};
use crate::{state::Core, topics::chat_list};

/// In a larger group nobody's list shows who is typing.
const TYPING_SHOWN: usize = 32;

impl Chat {
    pub(super) fn tell_lists(&self, core: &Arc<Core>, seq: i64, event: &Event) {
        match event {
            Event::Message { message } => {
                let message = Arc::new(message.clone());
                for user in self.seats.users() {
                    let notice = chat_list::Notice::Message { chat: self.id, message: message.clone() };
                    core.chat_lists.tell(user, notice);
                }
            }
            Event::Changed { message } => {
                let message = Arc::new(message.clone());
                for user in self.seats.users() {
                    let notice = chat_list::Notice::Changed { chat: self.id, seq, message: message.clone() };
                    core.chat_lists.tell(user, notice);
                }
            }
            Event::Details(details) => self.announce_details(core, seq, details),
            Event::Read { user, up_to, .. } => {
                let unread = self.unread_after(*user, *up_to);
                let notice = chat_list::Notice::Read { chat: self.id, seq, read_seq: *up_to, unread };
                core.chat_lists.tell(*user, notice);
            }
            Event::Delivered { .. } => {}
        }
    }

    /// Of what concerns one member alone.
    pub(super) fn tell_lists_aside(&self, core: &Arc<Core>, notice: &Notice) {
        match notice {
            Notice::Marked { user, read, .. } => {
                let unread = self.unread_after(*user, *read);
                let notice = chat_list::Notice::Read { chat: self.id, seq: 0, read_seq: *read, unread };
                core.chat_lists.tell(*user, notice);
            }
            Notice::Hidden { user, seqs } => {
                let notice = chat_list::Notice::Hidden { chat: self.id, seqs: seqs.clone() };
                core.chat_lists.tell(*user, notice);
                // What the list shows last, and what it counts, may be among them.
                core.tell_line(*user, self.id);
            }
            _ => {}
        }
    }

    pub(super) fn tell_lists_of_signal(&self, core: &Core, signal: &Signal) {
        if let Signal::Typing { user, on, what } = *signal
            && self.seats.len() <= TYPING_SHOWN
        {
            for member in self.seats.users().filter(|member| *member != user) {
                core.chat_lists.tell(member, chat_list::Notice::Typing { chat: self.id, user, on, what });
            }
        }
    }

    fn announce_details(&self, core: &Arc<Core>, seq: i64, details: &Details) {
        let came = |user: UserId| details.joined.iter().any(|member| member.user.id == user);
        let change = Arc::new(details.clone());
        for user in self.seats.users().filter(|user| !came(*user)) {
            let notice = chat_list::Notice::Details { chat: self.id, seq, details: change.clone() };
            core.chat_lists.tell(user, notice);
        }
        for user in &details.left {
            core.chat_lists.tell(*user, chat_list::Notice::Removed { chat: self.id });
        }
        for member in &details.joined {
            core.tell_line(member.user.id, self.id);
        }
        if !details.joined.is_empty() {
            let (core, chat) = (core.clone(), self.id);
            let users: Vec<UserId> = details.joined.iter().map(|member| member.user.id).collect();
            actix_rt::spawn(async move {
                match privacy::of(&core.db, &users).await {
                    Ok(settings) => {
                        for (user, privacy) in settings {
                            core.chats.tell(chat, Notice::Privacy { user, privacy: Box::new(privacy) });
                        }
                    }
                    // They stay shut until the chat is read anew.
                    Err(cause) => tracing::warn!(%cause, %chat, "settings of new members could not be read"),
                }
            });
        }
    }
}
