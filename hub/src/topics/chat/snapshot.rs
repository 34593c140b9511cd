//! State of a chat as seen by one of its members.

use std::{borrow::Cow, collections::HashSet};

use serde::Serialize;
use serde_json::value::RawValue;
use store::{
    account::UserCard,
    chat::{ChatDetail, Event, Member, MemberState, Message, Role, SystemKind, VisibleMarks},
    types::ids::UserId,
};

use super::{Chat, SHOWN, members::is_archived};
use crate::protocol::json;

/// Data of a snapshot.
#[derive(Serialize)]
pub(super) struct View<'a> {
    chat: ChatDetail,
    messages: Vec<Cow<'a, Message>>,
    has_before: bool,
    /// Users who have the chat open.
    online: Vec<UserId>,
    /// Number of users who have the chat open.
    here: usize,
}

/// Event with the cards of the users involved.
#[derive(Serialize)]
struct EnrichedEvent<'a> {
    #[serde(flatten)]
    event: &'a Event,
    people: Vec<&'a UserCard>,
}

impl Chat {
    /// Returns an event of a large group with cards of the users involved, whom the subscriber may not know.
    pub(super) fn enriched(&self, event: &Event) -> Option<Box<RawValue>> {
        let message = match event {
            Event::Message { message } | Event::Changed { message } => Some(message),
            Event::Details(details) => details.message.as_ref(),
            Event::Read { .. } | Event::Delivered { .. } | Event::Accepted { .. } => None,
        };
        let message = message.filter(|_| self.members.are_many())?;
        Some(json(&EnrichedEvent { event, people: self.people_of(message) }))
    }

    /// Returns the cards of a message's sender and of the users that the message is about.
    fn people_of(&self, message: &Message) -> Vec<&UserCard> {
        let card = |user: UserId| {
            let state = self.members.get(user).map(|state| &state.member.user);
            state.or_else(|| self.row.former.iter().find(|card| card.id == user))
        };
        concerned(message).filter_map(card).collect()
    }

    pub(super) fn view(&self, user: UserId, here: &[UserId]) -> View<'_> {
        let viewer = self.seat(user).unwrap_or(user);
        let seen: Vec<&Message> = self.recent.iter().filter(|message| self.sees(viewer, message.seq)).collect();
        let skipped = seen.len().saturating_sub(SHOWN);
        let cleared = self.members.get(viewer).map_or(0, |state| state.cleared_seq);
        let oldest = self.recent.front().map_or(0, |message| message.seq);
        let messages: Vec<&Message> = seen.into_iter().skip(skipped).collect();
        View {
            chat: self.detail(viewer, &messages),
            has_before: skipped > 0 || (self.row.has_before && cleared < oldest - 1),
            messages: messages.into_iter().map(|message| seen_by(message, viewer)).collect(),
            online: self.shown_here(user, here),
            here: here.len(),
        }
    }

    fn detail(&self, viewer: UserId, shown: &[&Message]) -> ChatDetail {
        let me = self.members.get(viewer);
        let read_seq = me.map_or(0, |me| me.member.read_seq);
        let cleared_seq = me.map_or(0, |me| me.cleared_seq);
        let blocks = self.blocks(viewer);
        let is_gone = self.is_direct() && self.members.iter().any(|state| state.is_gone);
        ChatDetail {
            id: self.id,
            kind: self.row.kind,
            title: self.row.title.clone(),
            picture: self.row.picture.clone(),
            members: self.members_for(viewer, shown),
            member_count: i64::try_from(self.members.len()).unwrap_or(i64::MAX),
            former: self.row.former.clone(),
            agents: self
                .row
                .team
                .iter()
                .filter(|team| team.account == viewer)
                .flat_map(|team| team.agents.clone())
                .collect(),
            epoch: self.row.epoch.clone(),
            seq: self.recent.back().map_or(0, |message| message.seq),
            unread: self.unread_after(viewer, read_seq),
            read_seq,
            mentioned: self.is_mentioned(viewer),
            muted_until: me.and_then(|me| me.muted_until),
            pinned_at: me.and_then(|me| me.pinned_at),
            archived: me.is_some_and(|me| is_archived(me, self.row.updated_at)),
            draft: me.and_then(|me| me.draft.clone()),
            blocked: blocks,
            cleared_seq,
            can_write: !blocks && !is_gone,
            request: self.request_of(viewer),
        }
    }

    /// Returns all members. In a large group: the viewer, admins, and users of the shown messages.
    fn members_for(&self, viewer: UserId, shown: &[&Message]) -> Vec<Member> {
        let concerned: HashSet<UserId> = shown.iter().flat_map(|message| concerned(message)).collect();
        let are_many = self.members.are_many();
        let is_shown = |state: &&MemberState| {
            let user = state.member.user.id;
            !are_many || user == viewer || state.member.role != Role::Member || concerned.contains(&user)
        };
        let Some(me) = self.members.get(viewer) else { return Vec::new() };
        let veiled = |state: &MemberState| {
            let user = state.member.user.id;
            let is_present = || !self.is_veiled() && self.shows_presence(user) && self.shows_activity(viewer, user);
            let last_seen = user == viewer || is_present();
            state.member.clone().redacted_for(VisibleMarks { last_seen, ..self.marks_for(me, state) })
        };
        self.members.iter().filter(is_shown).map(veiled).collect()
    }

    /// Returns the marks of `other` that `viewer` sees.
    pub(super) fn marks_for(&self, viewer: &MemberState, other: &MemberState) -> VisibleMarks {
        let (one, two) = (viewer.member.user.id, other.member.user.id);
        let is_accepted = self.row.request.is_none() && self.both_accepted(one, two);
        let delivered = one == two || (is_accepted && !self.members.are_many());
        VisibleMarks { delivered, read: delivered && self.members.shares_read(viewer, other), last_seen: false }
    }

    fn is_direct(&self) -> bool {
        self.row.kind == store::chat::ChatKind::Direct
    }

    /// Returns true if the viewer has blocked the other member.
    fn blocks(&self, viewer: UserId) -> bool {
        let is_first = self.members.users().next() == Some(viewer);
        self.is_direct() && if is_first { self.row.between.blocks } else { self.row.between.blocked_by }
    }

    pub(super) fn is_deleted(&self, seq: i64) -> bool {
        let place = self.recent.binary_search_by_key(&seq, |message| message.seq);
        place.ok().and_then(|place| self.recent.get(place)).is_some_and(|message| message.deleted)
    }
}

/// Returns a message as a member sees it. Copies only a message of a company's employee.
fn seen_by(message: &Message, viewer: UserId) -> Cow<'_, Message> {
    if message.agent.is_none() { Cow::Borrowed(message) } else { Cow::Owned(message.clone().seen_by(viewer)) }
}

/// Returns the sender of a message and the users that it is about. Omits the initial members of a group, who may be
/// thousands.
fn concerned(message: &Message) -> impl Iterator<Item = UserId> {
    let about = message.system.iter().filter(|system| system.kind != SystemKind::Created);
    std::iter::once(message.sender).chain(about.flat_map(|system| system.users.iter().copied()))
}
