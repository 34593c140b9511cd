//! The same stream on the other nodes: what they say of it, and who has it open there.

use std::collections::HashSet;

use actix::{ActorFutureExt, AsyncContext, Context, WrapFuture};
use serde_json::value::RawValue;
use store::types::ids::UserId;

use super::{Held, Room};
use crate::{
    cluster::protocol::{self, Node, Word},
    protocol::Frame,
    topic::Topic,
};

impl<T: Topic> Room<T> {
    /// Begins: what the other nodes say is followed before the state is read, so that nothing falls between.
    pub(super) fn follow(&self, ctx: &mut Context<Self>) {
        let Some(relay) = &self.core.relay else { return self.load(ctx) };
        let followed = relay.follow(T::stream(self.key));
        ctx.wait(followed.into_actor(self).map(|(), room, ctx| {
            room.core.say(T::stream(room.key), || Word::WhoIsHere);
            room.load(ctx);
        }));
    }

    pub(super) fn heard(&mut self, from: Node, said: &[u8], ctx: &mut Context<Self>) {
        let Some(word) = protocol::word(said) else { return };
        match word {
            Word::Event { seq, json } => match (T::read(&json), RawValue::from_string(json)) {
                (Some(event), Ok(data)) => self.happened_elsewhere(seq, event, data, ctx),
                _ => protocol::ignored(),
            },
            Word::Signal(json) => match RawValue::from_string(json) {
                Ok(signal) => self.outlets.broadcast(&Frame::signal(T::stream(self.key), &signal), 0),
                Err(_) => protocol::ignored(),
            },
            Word::Notice(json) => match serde_json::from_str(&json) {
                Ok(notice) => self.notice(notice, ctx),
                Err(_) => protocol::ignored(),
            },
            Word::Here(users) => {
                let users: HashSet<UserId> = users.into_iter().collect();
                let before = self.elsewhere.get(&from).cloned().unwrap_or_default();
                before.difference(&users).for_each(|user| self.went_elsewhere(from, *user, ctx));
                users.iter().for_each(|user| self.came_elsewhere(from, *user, ctx));
            }
            Word::Came(user) => self.came_elsewhere(from, user, ctx),
            Word::Left(user) => self.went_elsewhere(from, user, ctx),
            Word::WhoIsHere => self.say_who_is_here(),
        }
        self.flush_soon(ctx);
    }

    /// An event that another node has made durable. It has told the other streams that it concerns.
    pub(super) fn happened_elsewhere(
        &mut self,
        seq: i64,
        event: T::Event,
        data: Box<RawValue>,
        ctx: &mut Context<Self>,
    ) {
        let Some(state) = &self.state else { return };
        if let Some(held) = &mut self.held {
            held.push_back(Held::Event(seq, event, data));
        } else if seq > state.seq + 1 {
            self.fill_gap(None, ctx);
        } else if seq == state.seq + 1 {
            self.take_event(seq, &event, &data, ctx);
        }
    }

    /// The database is at `seq`.
    pub(super) fn compare(&mut self, seq: i64, ctx: &mut Context<Self>) {
        if self.held.is_none() && self.state.as_ref().is_some_and(|state| state.seq < seq) {
            self.fill_gap(None, ctx);
        }
    }

    /// Something may have been missed: who is where is asked anew, and a state without a sequence on disk is read anew.
    pub(super) fn look(&mut self, ctx: &mut Context<Self>) {
        self.say_who_is_here();
        self.core.say(T::stream(self.key), || Word::WhoIsHere);
        if T::commits(&self.core).is_none() && self.state.is_some() {
            self.load(ctx);
        }
    }

    pub(super) fn node_gone(&mut self, node: Node, ctx: &mut Context<Self>) {
        for user in self.elsewhere.get(&node).cloned().unwrap_or_default() {
            self.went_elsewhere(node, user, ctx);
        }
        self.elsewhere.remove(&node);
        self.flush_soon(ctx);
    }

    /// One more connection of `user` has the stream open here.
    pub(super) fn came(&mut self, user: UserId, ctx: &mut Context<Self>) {
        let was_here = self.is_here(user);
        let connections = self.here.entry(user).or_insert(0);
        *connections += 1;
        if *connections == 1 {
            self.core.say(T::stream(self.key), || Word::Came(user));
        }
        if !was_here {
            self.presence(user, true, ctx);
        }
    }

    /// No connection of `user` has the stream open here any more.
    pub(super) fn went(&mut self, user: UserId, ctx: &mut Context<Self>) {
        if self.here.remove(&user).is_some() {
            self.core.say(T::stream(self.key), || Word::Left(user));
            if !self.is_here(user) {
                self.presence(user, false, ctx);
            }
        }
    }

    fn came_elsewhere(&mut self, node: Node, user: UserId, ctx: &mut Context<Self>) {
        let was_here = self.is_here(user);
        self.elsewhere.entry(node).or_default().insert(user);
        if !was_here {
            self.presence(user, true, ctx);
        }
    }

    fn went_elsewhere(&mut self, node: Node, user: UserId, ctx: &mut Context<Self>) {
        let was_there = self.elsewhere.get_mut(&node).is_some_and(|users| users.remove(&user));
        if was_there && !self.is_here(user) {
            self.presence(user, false, ctx);
        }
    }

    fn is_here(&self, user: UserId) -> bool {
        self.here.contains_key(&user) || self.elsewhere.values().any(|users| users.contains(&user))
    }

    /// How many have the stream open, on all nodes.
    pub(super) fn count_here(&self) -> usize {
        if self.elsewhere.is_empty() {
            return self.here.len();
        }
        self.here.keys().chain(self.elsewhere.values().flatten()).collect::<HashSet<_>>().len()
    }

    fn say_who_is_here(&self) {
        if !self.here.is_empty() {
            self.core.say(T::stream(self.key), || Word::Here(self.here.keys().copied().collect()));
        }
    }
}
