//! Message commands: send, edit, delete, react, hide.

use std::collections::HashMap;

use serde_json::json;

use super::{Actor, Batch, CHANGE_WITHIN, ChatError, CommandResult, Event, NewMessage, Outcome, REACTIONS_MAX};
use crate::{
    chat::{ChatKind, Message, Role, links::links, message::gathered},
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

/// An existing message with the changes of the batch.
pub(super) struct Target {
    pub message: Message,
    pub deleted_at: Option<Timestamp>,
    pub reacted: Vec<(UserId, String, Timestamp)>,
    /// Reactions set by the batch; `None` removes a reaction.
    pub reactions: HashMap<UserId, Option<(String, Timestamp)>>,
    /// Sequence of the last change in this batch; 0 if there is none.
    pub changed: i64,
    pub words: Words,
}

/// Change of a message's text by the batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    Same,
    New,
    /// New text; the previous text contained links.
    Instead,
}

impl Target {
    fn new_words(&mut self, text: &str) {
        let had_links = self.words == Words::Instead || !links(&self.message.text).is_empty();
        self.words = if had_links { Words::Instead } else { Words::New };
        text.clone_into(&mut self.message.text);
    }
}

/// Returns a row for each link in a message.
pub(super) fn link_rows(chat: ChatId, seq: i64, text: &str) -> impl Iterator<Item = serde_json::Value> {
    links(text).into_iter().enumerate().map(move |(place, url)| json!([chat, seq, place, url]))
}

impl Batch {
    pub(super) fn say(&mut self, by: Actor, new: &NewMessage) -> CommandResult {
        let Actor { chat, user, agent, at } = by;
        let key = (chat, user, new.client_id.clone());
        if let Some((seq, at)) = self.known.get(&key) {
            return Ok(Outcome::Repeat { seq: *seq, at: *at });
        }
        self.ensure_open(chat)?;
        self.ensure_mentionable(by, &new.mentions)?;
        if let Some(reply_to) = new.reply_to.filter(|_| new.is_old_reply) {
            self.target(by, reply_to)?;
        }
        let mut message = Message {
            seq: 0,
            client_id: new.client_id.clone(),
            sender: user,
            agent,
            at,
            text: new.text.clone(),
            media: Vec::new(),
            reply_to: new.reply_to,
            mentions: new.mentions.clone(),
            forwarded: false,
            content: new.content.clone(),
            system: None,
            edited_at: None,
            deleted: false,
            reactions: Vec::new(),
        };
        if let Some((from, seq)) = new.forward_of {
            let source = self.target(Actor { chat: from, ..by }, seq).map_err(|_| ChatError::CannotForward)?;
            if source.message.system.is_some() {
                return Err(ChatError::CannotForward);
            }
            // A forwarded message keeps its files, although another user owns them. Everyone who sees a message may
            // forward it.
            message.text.clone_from(&source.message.text);
            message.media.clone_from(&source.message.media);
            message.content.clone_from(&source.message.content);
            message.forwarded = true;
        } else {
            let carried = new
                .media
                .iter()
                .map(|id| self.media.get(&(agent.unwrap_or(user), *id)).cloned())
                .collect::<Option<_>>();
            message.media = carried.ok_or(ChatError::NoSuchMedia)?;
        }
        self.ensure_may_say(by)?;
        message.seq = self.next(chat);
        self.said_in_request(by, message.seq);
        self.known.insert(key, (message.seq, at));
        self.note_mentions(chat, message.seq, &message.mentions);
        Ok(self.append(chat, message))
    }

    /// Appends a numbered message as the newest of its chat.
    fn append(&mut self, chat: ChatId, message: Message) -> Outcome {
        self.keep(chat, &message);
        Outcome::Applied { seq: message.seq, event: Event::Message { message } }
    }

