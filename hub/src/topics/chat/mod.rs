//! The topic `chat:{id}`: what is said and done in a chat, how far everybody is, who types and who has it open.
//!
//! What members keep for themselves (what they hide or clear, settings, drafts) takes no number and is told in their list of
//! chats.
#![doc = ""]
#![doc = include_str!("stream.md")]

mod command;
pub(crate) mod emoji;
mod list_updates;
mod members;
mod signals;
mod snapshot;
#[cfg(test)]
mod tests;

use std::{collections::VecDeque, sync::Arc};

use serde_json::{json, value::RawValue};
use store::{
    chat::{self, Append, ChatKind, CommandId, Details, Event, Loaded as Row, Message, Outcome},
    db::group_commit::GroupCommit,
    types::{
        ids::{ChatId, UserId},
        timestamp::Millis,
    },
};

use crate::{
    cluster::presence::Presence,
    principal::Principal,
    protocol::{self, Refusal, StreamKey},
    room::registry::Directory,
    state::Core,
    topic::{Loaded, Missed, News, Settled, Topic},
};
pub use command::{Command, Source, refusal};
use members::{Seats, shows_presence};
pub use signals::{Hint, Notice, Signal, Typed};

/// Messages kept in memory: enough to count "99+" unread ones.
const RECENT: usize = 100;
/// Messages in a snapshot; the rest is read through REST.
const SHOWN: usize = 50;
/// Messages told one by one to a reader who comes back; past that a snapshot serves better.
const MISSED: i64 = 500;

pub struct Chat {
    id: ChatId,
    /// Without its seats and recent messages, which are beside it.
    row: Row,
    seats: Seats,
    recent: VecDeque<Message>,
    /// Tells when a member goes offline, unless there are too many.
    watched: Option<Arc<Presence>>,
}

impl Topic for Chat {
    type Key = ChatId;
    type Command = Command;
    type Hint = Hint;
    type Notice = Notice;
    type Event = Event;
    type Signal = Signal;
    type Write = Append;

