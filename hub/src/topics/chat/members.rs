//! Members of a chat, and the fields that each may see of the others.

use std::collections::{HashMap, HashSet};

use store::{
    account::privacy::{Audience, Privacy, Relation},
    chat::{Draft, LARGE, Member, MemberState, Role},
    types::{ids::UserId, timestamp::Timestamp},
};

/// Members in the order they joined.
pub struct Members {
    list: Vec<MemberState>,
    places: HashMap<UserId, usize>,
    /// Pairs of members of a group, in both orders, of whom one blocks the other.
    apart: HashSet<(UserId, UserId)>,
    /// New members whose blocks are not known yet.
    unknown: HashSet<UserId>,
}

impl Members {
    pub fn new(list: Vec<MemberState>, apart: HashSet<(UserId, UserId)>) -> Self {
        let mut members = Self { list, places: HashMap::new(), apart, unknown: HashSet::new() };
        members.index();
        members
    }

    fn index(&mut self) {
        self.places = self.list.iter().enumerate().map(|(place, state)| (state.member.user.id, place)).collect();
    }

    pub fn get(&self, user: UserId) -> Option<&MemberState> {
        self.list.get(*self.places.get(&user)?)
    }

    pub fn get_mut(&mut self, user: UserId) -> Option<&mut MemberState> {
        self.list.get_mut(*self.places.get(&user)?)
    }

    pub fn iter(&self) -> impl Iterator<Item = &MemberState> {
        self.list.iter()
    }

    pub fn users(&self) -> impl Iterator<Item = UserId> {
        self.list.iter().map(|state| state.member.user.id)
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns true if the chat has too many members to send their marks.
    pub fn are_many(&self) -> bool {
        i64::try_from(self.len()).unwrap_or(i64::MAX) > LARGE
    }

    /// Returns true if one of two members of a group blocks the other, or that is not known yet.
    pub fn are_apart(&self, one: UserId, other: UserId) -> bool {
        self.apart.contains(&(one, other)) || self.unknown.contains(&one) || self.unknown.contains(&other)
    }

    /// Records a block between two members, or its end.
    pub fn set_apart(&mut self, one: UserId, other: UserId, are: bool) {
        for pair in [(one, other), (other, one)] {
            if are {
                self.apart.insert(pair)
            } else {
                self.apart.remove(&pair)
            };
        }
    }

    /// Records the blocks of a new member.
    pub fn blocks_known(&mut self, user: UserId, with: &[UserId]) {
        self.unknown.remove(&user);
        for other in with {
            self.set_apart(user, *other, true);
        }
    }

    /// Adds or updates a member. A new member sees the messages after `cleared_seq`. The privacy and blocks of a new
    /// member are not known yet, so nothing is shown.
    pub fn put(&mut self, member: Member, cleared_seq: i64) {
        match self.get_mut(member.user.id) {
            Some(state) => {
                let (read, delivered) = (state.member.read_seq, state.member.delivered_seq);
                state.member.role = member.role;
                state.member.user = member.user;
                state.member.request_from = member.request_from;
                state.member.read_seq = read.max(member.read_seq);
                state.member.delivered_seq = delivered.max(member.delivered_seq);
            }
            None => {
                self.unknown.insert(member.user.id);
                self.places.insert(member.user.id, self.list.len());
                self.list.push(MemberState {
                    member,
                    privacy: Privacy { read_receipts: false, last_seen: Audience::Private, ..Privacy::default() },
                    cleared_seq,
                    unlisted_seq: -1,
                    mentioned_seq: 0,
                    muted_until: None,
                    pinned_at: None,
                    archived_at: None,
                    draft: None::<Draft>,
                    is_gone: false,
                    hidden: Default::default(),
                });
            }
        }
    }

    /// Returns the stranger who added a member, if the member has not accepted the group yet.
    pub fn asked_by(&self, user: UserId) -> Option<UserId> {
        self.get(user)?.member.request_from
    }

    /// Returns true if a stranger added the member, who has not accepted the group yet.
    pub fn is_asked(&self, user: UserId) -> bool {
        self.asked_by(user).is_some()
    }

    /// Records that a member has accepted the group.
    pub fn accept(&mut self, user: UserId) {
        if let Some(state) = self.get_mut(user) {
            state.member.request_from = None;
        }
    }

    /// Removes a member.
    pub fn remove(&mut self, user: UserId) -> Option<Member> {
        let place = self.places.remove(&user)?;
        let state = self.list.remove(place);
        self.unknown.remove(&user);
        self.apart.retain(|(one, other)| *one != user && *other != user);
        self.index();
        Some(state.member)
    }

    pub fn set_role(&mut self, user: UserId, role: Role) {
        if let Some(state) = self.get_mut(user) {
            state.member.role = role;
        }
    }

    pub fn mark(&mut self, user: UserId, read: i64, delivered: i64) {
        if let Some(state) = self.get_mut(user) {
            let member = &mut state.member;
            member.read_seq = member.read_seq.max(read);
            member.delivered_seq = member.delivered_seq.max(delivered).max(read);
        }
    }

    /// Returns true if `viewer` sees the read marks of `other`. Only members who share theirs see those of others.
    pub fn shares_read(&self, viewer: &MemberState, other: &MemberState) -> bool {
        viewer.member.user.id == other.member.user.id
            || (!self.are_many() && viewer.privacy.read_receipts && other.privacy.read_receipts)
    }
}

/// Returns true if the presence of a member is visible to others with this relation. In a group, presence is visible to
/// all or none, because all receive the same signal.
pub fn shows_presence(state: &MemberState, relation: Option<&Relation>) -> bool {
    state.privacy.may_see_last_seen(relation.unwrap_or(&Relation::default()))
}

/// Returns true if a chat is archived. A later message unarchives the chat unless it was muted then.
pub fn is_archived(state: &MemberState, said_at: Timestamp) -> bool {
    let is_muted = || state.muted_until.is_some_and(|until| until > said_at);
    state.archived_at.is_some_and(|at| said_at <= at || is_muted())
}
