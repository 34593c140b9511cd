//! The same stream on other nodes: their messages and their subscribers.

use std::collections::HashSet;

use actix::{ActorFutureExt, AsyncContext, Context, WrapFuture};
use serde_json::value::RawValue;
use store::types::ids::UserId;

use super::{Deferred, Room};
use crate::{
    cluster::protocol::{self, NodeId, StreamMessage},
    protocol::Frame,
    topic::Topic,
};

impl<T: Topic> Room<T> {
    /// Starts the room. Subscribes to the other nodes before reading the state, so that no message is missed.
    pub(super) fn follow(&self, ctx: &mut Context<Self>) {
        let Some(relay) = &self.core.relay else { return self.load(ctx) };
        let followed = relay.follow(T::stream(self.key));
        ctx.wait(followed.into_actor(self).map(|(), room, ctx| {
            room.core.publish(T::stream(room.key), || StreamMessage::WhoIsHere);
            room.load(ctx);
        }));
    }

    pub(super) fn heard(&mut self, from: NodeId, said: &[u8], ctx: &mut Context<Self>) {
        let Some(word) = protocol::decode_stream_message(said) else { return };
        match word {
            StreamMessage::Event { seq, json } => match (T::read(&json), RawValue::from_string(json)) {
                (Some(event), Ok(data)) => self.apply_remote(seq, event, data, ctx),
                _ => protocol::ignored(),
            },
            StreamMessage::Signal(json) => match RawValue::from_string(json) {
                Ok(signal) => {
                    let mut frame = Frame::signal(T::stream(self.key), &signal);
                    if let (Some(state), Some(signal)) = (&self.state, T::read_signal(signal.get())) {
                        frame = frame.withheld(state.topic.signal_hidden_from(&signal));
                    }
                    self.fanout.broadcast(&frame, 0);
                }
                Err(_) => protocol::ignored(),
            },
            StreamMessage::Update(json) => match serde_json::from_str(&json) {
                Ok(update) => self.update(update, ctx),
                Err(_) => protocol::ignored(),
            },
            StreamMessage::Here(users) => {
                let users: HashSet<UserId> = users.into_iter().collect();
                let before = self.elsewhere.get(&from).cloned().unwrap_or_default();
                before.difference(&users).for_each(|user| self.remote_left(from, *user, ctx));
                users.iter().for_each(|user| self.remote_joined(from, *user, ctx));
            }
            StreamMessage::Came(user) => self.remote_joined(from, user, ctx),
            StreamMessage::Left(user) => self.remote_left(from, user, ctx),
            StreamMessage::WhoIsHere => self.publish_readers(),
        }
        self.flush_soon(ctx);
    }

    /// Applies an event that another node has committed. That node has notified the related streams.
    pub(super) fn apply_remote(&mut self, seq: i64, event: T::Event, data: Box<RawValue>, ctx: &mut Context<Self>) {
        let Some(state) = &self.state else { return };
        if let Some(held) = &mut self.held {
            held.push_back(Deferred::Event(seq, event, data));
        } else if seq > state.seq + 1 {
            self.fill_gap(None, ctx);
        } else if seq == state.seq + 1 {
            self.take_event(seq, &event, &data, ctx);
        }
    }

    /// Compares with `seq`, the sequence in the database.
    pub(super) fn reconcile(&mut self, seq: i64, ctx: &mut Context<Self>) {
        if self.held.is_none() && self.state.as_ref().is_some_and(|state| state.seq < seq) {
            self.fill_gap(None, ctx);
        }
    }

    /// Recovers after messages may have been missed. Re-requests presence and reloads a state that has no sequence on
    /// disk.
    pub(super) fn resync(&mut self, ctx: &mut Context<Self>) {
        self.publish_readers();
        self.core.publish(T::stream(self.key), || StreamMessage::WhoIsHere);
        if T::commits(&self.core).is_none() && self.state.is_some() {
            self.load(ctx);
        }
    }

    pub(super) fn node_gone(&mut self, node: NodeId, ctx: &mut Context<Self>) {
        for user in self.elsewhere.get(&node).cloned().unwrap_or_default() {
            self.remote_left(node, user, ctx);
        }
        self.elsewhere.remove(&node);
        self.flush_soon(ctx);
    }

    /// Counts one more local connection of `user`.
    pub(super) fn came(&mut self, user: UserId, ctx: &mut Context<Self>) {
        let was_here = self.is_here(user);
        let connections = self.here.entry(user).or_insert(0);
        *connections += 1;
        if *connections == 1 {
            self.core.publish(T::stream(self.key), || StreamMessage::Came(user));
        }
        if !was_here {
            self.presence(user, true, ctx);
        }
    }

    /// Handles the close of the last local connection of `user`.
    pub(super) fn went(&mut self, user: UserId, ctx: &mut Context<Self>) {
        if self.here.remove(&user).is_some() {
            self.core.publish(T::stream(self.key), || StreamMessage::Left(user));
            if !self.is_here(user) {
                self.presence(user, false, ctx);
            }
        }
    }

    fn remote_joined(&mut self, node: NodeId, user: UserId, ctx: &mut Context<Self>) {
        let was_here = self.is_here(user);
        self.elsewhere.entry(node).or_default().insert(user);
        if !was_here {
            self.presence(user, true, ctx);
        }
    }

    fn remote_left(&mut self, node: NodeId, user: UserId, ctx: &mut Context<Self>) {
        let was_there = self.elsewhere.get_mut(&node).is_some_and(|users| users.remove(&user));
        if was_there && !self.is_here(user) {
            self.presence(user, false, ctx);
        }
    }

    fn is_here(&self, user: UserId) -> bool {
        self.here.contains_key(&user) || self.elsewhere.values().any(|users| users.contains(&user))
    }

    /// Returns the number of users who have the stream open, on all nodes.
    pub(super) fn count_here(&self) -> usize {
        if self.elsewhere.is_empty() {
            return self.here.len();
        }
        self.here.keys().chain(self.elsewhere.values().flatten()).collect::<HashSet<_>>().len()
    }

    fn publish_readers(&self) {
        if !self.here.is_empty() {
            self.core.publish(T::stream(self.key), || StreamMessage::Here(self.here.keys().copied().collect()));
        }
    }
}
