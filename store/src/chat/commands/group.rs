//! Group commands: title, picture, members and roles.

use std::collections::HashMap;

use super::{Actor, Batch, ChatError, CommandResult, Details, Event, MEMBERS_MAX, NewRole, Outcome};
use crate::{
    account::UserCard,
    chat::{CommandId, Member, Message, Role, System, SystemKind, request::GROUPS_MAX},
    types::{ids::UserId, timestamp::Timestamp},
};

/// A group with the changes of the batch.
#[derive(Default)]
pub(super) struct Group {
    pub title: Option<String>,
    pub picture: Option<String>,
    /// Current and former members.
    pub people: HashMap<UserId, Person>,
    /// Cards of users to add or remove.
    pub cards: HashMap<UserId, UserCard>,
    /// Users whom each author may add, by author and user.
    pub addable: HashMap<(UserId, UserId), Adding>,
    /// Sequence of the last change in this batch; 0 if there is none.
    pub changed: i64,
}

/// Relation of a user to the author who adds the user.
#[derive(Clone, Copy)]
pub(super) struct Adding {
    pub is_known: bool,
    /// Groups that the author has added the user to and that the user has not accepted.
    pub unaccepted: i64,
}

#[derive(Clone)]
pub(super) struct Person {
    pub role: Role,
    pub joined_at: Timestamp,
    pub left_at: Option<Timestamp>,
    /// Stranger who added the person, who has not accepted the group.
    pub request_from: Option<UserId>,
    /// The person left, and was not removed.
    pub left_freely: bool,
    /// Sequence of the change in this batch; 0 if there is none. `came` is true if the user joined.
    pub changed: i64,
    pub came: bool,
}

impl Group {
    fn here(&self) -> impl Iterator<Item = (&UserId, &Person)> {
        self.people.iter().filter(|(_, person)| person.left_at.is_none())
    }

    fn is_in(&self, user: UserId) -> bool {
        self.people.get(&user).is_some_and(|person| person.left_at.is_none())
    }

    fn count(&self) -> usize {
        self.here().count()
    }

    /// Returns the next owner when the owner leaves: the longest-standing admin, else the longest-standing member. A
    /// member who has not accepted the group comes last.
    fn successor(&self, leaving: UserId) -> Option<UserId> {
        let others = || self.here().filter(move |(user, _)| **user != leaving);
        if others().any(|(_, person)| person.role == Role::Owner) {
            return None;
        }
        let rank = |person: &Person| (person.request_from.is_some(), person.role != Role::Admin);
        others().min_by_key(|(user, person)| (rank(person), person.joined_at, **user)).map(|(user, _)| *user)
    }
}

impl Batch {
    pub(super) fn describe(
        &mut self,
        by: Actor,
        title: Option<&str>,
        picture: Option<&Option<String>>,
    ) -> CommandResult {
        let group = self.group_to_lead(by)?;
        let title = title.filter(|title| group.title.as_deref() != Some(title));
        let picture = picture.filter(|picture| group.picture != **picture);
        if title.is_none() && picture.is_none() {
            return Ok(Outcome::Same { seq: self.seq(by.chat) });
        }
        if let Some(title) = title {
            group.title = Some(title.to_owned());
        }
        if let Some(picture) = picture {
            group.picture.clone_from(picture);
        }
        let kind = if title.is_some() { SystemKind::Renamed } else { SystemKind::Picture };
        let said = System { kind, users: Vec::new(), title: title.map(str::to_owned), role: None };
        Ok(self.tell(by, said, |_, _| {}))
    }

    pub(super) fn add(&mut self, by: Actor, users: &[UserId]) -> CommandResult {
        let group = self.group_to_lead(by)?;
        let new: Vec<UserId> = users.iter().filter(|user| !group.is_in(**user)).copied().collect();
        if new.is_empty() {
            return Ok(Outcome::Same { seq: self.seq(by.chat) });
        }
        let mut requests = HashMap::new();
        for user in &new {
            let adding = group.addable.get(&(by.user, *user)).ok_or(ChatError::CannotAdd)?;
            let has_left = group.people.get(user).is_some_and(|person| person.left_freely);
            if !adding.is_known && (has_left || adding.unaccepted >= GROUPS_MAX) {
                return Err(ChatError::CannotAdd);
            }
            requests.insert(*user, (!adding.is_known).then_some(by.user));
        }
        if group.count() + new.len() > MEMBERS_MAX {
            return Err(ChatError::Full);
        }
        let said = System { kind: SystemKind::Added, users: new.clone(), title: None, role: None };
        Ok(self.tell(by, said, |group, details| {
            let seq = group.changed;
            for user in new {
                let request_from = requests.remove(&user).flatten();
                let person = Person {
                    role: Role::Member,
                    joined_at: by.at,
                    left_at: None,
                    request_from,
                    left_freely: false,
                    changed: seq,
                    came: true,
                };
                group.people.insert(user, person);
                if let Some(card) = group.cards.get(&user) {
                    details.joined.push(Member::joining(card.clone(), seq, request_from));
                }
            }
        }))
    }

