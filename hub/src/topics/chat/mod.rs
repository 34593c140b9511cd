//! Topic `chat:{id}`: messages and changes of a chat, read marks, typing and presence.
//!
//! Private state of a member (hidden or cleared messages, settings, drafts) has no number. The member's chat list
//! carries it.
#![doc = ""]
#![doc = include_str!("stream.md")]

mod command;
pub(crate) mod emoji;
mod list_updates;
mod members;
mod mentions;
mod request;
mod seats;
mod signals;
mod snapshot;
#[cfg(test)]
mod tests;

use std::{collections::VecDeque, sync::Arc};

use serde_json::{json, value::RawValue};
use store::{
    chat::{self, ChatKind, ChatRecord, ChatWrite, CommandId, Details, Event, MemberState, Message, Outcome},
    db::group_commit::GroupCommit,
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{
    cluster::presence::Presence,
    principal::Principal,
    protocol::{self, StreamKey, WireError},
    room::registry::RoomRegistry,
    state::HubState,
    topic::{CommitResult, Effects, Loaded, Missed, Topic},
};
pub use command::{Command, Source, refusal};
use members::{Members, shows_presence};
use seats::without_agent;
pub use signals::{ClientSignal, ComposeKind, Signal, Update};

/// Messages kept in memory: enough to count "99+" unread ones.
const RECENT: usize = 100;
/// Messages in a snapshot. Older ones are read through REST.
const SHOWN: usize = 50;
/// Maximum missed events to replay. Beyond it the client gets a snapshot.
const MISSED: i64 = 500;

/// Reply to a sent message. `repeat` means that it was sent before.
#[derive(serde::Serialize)]
struct Sent {
    at: Timestamp,
    repeat: bool,
    seq: i64,
}

pub struct Chat {
    id: ChatId,
    /// Chat row without `members` and `recent`, which are separate fields.
    row: ChatRecord,
    members: Members,
    recent: VecDeque<Message>,
    /// Presence to watch for members who go offline. Unset in large groups.
    watched: Option<Arc<Presence>>,
}

impl Topic for Chat {
    type Key = ChatId;
    type Command = Command;
    type ClientSignal = ClientSignal;
    type Update = Update;
    type Event = Event;
    type Signal = Signal;
    type Write = ChatWrite;

    const COMMANDS: &'static str = command::EXPECTED;
    const HINTS: &'static str = signals::EXPECTED;

    fn stream(key: ChatId) -> StreamKey {
        StreamKey::Chat(key)
    }

    fn registry(core: &HubState) -> &RoomRegistry<Self> {
        &core.chats
    }

    fn commits(core: &HubState) -> Option<&GroupCommit<ChatWrite>> {
        Some(&core.appends)
    }

    async fn load(core: &Arc<HubState>, key: ChatId) -> store::Result<Loaded<Self>> {
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

    fn read_signal(json: &str) -> Option<Signal> {
        serde_json::from_str(json).ok()
    }

    async fn missed(core: &Arc<HubState>, key: ChatId, since: i64) -> store::Result<Option<Missed<Self>>> {
        let missed = chat::changes_since(&core.db, key, since, MISSED, Timestamp::now()).await?;
        let events = missed.events.map(|events| events.into_iter().map(|event| (event.seq, event.event)).collect());
        Ok(events.map(|events| Missed { seq: missed.seq, events }))
    }

    fn authorize(&self, who: &Principal) -> bool {
        self.seat(who.user).is_some()
    }

    fn check(command: &Command) -> Result<(), WireError> {
        command.check()
    }

    fn decide(&self, who: &Principal, id: CommandId, command: Command, now: Timestamp) -> Result<ChatWrite, WireError> {
        let author = self.seat(who.user).ok_or(WireError::NOT_FOUND)?;
        let change = self.change(author, id, command)?;
        let agent = (author != who.user).then_some(who.user);
        Ok(ChatWrite { chat: self.id, author, agent, at: now, change })
    }

    fn settle(&self, outcome: Outcome) -> CommitResult<Self> {
        match outcome {
            Outcome::Applied { seq, event } => {
                let reply = match &event {
                    Event::Message { message } => protocol::json(&Sent { at: message.at, repeat: false, seq }),
                    Event::Read { up_to, .. } | Event::Delivered { up_to, .. } => {
                        protocol::json(&json!({"up_to": up_to}))
                    }
                    Event::Changed { .. } | Event::Details(_) | Event::Accepted { .. } => {
                        protocol::json(&json!({"seq": seq}))
                    }
                };
                CommitResult::Event { seq, event, reply }
            }
            Outcome::Repeat { seq, at } => {
                CommitResult::Repeat { seq, reply: protocol::json(&Sent { at, repeat: true, seq }) }
            }
            Outcome::Unchanged { seq, up_to } => {
                CommitResult::Repeat { seq, reply: protocol::json(&json!({"up_to": up_to})) }
            }
            Outcome::Same { seq } => CommitResult::Repeat { seq, reply: protocol::json(&json!({"seq": seq})) },
            Outcome::Quiet { user, read, delivered } => {
                let reply = protocol::json(&json!({"up_to": read.max(delivered)}));
                CommitResult::Aside { update: Update::Marked { user, read, delivered }, reply }
            }
            Outcome::Hidden { user, seqs } => {
                let reply = protocol::json(&json!({"seqs": seqs}));
                CommitResult::Aside { update: Update::Hidden { user, seqs }, reply }
            }
            Outcome::Refused(refused) => CommitResult::Refused(refusal(refused)),
            Outcome::Gone => CommitResult::Refused(WireError::NOT_FOUND),
        }
    }

    fn client_signal(&self, who: &Principal, hint: ClientSignal) -> Result<Option<Signal>, WireError> {
        let ClientSignal::Typing { on, what } = hint;
        if self.row.blocked {
            return Err(refusal(chat::ChatError::Blocked));
        }
        let user = self.seat(who.user).ok_or(WireError::NOT_FOUND)?;
        let is_shown = !self.members.are_many() && self.row.request.is_none() && !self.members.is_asked(user);
        Ok(is_shown.then_some(Signal::Typing { user, on, what }))
    }

    fn apply(&mut self, event: &Event) {
        match event {
            Event::Message { message } => self.said(message),
            Event::Changed { message } => {
                if let Ok(place) = self.recent.binary_search_by_key(&message.seq, |known| known.seq) {
                    self.recent[place] = message.clone();
                }
                self.mentions_changed(message);
            }
            Event::Details(details) => self.described(details),
            Event::Read { user, up_to, .. } => self.members.mark(*user, *up_to, *up_to),
            Event::Delivered { user, up_to, .. } => self.members.mark(*user, 0, *up_to),
            Event::Accepted { .. } => self.row.request = None,
        }
    }

    fn reveals_presence(&self, event: &Event) -> bool {
        match event {
            Event::Accepted { .. } => self.row.request.is_some(),
            Event::Message { message } => {
                self.row.request.is_some_and(|request| message.sender == request.to)
                    || self.members.is_asked(message.sender)
            }
            Event::Details(details) => self.accepting(details).next().is_some(),
            _ => false,
        }
    }

    fn enrich(&self, event: &Event) -> Option<Box<RawValue>> {
        self.enriched(event)
    }

    fn update(&mut self, update: Update) -> Effects<Self> {
        let mut news = Effects::default();
        match update {
            Update::Away { user, at } => {
                self.gone(user, at);
                if !self.is_veiled() && self.shows_presence(user) {
                    news.signals.push(Signal::Seen { user, at });
                }
            }
            Update::Hidden { user, seqs } => {
                if let Some(state) = self.members.get_mut(user) {
                    state.hidden.extend(seqs);
                }
            }
            Update::Cleared { user, up_to } => {
                if let Some(state) = self.members.get_mut(user) {
                    state.cleared_seq = state.cleared_seq.max(up_to);
                }
            }
            Update::Deleted { user, up_to } => {
                if let Some(state) = self.members.get_mut(user) {
                    state.cleared_seq = state.cleared_seq.max(up_to);
                    state.unlisted_seq = state.unlisted_seq.max(up_to);
                    (state.pinned_at, state.archived_at, state.draft) = (None, None, None);
                }
            }
            Update::Marked { user, read, delivered } => self.members.mark(user, read, delivered),
            Update::Kept { user, line, at } => {
                if let Some(state) = self.members.get_mut(user) {
                    state.muted_until = line.muted_until;
                    state.pinned_at = line.pinned_at;
                    state.archived_at = line.archived.then_some(at);
                    state.draft = line.draft;
                }
            }
            Update::Blocked { by, stands } => self.blocked(by, stands),
            Update::Apart { one, other, are } => self.members.set_apart(one, other, are),
            Update::BlocksKnown { user, with } => self.members.blocks_known(user, &with),
            Update::Friends { are } => self.row.between.friend = are,
            Update::Privacy { user, privacy } => {
                if let Some(state) = self.members.get_mut(user) {
                    state.privacy = *privacy;
                }
            }
        }
        news
    }

    fn end(&mut self, core: &HubState) {
        core.presence.forget(Self::stream(self.id));
    }

    fn presence(&self, user: UserId, here: bool) -> Option<Signal> {
        let shown = !self.is_veiled() && !self.members.are_many() && self.shows_presence(user);
        shown.then_some(Signal::Presence { user, online: here })
    }

    fn unsubscribed<'a>(&self, event: &'a Event) -> &'a [UserId] {
        if let Event::Details(details) = event { &details.left } else { &[] }
    }

    fn hidden_from(&self, event: &Event) -> Vec<UserId> {
        let (Event::Read { user, .. } | Event::Delivered { user, .. }) = event else {
            return self.message_hidden_from(event);
        };
        let Some(reader) = self.members.get(*user) else { return Vec::new() };
        let is_read = matches!(event, Event::Read { .. });
        let is_shown = |state: &MemberState| {
            let marks = self.marks_for(state, reader);
            if is_read { marks.read } else { marks.delivered }
        };
        let unseen = self.members.iter().filter(|state| !is_shown(state));
        unseen.flat_map(|state| self.users_of(state.member.user.id)).collect()
    }

    fn resumes_from(&self, viewer: UserId) -> i64 {
        self.seat(viewer).map_or(0, |seat| self.history_start(seat))
    }

    fn signal_hidden_from(&self, signal: &Signal) -> Vec<UserId> {
        let (Signal::Typing { user, .. } | Signal::Presence { user, .. } | Signal::Seen { user, .. }) = signal else {
            return Vec::new();
        };
        self.members.users().filter(|viewer| !self.shows_activity(*viewer, *user)).collect()
    }

    fn redacted(&self, event: &Event) -> Option<Box<RawValue>> {
        without_agent(event).map(|event| protocol::json(&event))
    }

    fn reader_count(&self, here: usize) -> Option<Signal> {
        self.members.are_many().then_some(Signal::Here { count: here })
    }

    fn gone(&mut self, user: UserId, at: Timestamp) {
        if let Some(state) = self.members.get_mut(user) {
            state.member.last_seen_at = Some(at);
        }
    }

    fn ephemeral_state(&self, viewer: UserId, here: &[UserId]) -> Signal {
        let state = self.seat(viewer).and_then(|seat| self.members.get(seat));
        let oldest = self.recent.front().map_or(0, |message| message.seq);
        Signal::Online {
            users: self.shown_here(viewer, here),
            hidden: state.into_iter().flat_map(|state| &state.hidden).filter(|seq| **seq >= oldest).copied().collect(),
            cleared_seq: state.map_or(0, |state| state.cleared_seq),
        }
    }

    fn snapshot(&self, viewer: UserId, here: &[UserId]) -> Box<RawValue> {
        protocol::json(&self.view(viewer, here))
    }

    fn publish_related(&self, core: &Arc<HubState>, seq: i64, event: &Event) {
        self.update_lists(core, seq, event);
    }

    fn publish_related_update(&self, core: &Arc<HubState>, update: &Update) {
        self.update_lists_quietly(core, update);
    }

    fn notify_offline(&self, core: &HubState, event: &Event, here: &mut dyn Iterator<Item = UserId>) {
        if let Some(notifier) = core.notifier.get() {
            self.notify_by(&**notifier, event, here);
        }
    }

    fn publish_related_signal(&self, core: &HubState, signal: &Signal) {
        self.update_lists_of_signal(core, signal);
    }
}

