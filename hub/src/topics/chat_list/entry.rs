//! Effects of updates on an entry of the list.

use std::{cmp::Reverse, sync::Arc};

use store::{
    chat::{ChatSummary, Details, Message, SHOWN as CARDS},
    types::ids::ChatId,
};

use super::{ChatList, Event, SHOWN};

impl ChatList {
    /// Adds or replaces a chat read from the database.
    pub(super) fn put(&mut self, summary: ChatSummary) -> Option<Event> {
        if let Some(place) = self.line(summary.id) {
            let known = &self.chats[place];
            if known.seq > summary.seq || *known == summary {
                return None;
            }
            self.chats.remove(place);
        }
        self.insert(summary.clone());
        Some(Event::Chat { chat: Box::new(summary) })
    }

    pub(super) fn line(&self, chat: ChatId) -> Option<usize> {
        self.chats.iter().position(|known| known.id == chat)
    }

    /// Inserts an entry in order: pinned chats first, then the newest.
    fn insert(&mut self, line: ChatSummary) {
        let rank = |line: &ChatSummary| (line.pinned_at.is_none(), Reverse(line.updated_at), Reverse(line.id));
        let place = self.chats.iter().position(|known| rank(known) > rank(&line)).unwrap_or(self.chats.len());
        self.chats.insert(place, line);
        let most = 3 * usize::try_from(SHOWN).unwrap_or(usize::MAX);
        self.has_more |= self.chats.len() > most;
        self.chats.truncate(most);
    }

    pub(super) fn message(&mut self, place: usize, message: Arc<Message>) -> Option<Event> {
        // The entry read from the database includes this message.
        if self.chats[place].seq >= message.seq {
            return None;
        }
        let mut line = self.chats.remove(place);
        line.seq = message.seq;
        line.updated_at = line.updated_at.max(message.at);
        let counts = message.sender != self.owner && message.system.is_none();
        line.unread += i64::from(counts);
        let was_asked = line.request.is_some_and(|request| request.to == self.owner);
        line.request = line.request.filter(|request| request.to != message.sender);
        if let Some(request) = &mut line.request {
            request.left = (request.left - 1).max(0);
        }
        line.mentioned |= counts && message.mentions.contains(&self.owner);
        line.last_message = Some(Message::clone(&message));
        let comes_back = line.archived && line.muted_until.is_none_or(|until| until <= message.at);
        line.archived &= !comes_back;
        let (chat, unread, mentioned) = (line.id, line.unread, line.mentioned);
        let whole = (comes_back || was_asked).then(|| Box::new(line.clone()));
        self.insert(line);
        Some(match whole {
            // The client does not have this entry, or has it among the requests.
            Some(chat) => Event::Chat { chat },
            None => Event::Message { chat, message, unread, mentioned },
        })
    }

    pub(super) fn changed(
        &mut self,
        place: usize,
        seq: i64,
        message: Arc<Message>,
        mentioned: Option<bool>,
    ) -> Option<Event> {
        let line = &mut self.chats[place];
        if line.seq >= seq {
            return None;
        }
        line.seq = seq;
        let was_unread = message.deleted && message.sender != self.owner && message.seq > line.read_seq;
        let is_last = line.last_message.as_ref().is_some_and(|last| last.seq == message.seq);
        if is_last {
            line.last_message = Some(Message::clone(&message));
        }
        if was_unread && message.seq > line.cleared_seq {
            line.unread = (line.unread - 1).max(0);
        }
        let was_mentioned = line.mentioned;
        line.mentioned = mentioned.unwrap_or(was_mentioned);
        let (chat, unread, read_seq, mentioned) = (line.id, line.unread, line.read_seq, line.mentioned);
        if is_last {
            return Some(Event::Changed { chat, message, unread, mentioned });
        }
        (was_unread || mentioned != was_mentioned).then_some(Event::Unread { chat, unread, read_seq, mentioned })
    }

    pub(super) fn described(&mut self, place: usize, seq: i64, details: &Details) -> Option<Event> {
        if self.chats[place].seq >= seq {
            return None;
        }
        let mut line = self.chats.remove(place);
        line.seq = seq;
        line.title.clone_from(&details.title);
        line.picture.clone_from(&details.picture);
        line.member_count = details.member_count;
        line.members.retain(|card| !details.left.contains(&card.id));
        let room = usize::try_from(CARDS).unwrap_or(0).saturating_sub(line.members.len());
        let new = details.joined.iter().filter(|member| member.user.id != self.owner).map(|member| &member.user);
        let new: Vec<_> = new.filter(|card| !line.members.contains(card)).take(room).cloned().collect();
        line.members.extend(new);
        if let Some(message) = &details.message {
            line.updated_at = line.updated_at.max(message.at);
            line.archived &= line.muted_until.is_some_and(|until| until > message.at);
            line.last_message = Some(message.clone());
        }
        self.insert(line.clone());
        Some(Event::Chat { chat: Box::new(line) })
    }

    pub(super) fn read(&mut self, place: usize, seq: i64, read_seq: i64, unread: i64) -> Option<Event> {
        let line = &mut self.chats[place];
        if line.read_seq >= read_seq {
            return None;
        }
        line.seq = line.seq.max(seq);
        line.read_seq = read_seq;
        line.unread = unread;
        // The position of the mention is unknown here. Clients read up to the end.
        line.mentioned &= unread > 0;
        Some(Event::Unread { chat: line.id, unread, read_seq, mentioned: line.mentioned })
    }

    pub(super) fn kept(&mut self, summary: ChatSummary) -> Event {
        let event = Event::Settings {
            chat: summary.id,
            muted_until: summary.muted_until,
            pinned_at: summary.pinned_at,
            archived: summary.archived,
            draft: summary.draft.clone(),
            blocked: summary.blocked,
            can_write: summary.can_write,
        };
        let mut line = match self.line(summary.id) {
            Some(place) => self.chats.remove(place),
            None => summary.clone(),
        };
        line.muted_until = summary.muted_until;
        line.pinned_at = summary.pinned_at;
        line.archived = summary.archived;
        line.draft = summary.draft;
        line.blocked = summary.blocked;
        line.can_write = summary.can_write;
        self.insert(line);
        event
    }
}
