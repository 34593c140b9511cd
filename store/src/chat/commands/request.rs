//! Rules of a request within a batch: a limited number of messages, and two ways to accept. A group is a request to a
//! member whom a stranger added.

use super::{Actor, Batch, ChatError, CommandResult, Event, Outcome};
use crate::chat::request::MESSAGES_MAX;

impl Batch {
    /// Refuses a message beyond the limit of a pending request.
    pub(super) fn ensure_may_say(&self, by: Actor) -> Result<(), ChatError> {
        let request = self.seqs.get(&by.chat).map(|heads| &heads.request);
        let is_full =
            request.is_some_and(|request| request.to.is_some_and(|to| to != by.user) && request.sent >= MESSAGES_MAX);
        if is_full { Err(ChatError::RequestLimit) } else { Ok(()) }
    }

    /// Refuses what tells the sender that the request was seen.
    pub(super) fn ensure_accepted(&self, by: Actor) -> Result<(), ChatError> {
        let is_pending = self.seqs.get(&by.chat).is_some_and(|heads| heads.request.to == Some(by.user))
            || self.seats.get(&(by.chat, by.user)).is_some_and(|seat| seat.request_from.is_some());
        if is_pending { Err(ChatError::RequestPending) } else { Ok(()) }
    }

    /// Counts a message of a pending request. A message of the recipient accepts it.
    pub(super) fn said_in_request(&mut self, by: Actor, seq: i64) {
        if let Some(seat) = self.seats.get_mut(&(by.chat, by.user)) {
            seat.accepts |= seat.request_from.take().is_some();
        }
        let Some(request) = self.seqs.get_mut(&by.chat).map(|heads| &mut heads.request) else { return };
        let Some(to) = request.to else { return };
        request.changed = true;
        if to == by.user {
            (request.to, request.accepted_seq) = (None, seq);
        } else {
            request.sent += 1;
        }
    }

    /// Accepts the request to the author. Without a request the chat stays as it is.
    pub(super) fn accept(&mut self, by: Actor, quiet: bool) -> CommandResult {
        self.ensure_open(by.chat)?;
        let key = (by.chat, by.user);
        if self.seats.get(&key).is_some_and(|seat| seat.request_from.is_some()) {
            return Ok(self.accept_group(by));
        }
        let (Some(heads), Some(seat)) = (self.seqs.get_mut(&by.chat), self.seats.get_mut(&key)) else {
            return Ok(Outcome::Gone);
        };
        match heads.request.to {
            None => return Ok(Outcome::Same { seq: heads.seq }),
            Some(to) if to != by.user => return Err(ChatError::NotAllowed),
            Some(_) => {}
        }
        let seq = heads.next();
        (heads.request.to, heads.request.accepted_seq, heads.request.changed) = (None, seq, true);
        if quiet || seat.read == 0 {
            return Ok(Outcome::Applied { seq, event: Event::Accepted { up_to: 0 } });
        }
        // The mark was kept while the request was pending. A reader who resumes finds it under this number.
        (seat.marked, seat.moved) = (seq, true);
        Ok(Outcome::Applied { seq, event: Event::Accepted { up_to: seat.read } })
    }
}