    const COMMANDS: &'static str = command::EXPECTED;
    const HINTS: &'static str = signals::EXPECTED;

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
        let (epoch, seq) = (row.epoch.as_str().into(), row.seq);
        let mut topic = Self::new(key, row);
        topic.watched = Some(core.presence.clone());
        topic.watch();
        Ok(Loaded { epoch, seq, topic })
    }

    fn read(json: &str) -> Option<Event> {
        serde_json::from_str(json).ok()
    }

    async fn missed(core: &Arc<Core>, key: ChatId, since: i64) -> store::Result<Option<Missed<Self>>> {
        let missed = chat::missed(&core.db, key, since, MISSED, Millis::now()).await?;
        let events = missed.events.map(|events| events.into_iter().map(|event| (event.seq, event.event)).collect());
        Ok(events.map(|events| Missed { seq: missed.seq, events }))
    }

    fn admits(&self, who: &Principal) -> bool {
        self.seats.get(who.user).is_some()
    }

    fn check(command: &Command) -> Result<(), Refusal> {
        command.check()
    }

    fn decide(&self, who: &Principal, id: CommandId, command: Command, now: Millis) -> Result<Append, Refusal> {
        let change = self.change(who.user, id, command)?;
        Ok(Append { chat: self.id, author: who.user, at: now, change })
    }

    fn settle(&self, outcome: Outcome) -> Settled<Self> {
        match outcome {
            Outcome::Applied { seq, event } => {
                let reply = match &event {
                    Event::Message { message } => json!({"seq": seq, "at": message.at, "repeat": false}),
                    Event::Read { up_to, .. } | Event::Delivered { up_to, .. } => json!({"up_to": up_to}),
                    Event::Changed { .. } | Event::Details(_) => json!({"seq": seq}),
                };
                Settled::Event { seq, event, reply: protocol::json(&reply) }
            }
            Outcome::Repeat { seq, at } => {
                Settled::Repeat { seq, reply: protocol::json(&json!({"seq": seq, "at": at, "repeat": true})) }
            }
            Outcome::Unchanged { seq, up_to } => {
                Settled::Repeat { seq, reply: protocol::json(&json!({"up_to": up_to})) }
            }
            Outcome::Same { seq } => Settled::Repeat { seq, reply: protocol::json(&json!({"seq": seq})) },
            Outcome::Quiet { user, read, delivered } => {
                let reply = protocol::json(&json!({"up_to": read.max(delivered)}));
                Settled::Aside { notice: Notice::Marked { user, read, delivered }, reply }
            }
            Outcome::Hidden { user, seqs } => {
                let reply = protocol::json(&json!({"seqs": seqs}));
                Settled::Aside { notice: Notice::Hidden { user, seqs }, reply }
            }
            Outcome::Refused(refused) => Settled::Refused(refusal(refused)),
            Outcome::Gone => Settled::Refused(Refusal::NOT_FOUND),
        }
    }

    fn hint(&self, who: &Principal, hint: Hint) -> Result<Option<Signal>, Refusal> {
        let Hint::Typing { on, what } = hint;
        if self.row.blocked {
            return Err(refusal(chat::Refused::Blocked));
        }
        Ok((!self.seats.are_many()).then_some(Signal::Typing { user: who.user, on, what }))
    }

    fn apply(&mut self, event: &Event) {
        match event {
            Event::Message { message } => self.said(message),
            Event::Changed { message } => {
                if let Ok(place) = self.recent.binary_search_by_key(&message.seq, |known| known.seq) {
                    self.recent[place] = message.clone();
                }
            }
            Event::Details(details) => self.described(details),
            Event::Read { user, up_to, .. } => self.seats.mark(*user, *up_to, *up_to),
            Event::Delivered { user, up_to, .. } => self.seats.mark(*user, 0, *up_to),
        }
    }

    fn told(&self, event: &Event) -> Option<Box<RawValue>> {
        self.told_with_people(event)
    }

    fn notice(&mut self, notice: Notice) -> News<Self> {
        let mut news = News::default();
        match notice {
            Notice::Away { user, at } => {
                self.gone(user, at);
                if !self.row.blocked && self.shows_presence(user) {
                    news.signals.push(Signal::Seen { user, at });
                }
            }
            Notice::Hidden { user, seqs } => {
                if let Some(seat) = self.seats.get_mut(user) {
                    seat.hidden.extend(seqs);
                }
            }
            Notice::Cleared { user, up_to } => {
                if let Some(seat) = self.seats.get_mut(user) {
                    seat.cleared_seq = seat.cleared_seq.max(up_to);
                }
            }
            Notice::Marked { user, read, delivered } => self.seats.mark(user, read, delivered),
            Notice::Kept { user, line, at } => {
                if let Some(seat) = self.seats.get_mut(user) {
                    seat.muted_until = line.muted_until;
                    seat.pinned_at = line.pinned_at;
                    seat.archived_at = line.archived.then_some(at);
                    seat.draft = line.draft;
                }
            }
            Notice::Blocked { by, stands } => self.blocked(by, stands),
            Notice::Privacy { user, privacy } => {
                if let Some(seat) = self.seats.get_mut(user) {
                    seat.privacy = *privacy;
                }
            }
        }
        news
    }

    fn end(&mut self, core: &Core) {
        core.presence.forget(Self::stream(self.id));
    }

    fn presence(&self, user: UserId, here: bool) -> Option<Signal> {
        let shown = !self.row.blocked && !self.seats.are_many() && self.shows_presence(user);
        shown.then_some(Signal::Presence { user, online: here })
    }

    fn expelled<'a>(&self, event: &'a Event) -> &'a [UserId] {
        if let Event::Details(details) = event { &details.left } else { &[] }
    }

    fn veiled_from(&self, event: &Event) -> Vec<UserId> {
        let (Event::Read { user, .. } | Event::Delivered { user, .. }) = event else { return Vec::new() };
        let Some(reader) = self.seats.get(*user) else { return Vec::new() };
        let unseen = self.seats.iter().filter(|seat| !self.seats.shares_marks(seat, reader));
        unseen.map(|seat| seat.member.user.id).collect()
    }

    fn crowd(&self, here: usize) -> Option<Signal> {
        self.seats.are_many().then_some(Signal::Here { count: here })
    }

    fn gone(&mut self, user: UserId, at: Millis) {
        if let Some(seat) = self.seats.get_mut(user) {
            seat.member.last_seen_at = Some(at);
        }
    }

    fn moment(&self, viewer: UserId, here: &[UserId]) -> Signal {
        let seat = self.seats.get(viewer);
        let oldest = self.recent.front().map_or(0, |message| message.seq);
        Signal::Online {
            users: self.shown_here(viewer, here),
            hidden: seat.into_iter().flat_map(|seat| &seat.hidden).filter(|seq| **seq >= oldest).copied().collect(),
            cleared_seq: seat.map_or(0, |seat| seat.cleared_seq),
        }
    }

    fn snapshot(&self, viewer: UserId, here: &[UserId]) -> Box<RawValue> {
        protocol::json(&self.view(viewer, here))
    }

    fn announce(&self, core: &Arc<Core>, seq: i64, event: &Event) {
        self.tell_lists(core, seq, event);
    }

    fn announce_aside(&self, core: &Arc<Core>, notice: &Notice) {
        self.tell_lists_aside(core, notice);
    }

    fn herald(&self, core: &Core, event: &Event, here: &mut dyn Iterator<Item = UserId>) {
        if let (Event::Message { message }, Some(herald)) = (event, core.herald.get()) {
            herald.said(self.id, message, here);
        }
    }

    fn announce_signal(&self, core: &Core, signal: &Signal) {
        self.tell_lists_of_signal(core, signal);
    }
}