    pub(super) fn keep(&mut self, chat: ChatId, message: &Message) {
        if let Some(heads) = self.seqs.get_mut(&chat) {
            heads.last = message.seq;
            heads.at = heads.at.max(message.at);
        }
        self.messages.push(row(chat, message));
        self.links.extend(link_rows(chat, message.seq, &message.text));
        self.shown.extend(message.media.iter().map(|file| json!([chat, message.seq, file.id, file.kind])));
    }

    pub(super) fn edit(&mut self, by: Actor, seq: i64, text: &str, mentions: &[UserId]) -> CommandResult {
        self.ensure_open(by.chat)?;
        let said = &self.target(by, seq)?.message;
        if (said.sender, said.agent) != (by.user, by.agent) || said.system.is_some() || said.forwarded {
            return Err(ChatError::NotYours);
        }
        if by.at.0 - said.at.0 > CHANGE_WITHIN {
            return Err(ChatError::TooLate);
        }
        if text.is_empty() && said.media.is_empty() && said.content.is_none() {
            return Err(ChatError::Empty);
        }
        if said.text == text && said.mentions == mentions {
            return Ok(Outcome::Same { seq: self.seq(by.chat) });
        }
        // Users who were already mentioned stay mentioned, even if their settings have changed since.
        let added: Vec<_> = mentions.iter().filter(|user| !said.mentions.contains(user)).copied().collect();
        let removed: Vec<_> = said.mentions.iter().filter(|user| !mentions.contains(user)).copied().collect();
        self.ensure_mentionable(by, &added)?;
        self.note_mentions(by.chat, seq, &added);
        self.unmention(by.chat, seq, &removed);
        Ok(self.change(by.chat, seq, |target| {
            target.new_words(text);
            target.message.mentions = mentions.to_vec();
            target.message.edited_at = Some(by.at);
        }))
    }

    pub(super) fn delete(&mut self, by: Actor, seq: i64) -> CommandResult {
        if !self.seen.contains(&(by.chat, seq, by.user)) {
            return Err(ChatError::NoSuchMessage);
        }
        let target = self.targets.get(&(by.chat, seq)).ok_or(ChatError::NoSuchMessage)?;
        if target.deleted_at.is_some() {
            return Ok(Outcome::Same { seq: self.seq(by.chat) });
        }
        let said = &target.message;
        let is_group = self.seqs.get(&by.chat).is_some_and(|heads| heads.kind == ChatKind::Group);
        let role = self.seats.get(&(by.chat, by.user)).map_or(Role::Member, |seat| seat.role);
        let moderates = is_group && role != Role::Member;
        if said.system.is_some() || (said.sender != by.user && !moderates) {
            return Err(ChatError::NotYours);
        }
        if !moderates && by.at.0 - said.at.0 > CHANGE_WITHIN {
            return Err(ChatError::TooLate);
        }
        if !said.media.is_empty() {
            self.dropped.push((by.chat, seq));
            self.dropped_media.extend(said.media.iter().map(|file| file.id));
        }
        let mentioned = said.mentions.clone();
        self.unmention(by.chat, seq, &mentioned);
        Ok(self.change(by.chat, seq, |target| {
            target.deleted_at = Some(by.at);
            target.new_words("");
            let said = &mut target.message;
            said.deleted = true;
            said.media.clear();
            said.mentions.clear();
            said.content = None;
            said.edited_at = None;
            for (user, ..) in target.reacted.drain(..) {
                target.reactions.insert(user, None);
            }
        }))
    }