impl Chat {
    pub fn new(id: ChatId, mut row: ChatRecord) -> Self {
        let recent = std::mem::take(&mut row.recent).into();
        let members = Members::new(std::mem::take(&mut row.members), std::mem::take(&mut row.apart));
        Self { id, row, members, recent, watched: None }
    }

    /// Watches which members go offline.
    fn watch(&self) {
        if let Some(presence) = &self.watched {
            let members: Vec<UserId> =
                if self.members.are_many() { Vec::new() } else { self.members.users().collect() };
            presence.watch(Self::stream(self.id), &members);
        }
    }

    fn said(&mut self, message: &Message) {
        if self.recent.back().is_some_and(|newest| newest.seq >= message.seq) {
            return;
        }
        for user in &message.mentions {
            if let Some(state) = self.members.get_mut(*user) {
                state.mentioned_seq = message.seq;
            }
        }
        self.said_in_request(message);
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
        // A new member sees the chat from the message of the joining on.
        let newest = self.recent.back().map_or(0, |message| message.seq);
        let cleared_seq = details.message.as_ref().map_or(newest, |message| message.seq - 1);
        for member in &details.joined {
            self.members.put(member.clone(), cleared_seq);
            self.row.former.retain(|card| card.id != member.user.id);
        }
        for user in &details.left {
            let card = self.members.remove(*user).map(|member| member.user);
            let is_new = !self.row.former.iter().any(|known| known.id == *user);
            self.row.former.extend(card.filter(|_| is_new));
        }
        for given in &details.roles {
            self.members.set_role(given.user, given.role);
        }
        if !details.joined.is_empty() || !details.left.is_empty() {
            self.watch();
        }
        if let Some(message) = &details.message {
            self.said(message);
        }
    }