impl Chat {
    pub fn new(id: ChatId, mut row: Row) -> Self {
        let recent = std::mem::take(&mut row.recent).into();
        let seats = Seats::new(std::mem::take(&mut row.seats));
        Self { id, row, seats, recent, watched: None }
    }

    /// Follows who of the members goes offline.
    fn watch(&self) {
        if let Some(presence) = &self.watched {
            let members: Vec<UserId> = if self.seats.are_many() { Vec::new() } else { self.seats.users().collect() };
            presence.watch(Self::stream(self.id), &members);
        }
    }

    fn said(&mut self, message: &Message) {
        if self.recent.back().is_some_and(|newest| newest.seq >= message.seq) {
            return;
        }
        for user in &message.mentions {
            if let Some(seat) = self.seats.get_mut(*user) {
                seat.mentioned_seq = message.seq;
            }
        }
        self.row.updated_at = self.row.updated_at.max(message.at);
        self.recent.push_back(message.clone());
        if self.recent.len() > RECENT {
            self.recent.pop_front();
            self.row.has_before = true;
        }
    }

    fn described(&mut self, details: &Details) {
        self.row.title.clone_from(&details.title);
        self.row.picture.clone_from(&details.picture);
        for member in &details.joined {
            self.seats.put(member.clone());
            self.row.former.retain(|card| card.id != member.user.id);
        }
        for user in &details.left {
            let card = self.seats.remove(*user).map(|member| member.user);
            let is_new = !self.row.former.iter().any(|known| known.id == *user);
            self.row.former.extend(card.filter(|_| is_new));
        }
        for given in &details.roles {
            self.seats.set_role(given.user, given.role);
        }
        if !details.joined.is_empty() || !details.left.is_empty() {
            self.watch();
        }
        if let Some(message) = &details.message {
            self.said(message);
        }
    }

    fn blocked(&mut self, by: UserId, stands: bool) {
        let is_first = self.seats.users().next() == Some(by);
        let between = &mut self.row.between;
        *(if is_first { &mut between.blocks } else { &mut between.blocked_by }) = stands;
        self.row.blocked = between.is_blocked();
    }

    /// Whether nobody is told how far somebody is: they do not let others see it, the only other one does not want to see
    /// it, or there are too many.
    fn marks_quietly(&self, user: UserId) -> bool {
        let tells = |seat: &store::chat::Seat| seat.privacy.read_receipts;
        let all_tell = match self.row.kind {
            ChatKind::Direct => self.seats.iter().all(tells),
            ChatKind::Group => self.seats.get(user).is_some_and(tells),
        };
        self.seats.are_many() || !all_tell
    }

    fn shows_presence(&self, user: UserId) -> bool {
        let relation = (self.row.kind == ChatKind::Direct).then_some(&self.row.between);
        self.seats.get(user).is_some_and(|seat| shows_presence(seat, relation))
    }

    fn shown_here(&self, viewer: UserId, here: &[UserId]) -> Vec<UserId> {
        if self.seats.are_many() {
            return Vec::new();
        }
        let shown = |user: &&UserId| **user == viewer || (!self.row.blocked && self.shows_presence(**user));
        here.iter().filter(shown).copied().collect()
    }

    /// Messages of others after a mark, as far back as they are in memory.
    fn unread_after(&self, reader: UserId, mark: i64) -> i64 {
        let unread = self.recent.iter().rev().take_while(|message| message.seq > mark);
        let counts = |message: &&Message| {
            message.sender != reader && !message.deleted && message.system.is_none() && self.sees(reader, message.seq)
        };
        i64::try_from(unread.filter(counts).count()).unwrap_or(i64::MAX)
    }

    /// Whether somebody has neither cleared nor hidden a message.
    fn sees(&self, viewer: UserId, seq: i64) -> bool {
        self.seats.get(viewer).is_some_and(|seat| seq > seat.cleared_seq && !seat.hidden.contains(&seq))
    }
}