    pub(super) fn react(&mut self, by: Actor, seq: i64, emoji: Option<&str>) -> CommandResult {
        self.ensure_open(by.chat)?;
        self.ensure_accepted(by)?;
        let target = self.target(by, seq)?;
        if target.message.system.is_some() {
            return Err(ChatError::NoSuchMessage);
        }
        let mine = target.reacted.iter().find(|(user, ..)| *user == by.user).map(|(_, emoji, _)| emoji.as_str());
        if mine == emoji {
            return Ok(Outcome::Same { seq: self.seq(by.chat) });
        }
        if let Some(emoji) = emoji {
            let others = || target.reacted.iter().filter(|(user, ..)| *user != by.user).map(|(_, emoji, _)| emoji);
            let different: std::collections::HashSet<&String> = others().collect();
            if different.len() >= REACTIONS_MAX && !others().any(|known| known == emoji) {
                return Err(ChatError::TooManyReactions);
            }
        }
        Ok(self.change(by.chat, seq, |target| {
            target.reacted.retain(|(user, ..)| *user != by.user);
            target.reacted.extend(emoji.map(|emoji| (by.user, emoji.to_owned(), by.at)));
            target.reactions.insert(by.user, emoji.map(|emoji| (emoji.to_owned(), by.at)));
        }))
    }

    /// Hides the visible messages among `seqs`. Takes no sequence number because other members do not see it.
    pub(super) fn hide(&mut self, by: Actor, seqs: &[i64]) -> Outcome {
        let there = |seq: &&i64| self.seen.contains(&(by.chat, **seq, by.user));
        let seqs: Vec<i64> = seqs.iter().filter(there).copied().collect();
        self.hidden.extend(seqs.iter().map(|seq| json!([by.chat, by.user, seq])));
        Outcome::Hidden { user: by.user, seqs }
    }

    fn change(&mut self, chat: ChatId, seq: i64, change: impl FnOnce(&mut Target)) -> Outcome {
        let changed = self.next(chat);
        let Some(target) = self.targets.get_mut(&(chat, seq)) else { return Outcome::Gone };
        change(target);
        target.changed = changed;
        target.message.reactions = gathered(&target.reacted);
        Outcome::Applied { seq: changed, event: Event::Changed { message: target.message.clone() } }
    }

    /// Returns a message that exists, is not deleted, and is visible to the author.
    fn target(&self, by: Actor, seq: i64) -> Result<&Target, ChatError> {
        let target = self.targets.get(&(by.chat, seq)).filter(|target| target.deleted_at.is_none());
        target.filter(|_| self.seen.contains(&(by.chat, seq, by.user))).ok_or(ChatError::NoSuchMessage)
    }

    pub(super) fn ensure_open(&self, chat: ChatId) -> Result<(), ChatError> {
        if self.seqs.get(&chat).is_some_and(|heads| heads.blocked) { Err(ChatError::Blocked) } else { Ok(()) }
    }

    fn ensure_mentionable(&self, by: Actor, users: &[UserId]) -> Result<(), ChatError> {
        let all = users.iter().all(|user| self.mentionable.contains(&(by.chat, by.user, *user)));
        if all { Ok(()) } else { Err(ChatError::CannotMention) }
    }

    fn note_mentions(&mut self, chat: ChatId, seq: i64, users: &[UserId]) {
        for user in users {
            let newest = self.mentioned.entry((chat, *user)).or_default();
            *newest = (*newest).max(seq);
        }
    }

    fn unmention(&mut self, chat: ChatId, seq: i64, users: &[UserId]) {
        for user in users {
            self.mentioned.retain(|(place, known), newest| (*place, *known, *newest) != (chat, *user, seq));
            self.unmentioned.push(json!([chat, user, seq]));
        }
    }
}

fn row(chat: ChatId, message: &Message) -> serde_json::Value {
    json!([
        chat,
        message.seq,
        message.sender,
        message.client_id,
        message.text,
        text_of(&message.media),
        message.reply_to,
        text_of(&message.mentions),
        message.forwarded,
        message.content.as_ref().map(|content| json!(content).to_string()),
        message.system.as_ref().map(|system| json!(system).to_string()),
        message.at.0,
        message.agent
    ])
}

/// Serializes a list for its column; `None` if empty.
pub(super) fn text_of(list: &[impl serde::Serialize]) -> Option<String> {
    (!list.is_empty()).then(|| json!(list).to_string())
}