    fn blocked(&mut self, by: UserId, stands: bool) {
        let is_first = self.members.users().next() == Some(by);
        let between = &mut self.row.between;
        *(if is_first { &mut between.blocks } else { &mut between.blocked_by }) = stands;
        self.row.blocked = between.is_blocked();
    }

    /// Returns true if the read marks of `user` are not published. The user or the only other member does not share them,
    /// or [`delivers_quietly`](Self::delivers_quietly).
    fn reads_quietly(&self, user: UserId) -> bool {
        self.delivers_quietly(user) || self.keeps_marks(user)
    }

    /// Returns true if no marks of `user` are published: the chat is large, or a request is pending.
    fn delivers_quietly(&self, user: UserId) -> bool {
        self.row.request.is_some() || self.members.is_asked(user) || self.members.are_many()
    }

    /// Returns true if the settings of the members or the size of the chat keep the read marks of `user` from others.
    fn keeps_marks(&self, user: UserId) -> bool {
        let tells = |state: &MemberState| state.privacy.read_receipts;
        let all_tell = match self.row.kind {
            ChatKind::Direct => self.members.iter().all(tells),
            ChatKind::Group => self.members.get(user).is_some_and(tells),
        };
        self.members.are_many() || !all_tell
    }

    fn shows_presence(&self, user: UserId) -> bool {
        let relation = (self.row.kind == ChatKind::Direct).then_some(&self.row.between);
        !self.members.is_asked(user) && self.members.get(user).is_some_and(|state| shows_presence(state, relation))
    }