    pub(super) fn remove(&mut self, by: Actor, user: UserId) -> CommandResult {
        let role = self.role(by);
        let group = self.groups.get(&by.chat).ok_or(ChatError::NotAllowed)?;
        let person =
            group.people.get(&user).filter(|person| person.left_at.is_none()).ok_or(ChatError::NoSuchMember)?;
        let leaves = user == by.user;
        let may = leaves || role == Role::Owner || (role == Role::Admin && person.role == Role::Member);
        if !may {
            return Err(ChatError::NotAllowed);
        }
        let successor = group.successor(user);
        let kind = if leaves { SystemKind::Left } else { SystemKind::Removed };
        let said = System { kind, users: vec![user], title: None, role: None };
        let told = self.tell(by, said, |group, details| {
            let seq = group.changed;
            if let Some(person) = group.people.get_mut(&user) {
                person.left_at = Some(by.at);
                person.left_freely = leaves;
                person.changed = seq;
                person.role = Role::Member;
            }
            details.left.push(user);
            details.former.extend(group.cards.get(&user).cloned());
            if let Some(successor) = successor {
                group.make(successor, Role::Owner, details);
            }
        });
        self.seats.remove(&(by.chat, user));
        if let Some(seat) = successor.and_then(|successor| self.seats.get_mut(&(by.chat, successor))) {
            seat.role = Role::Owner;
        }
        Ok(told)
    }

    pub(super) fn give_role(&mut self, by: Actor, user: UserId, role: Role) -> CommandResult {
        let mine = self.role(by);
        let group = self.groups.get(&by.chat).ok_or(ChatError::NotAllowed)?;
        let person =
            group.people.get(&user).filter(|person| person.left_at.is_none()).ok_or(ChatError::NoSuchMember)?;
        if mine != Role::Owner || (user == by.user && role != Role::Owner) {
            return Err(ChatError::NotAllowed);
        }
        if person.role == role {
            return Ok(Outcome::Same { seq: self.seq(by.chat) });
        }
        let said = System { kind: SystemKind::Role, users: vec![user], title: None, role: Some(role) };
        let told = self.tell(by, said, |group, details| {
            group.make(user, role, details);
            if role == Role::Owner {
                group.make(by.user, Role::Admin, details);
            }
        });
        for (user, role) in [(user, Some(role)), (by.user, (role == Role::Owner).then_some(Role::Admin))] {
            if let (Some(role), Some(seat)) = (role, self.seats.get_mut(&(by.chat, user))) {
                seat.role = role;
            }
        }
        Ok(told)
    }

    /// Accepts a group that a stranger added the author to. The other members learn it without a message.
    pub(super) fn accept_group(&mut self, by: Actor) -> Outcome {
        let seq = self.next(by.chat);
        if let Some(seat) = self.seats.get_mut(&(by.chat, by.user)) {
            seat.request_from = None;
        }
        self.change_group(by, seq, None, |group, details| {
            if let (Some(person), Some(card)) = (group.people.get_mut(&by.user), group.cards.get(&by.user)) {
                (person.request_from, person.changed) = (None, seq);
                details.joined.push(Member { role: person.role, ..Member::joining(card.clone(), 0, None) });
            }
        })
    }

    fn role(&self, by: Actor) -> Role {
        self.seats.get(&(by.chat, by.user)).map_or(Role::Member, |seat| seat.role)
    }

    /// Returns the group if the author may change it.
    fn group_to_lead(&mut self, by: Actor) -> Result<&mut Group, ChatError> {
        if self.role(by) == Role::Member {
            return Err(ChatError::NotAllowed);
        }
        self.groups.get_mut(&by.chat).ok_or(ChatError::NotAllowed)
    }

    /// Allocates the sequence number, message and event of a group change. Calls `change` after setting `changed`.
    fn tell(&mut self, by: Actor, said: System, change: impl FnOnce(&mut Group, &mut Details)) -> Outcome {
        let seq = self.next(by.chat);
        let message = Message::system(seq, by.user, by.at, said);
        self.keep(by.chat, &message);
        self.change_group(by, seq, Some(message), change)
    }

    /// Makes the event of a group change with this sequence number. Calls `change` after setting `changed`.
    fn change_group(
        &mut self,
        by: Actor,
        seq: i64,
        message: Option<Message>,
        change: impl FnOnce(&mut Group, &mut Details),
    ) -> Outcome {
        let Some(group) = self.groups.get_mut(&by.chat) else { return Outcome::Gone };
        group.changed = seq;
        let mut details = Details {
            message,
            title: group.title.clone(),
            picture: group.picture.clone(),
            member_count: 0,
            joined: Vec::new(),
            left: Vec::new(),
            roles: Vec::new(),
            former: Vec::new(),
        };
        change(group, &mut details);
        details.member_count = i64::try_from(group.count()).unwrap_or(i64::MAX);
        Outcome::Applied { seq, event: Event::Details(Box::new(details)) }
    }
}

impl Group {
    fn make(&mut self, user: UserId, role: Role, details: &mut Details) {
        let seq = self.changed;
        if let Some(person) = self.people.get_mut(&user) {
            person.role = role;
            person.changed = seq;
            details.roles.push(NewRole { user, role });
        }
    }
}

impl Message {
    /// Creates a system message.
    pub(crate) fn system(seq: i64, author: UserId, at: Timestamp, said: System) -> Self {
        Self {
            seq,
            client_id: CommandId::of(at, seq),
            sender: author,
            agent: None,
            at,
            text: String::new(),
            media: Vec::new(),
            reply_to: None,
            mentions: Vec::new(),
            forwarded: false,
            content: None,
            system: Some(said),
            edited_at: None,
            deleted: false,
            reactions: Vec::new(),
        }
    }
}
