//! Seats of a chat: a user has the own one, and a company's team shares the company's.
//!
//! A customer sees the company as the sender. Which employee wrote is sent to the team only.

use store::{
    chat::{Event, Message},
    types::ids::UserId,
};

use super::Chat;

impl Chat {
    /// Returns the member that a user acts as: the user, or the company that the user works for.
    pub(super) fn seat(&self, user: UserId) -> Option<UserId> {
        if self.members.get(user).is_some() {
            return Some(user);
        }
        let team = self.row.team.as_ref().filter(|team| team.members.contains(&user));
        team.map(|team| team.account)
    }

    /// Returns the users who act as a member.
    pub(super) fn users_of(&self, seat: UserId) -> Vec<UserId> {
        match &self.row.team {
            Some(team) if team.account == seat => team.members.iter().copied().collect(),
            _ => vec![seat],
        }
    }

    /// Returns the members who may not see which employee wrote the message of an event.
    pub(super) fn customers(&self, event: &Event) -> Vec<UserId> {
        let (Event::Message { message } | Event::Changed { message }) = event else { return Vec::new() };
        if message.agent.is_none() {
            return Vec::new();
        }
        self.members.users().filter(|user| *user != message.sender).collect()
    }
}

/// Returns an event without the employee who wrote its message. `None` for an event that names none.
pub(super) fn without_agent(event: &Event) -> Option<Event> {
    let bare = |message: &Message| message.agent.is_some().then(|| Message { agent: None, ..message.clone() });
    match event {
        Event::Message { message } => bare(message).map(|message| Event::Message { message }),
        Event::Changed { message } => bare(message).map(|message| Event::Changed { message }),
        Event::Details(_) | Event::Read { .. } | Event::Delivered { .. } | Event::Accepted { .. } => None,
    }
}