    /// Returns true if `viewer` may learn that `user` is present or types, as far as the two are concerned.
    fn shows_activity(&self, viewer: UserId, user: UserId) -> bool {
        viewer == user || (self.both_accepted(viewer, user) && !self.members.are_apart(viewer, user))
    }

    /// Returns true unless one of two members of a group has not accepted it yet.
    fn both_accepted(&self, one: UserId, other: UserId) -> bool {
        !self.members.is_asked(one) && !self.members.is_asked(other)
    }

    fn shown_here(&self, viewer: UserId, here: &[UserId]) -> Vec<UserId> {
        if self.members.are_many() {
            return Vec::new();
        }
        let shown = |user: &&UserId| {
            let is_shown = || !self.is_veiled() && self.shows_presence(**user) && self.shows_activity(viewer, **user);
            **user == viewer || is_shown()
        };
        here.iter().filter(shown).copied().collect()
    }

    /// Returns the number of messages of others after a mark, among those in memory.
    fn unread_after(&self, reader: UserId, mark: i64) -> i64 {
        let unread = self.recent.iter().rev().take_while(|message| message.seq > mark);
        let counts = |message: &&Message| {
            message.sender != reader && !message.deleted && message.system.is_none() && self.sees(reader, message.seq)
        };
        i64::try_from(unread.filter(counts).count()).unwrap_or(i64::MAX)
    }

    /// Returns the last message of a group that is not for a member: those before the member joined, or cleared the chat.
    /// 0 in a direct chat, whose members have seen all.
    fn history_start(&self, member: UserId) -> i64 {
        let cleared = self.members.get(member).filter(|_| self.row.kind == ChatKind::Group);
        cleared.map_or(0, |state| state.cleared_seq)
    }

    /// Returns the users who may not see the message of an event, or not which employee wrote it.
    fn message_hidden_from(&self, event: &Event) -> Vec<UserId> {
        match event {
            Event::Message { message } | Event::Changed { message } if self.row.kind == ChatKind::Group => {
                let is_before = |state: &&MemberState| state.cleared_seq >= message.seq;
                self.members.iter().filter(is_before).map(|state| state.member.user.id).collect()
            }
            _ => self.customers(event),
        }
    }

    /// Returns true if `viewer` has neither cleared nor hidden a message.
    fn sees(&self, viewer: UserId, seq: i64) -> bool {
        self.members.get(viewer).is_some_and(|state| seq > state.cleared_seq && !state.hidden.contains(&seq))
    }
}
