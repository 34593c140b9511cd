//! The topic `chat:{id}`: messages, read and delivered marks, typing, who has the chat open.

use std::{collections::VecDeque, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::{json, value::RawValue};
use store::{
    chat::{self, Append, Change, ChatDetail, CommandId, Event, Loaded as Row, MEDIA_MAX, Message, Outcome, TEXT_MAX},
    commit::GroupCommit,
    ids::{ChatId, MediaId, UserId},
    time::Millis,
};

use crate::{
    chat_list,
    core::Core,
    directory::Directory,
    principal::Principal,
    topic::{Loaded, Missed, Settled, Topic},
    wire::{self, Refusal, StreamKey},
};

/// Messages kept in memory: enough to count "99+" unread ones.
const RECENT: usize = 100;
/// Messages in a snapshot; the rest is read through REST.
const SHOWN: usize = 50;
/// Messages told one by one to a reader who comes back; past that a snapshot serves better.
const MISSED: i64 = 500;
/// In a larger group nobody's list shows who is typing.
const TYPING_SHOWN: usize = 32;

pub struct Chat {
    id: ChatId,
    row: Row,
    recent: VecDeque<Message>,
}

/// What a member may ask for.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    Send {
        #[serde(default)]
        text: String,
        /// Pictures that the sender uploaded.
        #[serde(default)]
        media: Vec<MediaId>,
        /// Sequence of the message that is answered.
        #[serde(default)]
        reply_to: Option<i64>,
    },
    /// Everything up to `seq` has been read.
    Read { seq: i64 },
    /// Everything up to `seq` has arrived.
    Delivered { seq: i64 },
}

/// What a member may say in passing.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Hint {
    Typing { on: bool },
}

#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Signal {
    Typing {
        user: UserId,
        on: bool,
    },
    /// Somebody has opened, or left, this chat.
    Presence {
        user: UserId,
        online: bool,
    },
    /// Who has this chat open, for a reader who resumes.
    Online {
        users: Vec<UserId>,
    },
}

impl Topic for Chat {
    type Key = ChatId;
    type Command = Command;
    type Hint = Hint;
    type Notice = std::convert::Infallible;
    type Event = Event;
    type Signal = Signal;
    type Write = Append;

    fn stream(key: ChatId) -> StreamKey {
        StreamKey::Chat(key)
    }

    fn directory(core: &Core) -> &Directory<Self> {
        &core.chats
    }

    fn commits(core: &Core) -> Option<&GroupCommit<Append>> {
        Some(&core.appends)
    }

    async fn load(core: &Arc<Core>, key: ChatId) -> store::Result<Loaded<Self>> {
        let recent = i64::try_from(RECENT).unwrap_or(i64::MAX);
        let row = chat::load(&core.db, key, recent).await?;
        Ok(Loaded { epoch: row.epoch.as_str().into(), seq: row.seq, topic: Self::new(key, row) })
    }

    async fn missed(core: &Arc<Core>, key: ChatId, since: i64) -> store::Result<Option<Missed<Self>>> {
        let missed = chat::missed(&core.db, key, since, MISSED, Millis::now()).await?;
        let events = missed.events.map(|events| events.into_iter().map(|event| (event.seq, event.event)).collect());
        Ok(events.map(|events| Missed { seq: missed.seq, events }))
    }

    fn admits(&self, who: &Principal) -> bool {
        self.row.members.iter().any(|member| member.user.id == who.user)
    }

    fn decide(&self, who: &Principal, id: CommandId, command: Command, now: Millis) -> Result<Append, Refusal> {
        let change = match command {
            Command::Send { text, media, reply_to } => self.message(id, &text, media, reply_to)?,
            Command::Read { seq } => Change::Read { up_to: mark(seq)? },
            Command::Delivered { seq } => Change::Delivered { up_to: mark(seq)? },
        };
        Ok(Append { chat: self.id, author: who.user, at: now, change })
    }

    fn settle(&self, outcome: Outcome) -> Settled<Event> {
        match outcome {
            Outcome::Applied { seq, event } => {
                let reply = match &event {
                    Event::Message { message } => json!({"seq": seq, "at": message.at, "repeat": false}),
                    Event::Read { up_to, .. } | Event::Delivered { up_to, .. } => json!({"up_to": up_to}),
                };
                Settled::Event { seq, event, reply: wire::json(&reply) }
            }
            Outcome::Repeat { seq, at } => {
                Settled::Repeat { seq, reply: wire::json(&json!({"seq": seq, "at": at, "repeat": true})) }
            }
            Outcome::Unchanged { up_to } => Settled::Reply(wire::json(&json!({"up_to": up_to}))),
            Outcome::NoSuchMedia => {
                Settled::Refused(Refusal::new("chat.no_such_media", "One of the pictures is not yours, or is gone."))
            }
            Outcome::Gone => Settled::Refused(Refusal::NOT_FOUND),
        }
    }

    fn hint(&self, who: &Principal, hint: Hint) -> Result<Signal, Refusal> {
        let Hint::Typing { on } = hint;
        Ok(Signal::Typing { user: who.user, on })
    }

