//! The topic `chats:{user}`, the group list: somebody's chats with their last message, unread count, who types, which
//! friends are online.
//!
//! Its state follows from the chats', so nothing of it is written: after a restart it begins a new epoch, and a reader who
//! comes back gets the list anew.

use std::{collections::HashSet, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::{json, value::RawValue};
use store::{
    chat::{self, ChatSummary, CommandId, Message},
    ids::{ChatId, UserId},
    people,
    time::Millis,
};

use crate::{
    core::Core,
    directory::Directory,
    presence::Presence,
    principal::Principal,
    topic::{Loaded, Missed, News, NoWrite, Settled, Topic},
    wire::{self, Refusal, StreamKey},
};

/// Chats in the list; older ones are read through REST.
const SHOWN: i64 = 100;

pub struct ChatList {
    owner: UserId,
    /// The newest first.
    chats: Vec<ChatSummary>,
    presence: Arc<Presence>,
    online: HashSet<UserId>,
}

/// The list itself is changed by what happens in its chats, so there is nothing to ask for.
#[derive(Debug, Deserialize)]
pub enum Command {}

/// News from the chats, from REST and from other people's connections.
#[derive(Clone, Debug)]
pub enum Notice {
    /// A chat of the owner's was opened or changed.
    Chat(Box<ChatSummary>),
    Message {
        chat: ChatId,
        message: Arc<Message>,
    },
    /// The owner has read, here or on another device, with the event that took `seq` in the chat.
    Read {
        chat: ChatId,
        seq: i64,
        read_seq: i64,
        unread: i64,
    },
    Typing {
        chat: ChatId,
        user: UserId,
        on: bool,
    },
    Presence {
        user: UserId,
        online: bool,
    },
    /// A new friend, who lets the owner see whether they are online.
    Befriended {
        user: UserId,
    },
    /// A friend no more.
    Parted {
        user: UserId,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A chat was added or has changed as a whole.
    Chat {
        chat: Box<ChatSummary>,
    },
    Message {
        chat: ChatId,
        message: Arc<Message>,
        unread: i64,
    },
    Unread {
        chat: ChatId,
        unread: i64,
        read_seq: i64,
    },
}

#[derive(Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Signal {
    Typing {
        chat: ChatId,
        user: UserId,
        on: bool,
    },
    Presence {
        user: UserId,
        online: bool,
    },
    /// Which friends are online, for a reader who resumes.
    Online {
        users: Vec<UserId>,
    },
}

impl Topic for ChatList {
    type Key = UserId;
    type Command = Command;
    type Hint = Command;
    type Notice = Notice;
    type Event = Event;
    type Signal = Signal;
    type Write = NoWrite;

    fn stream(key: UserId) -> StreamKey {
        StreamKey::Chats(key)
    }

    fn directory(core: &Core) -> &Directory<Self> {
        &core.chat_lists
    }

    async fn load(core: &Arc<Core>, key: UserId) -> store::Result<Loaded<Self>> {
        let friends = people::seen_online(&core.db, key).await?;
        // Before the list is read: what happens between is told as news, and news that is known already changes nothing.
        let online = core.presence.watch(Self::stream(key), &friends);
        let chats = match chat::list(&core.db, key, SHOWN, 0).await {
            Ok((chats, _)) => chats,
            Err(cause) => {
                core.presence.forget(Self::stream(key));
                return Err(cause);
            }
        };
        let epoch = format!("{:016x}", rand::random::<u64>());
        Ok(Loaded {
            topic: Self { owner: key, chats, presence: core.presence.clone(), online },
            epoch: epoch.into(),
            seq: 0,
        })
    }

    async fn missed(_: &Arc<Core>, _: UserId, _: i64) -> store::Result<Option<Missed<Self>>> {
        Ok(None)
    }

    fn admits(&self, who: &Principal) -> bool {
        who.user == self.owner
    }

    fn decide(&self, _: &Principal, _: CommandId, command: Command, _: Millis) -> Result<NoWrite, Refusal> {
        match command {}
    }

    fn settle(&self, outcome: NoWrite) -> Settled<Event> {
        match outcome {}
    }

    fn hint(&self, _: &Principal, hint: Command) -> Result<Signal, Refusal> {
        match hint {}
    }

    /// Everything was taken in when the news came: an event is how it is told.
    fn apply(&mut self, _: &Event) {}

    fn notice(&mut self, notice: Notice) -> News<Self> {
        let mut news = News::default();
        match notice {
            Notice::Chat(summary) => news.events.extend(self.put(*summary)),
            Notice::Message { chat, message } => match self.line(chat) {
                Some(place) => news.events.extend(self.message(place, message)),
                None => news.stale = true,
            },
            Notice::Read { chat, seq, read_seq, unread } => {
                news.events.extend(self.line(chat).and_then(|place| self.read(place, seq, read_seq, unread)));
            }
            Notice::Typing { chat, user, on } => news.signals.push(Signal::Typing { chat, user, on }),
            Notice::Presence { user, online } => {
                let changed = if online { self.online.insert(user) } else { self.online.remove(&user) };
                news.signals.extend(changed.then_some(Signal::Presence { user, online }));
            }
            Notice::Befriended { user } => {
                if self.presence.watch_too(Self::stream(self.owner), user) && self.online.insert(user) {
                    news.signals.push(Signal::Presence { user, online: true });
                }
            }
            Notice::Parted { user } => {
                self.presence.unwatch(Self::stream(self.owner), user);
                news.signals.extend(self.online.remove(&user).then_some(Signal::Presence { user, online: false }));
            }
        }
        news
    }

    fn moment(&self, _: &[UserId]) -> Signal {
        Signal::Online { users: self.online.iter().copied().collect() }
    }

    fn snapshot(&self, _: UserId, _: &[UserId]) -> Box<RawValue> {
        wire::json(&json!({"chats": self.chats, "online": self.online}))
    }

    fn end(&mut self, core: &Core) {
        core.presence.forget(Self::stream(self.owner));
    }
}

impl ChatList {
    /// A chat as read from the database: its place is at the top of the list.
    fn put(&mut self, summary: ChatSummary) -> Option<Event> {
        if self.chats.iter().any(|known| known.id == summary.id && known.seq > summary.seq) {
            return None;
        }
        self.chats.retain(|known| known.id != summary.id);
        self.chats.insert(0, summary.clone());
        self.chats.truncate(usize::try_from(SHOWN).unwrap_or(usize::MAX));
        Some(Event::Chat { chat: Box::new(summary) })
    }

    fn line(&self, chat: ChatId) -> Option<usize> {
        self.chats.iter().position(|known| known.id == chat)
    }

    fn message(&mut self, place: usize, message: Arc<Message>) -> Option<Event> {
        // Known from the database already.
        if self.chats[place].seq >= message.seq {
            return None;
        }
        let mut line = self.chats.remove(place);
        line.seq = message.seq;
        line.updated_at = message.at;
        line.unread += i64::from(message.sender != self.owner);
        line.last_message = Some(Message::clone(&message));
        let (chat, unread) = (line.id, line.unread);
        self.chats.insert(0, line);
        Some(Event::Message { chat, message, unread })
    }

    fn read(&mut self, place: usize, seq: i64, read_seq: i64, unread: i64) -> Option<Event> {
        let line = &mut self.chats[place];
        if line.read_seq >= read_seq {
            return None;
        }
        line.seq = line.seq.max(seq);
        line.read_seq = read_seq;
        line.unread = unread;
        Some(Event::Unread { chat: line.id, unread, read_seq })
    }
}

#[cfg(test)]
mod tests;