    fn apply(&mut self, event: &Event) {
        match event {
            Event::Message { message } => {
                if self.recent.back().is_some_and(|newest| newest.seq >= message.seq) {
                    return;
                }
                self.recent.push_back(message.clone());
                if self.recent.len() > RECENT {
                    self.recent.pop_front();
                    self.row.has_before = true;
                }
            }
            Event::Read { user, up_to, .. } => {
                if let Some(member) = self.row.members.iter_mut().find(|member| member.user.id == *user) {
                    member.read_seq = member.read_seq.max(*up_to);
                    member.delivered_seq = member.delivered_seq.max(*up_to);
                }
            }
            Event::Delivered { user, up_to, .. } => {
                if let Some(member) = self.row.members.iter_mut().find(|member| member.user.id == *user) {
                    member.delivered_seq = member.delivered_seq.max(*up_to);
                }
            }
        }
    }

    fn presence(&self, user: UserId, here: bool) -> Option<Signal> {
        Some(Signal::Presence { user, online: here })
    }

    fn moment(&self, here: &[UserId]) -> Signal {
        Signal::Online { users: here.to_vec() }
    }

    fn snapshot(&self, viewer: UserId, here: &[UserId]) -> Box<RawValue> {
        let skipped = self.recent.len().saturating_sub(SHOWN);
        let messages: Vec<&Message> = self.recent.iter().skip(skipped).collect();
        let newest = self.recent.back().map_or(0, |message| message.seq);
        wire::json(&json!({
            "chat": self.detail(viewer, newest),
            "messages": messages,
            "has_before": self.row.has_before || skipped > 0,
            "online": here,
        }))
    }

    fn announce(&self, core: &Core, seq: i64, event: &Event) {
        match event {
            Event::Message { message } => {
                let message = Arc::new(message.clone());
                for member in &self.row.members {
                    let notice = chat_list::Notice::Message { chat: self.id, message: message.clone() };
                    core.chat_lists.tell(member.user.id, notice);
                }
            }
            Event::Read { user, up_to, .. } => {
                let unread = self.unread_after(*user, *up_to);
                let notice = chat_list::Notice::Read { chat: self.id, seq, read_seq: *up_to, unread };
                core.chat_lists.tell(*user, notice);
            }
            Event::Delivered { .. } => {}
        }
    }

    fn announce_signal(&self, core: &Core, signal: &Signal) {
        if let Signal::Typing { user, on } = *signal
            && self.row.members.len() <= TYPING_SHOWN
        {
            for member in self.row.members.iter().filter(|member| member.user.id != user) {
                core.chat_lists.tell(member.user.id, chat_list::Notice::Typing { chat: self.id, user, on });
            }
        }
    }
}

impl Chat {
    pub fn new(id: ChatId, mut row: Row) -> Self {
        let recent = std::mem::take(&mut row.recent).into();
        Self { id, row, recent }
    }

    fn message(
        &self,
        client_id: CommandId,
        text: &str,
        media: Vec<MediaId>,
        reply_to: Option<i64>,
    ) -> Result<Change, Refusal> {
        let text = text.trim();
        if text.is_empty() && media.is_empty() {
            return Err(Refusal::new("chat.empty", "A message needs a text or a picture."));
        }
        if text.chars().count() > TEXT_MAX {
            return Err(Refusal::new("chat.text_too_long", "A message has 4,000 characters at most."));
        }
        // PostgreSQL cannot hold it, and no keyboard makes it.
        if text.contains('\0') {
            return Err(Refusal::new("validation", "A message must not contain the character NUL."));
        }
        if media.len() > MEDIA_MAX {
            return Err(Refusal::new("chat.too_many_pictures", "A message has 10 pictures at most."));
        }
        if reply_to.is_some_and(|seq| !self.may_have(seq)) {
            return Err(Refusal::new("chat.no_such_message", "The message that is answered does not exist."));
        }
        Ok(Change::Message { client_id, text: text.to_owned(), media, reply_to })
    }

    /// Whether a message may have this number: marks take numbers too. Certain for the recent ones.
    fn may_have(&self, seq: i64) -> bool {
        let oldest = self.recent.front().map_or(i64::MAX, |message| message.seq);
        let is_recent = self.recent.binary_search_by_key(&seq, |message| message.seq).is_ok();
        is_recent || (self.row.has_before && (1..oldest).contains(&seq))
    }

    fn detail(&self, viewer: UserId, seq: i64) -> ChatDetail {
        let read_seq = self.row.members.iter().find(|member| member.user.id == viewer).map_or(0, |me| me.read_seq);
        ChatDetail {
            id: self.id,
            kind: self.row.kind,
            title: self.row.title.clone(),
            picture: self.row.picture.clone(),
            members: self.row.members.clone(),
            epoch: self.row.epoch.clone(),
            seq,
            unread: self.unread_after(viewer, read_seq),
            read_seq,
        }
    }

    /// Messages of others after a mark, as far back as they are in memory.
    fn unread_after(&self, reader: UserId, mark: i64) -> i64 {
        let unread = self.recent.iter().rev().take_while(|message| message.seq > mark);
        i64::try_from(unread.filter(|message| message.sender != reader).count()).unwrap_or(i64::MAX)
    }
}

/// A mark that a client may set.
fn mark(seq: i64) -> Result<i64, Refusal> {
    if seq < 0 { Err(Refusal::new("validation", "A mark is the sequence of a message.")) } else { Ok(seq) }
}

#[cfg(test)]
mod tests;
