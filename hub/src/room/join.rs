//! Joining a stream: brings subscribers up to date.
//!
//! The replay buffer serves short absences, the database longer ones, and a snapshot all other joins. The same database
//! read fills gaps in the room's own sequence.

use std::collections::{HashSet, VecDeque};

use actix::{ActorFutureExt, AsyncContext, Context, WrapFuture};
use serde_json::value::RawValue;
use store::types::{ids::UserId, timestamp::Timestamp};

use super::{Deferred, Requester, Room, State};
use crate::{
    metrics,
    protocol::{Frame, Position, Reply, StreamKey, WireError, json},
    room::{
        fanout::{ConnId, ShardItem, ShardRef},
        replay_buffer::ReplayBuffer,
    },
    topic::{Missed, Topic},
};

/// Source that brought a subscriber up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// The client had no position.
    Snapshot,
    /// The missed events were not available.
    Resync,
    ReplayBuffer,
    Database,
}

impl Mode {
    /// Returns the label for metrics.
    fn label(self) -> &'static str {
        match self {
            Self::Snapshot => "snapshot",
            Self::Resync => "resync",
            Self::ReplayBuffer => "log",
            Self::Database => "database",
        }
    }

    /// Returns the name for the reply to the join.
    fn name(self) -> &'static str {
        match self {
            Self::Snapshot | Self::Resync => "snapshot",
            Self::ReplayBuffer | Self::Database => "resumed",
        }
    }
}

impl<T: Topic> Room<T> {
    pub(super) fn join(&mut self, from: Requester, since: Option<Position>, again: bool, ctx: &mut Context<Self>) {
        if !again {
            self.fanout.joins(&from.shard, from.conn, from.who.user, from.join);
        }
        let Some(state) = &self.state else {
            let refusal = self.failed.clone().unwrap_or_else(WireError::unavailable);
            return self.not_joined(&from, refusal, ctx);
        };
        if !state.topic.authorize(&from.who) {
            return self.not_joined(&from, WireError::NOT_FOUND, ctx);
        }
        match since {
            // A client that comes from another node may be ahead of this node. The database knows both positions.
            Some(since) if since.epoch == state.epoch && since.seq >= state.topic.resumes_from(from.who.user) => {
                if let Some(frames) = state.catch_up(T::stream(self.key), since.seq, from.who.user) {
                    let seq = state.seq;
                    self.joined(from, frames, seq, Mode::ReplayBuffer, ctx);
                } else {
                    self.resume_from_database(from, since.seq, ctx);
                }
            }
            since => {
                let declared = again || since.is_some();
                let (frame, seq) = self.snapshot(state, from.who.user, declared);
                let mode = if declared { Mode::Resync } else { Mode::Snapshot };
                self.joined(from, vec![frame], seq, mode, ctx);
            }
        }
    }

    /// Resumes from the database because the replay buffer does not reach back far enough.
    fn resume_from_database(&self, from: Requester, since: i64, ctx: &mut Context<Self>) {
        let (core, key) = (self.core.clone(), self.key);
        let read = async move { T::missed(&core, key, since).await };
        ctx.spawn(read.into_actor(self).map(move |missed, room, ctx| {
            let Some(state) = &room.state else {
                return room.not_joined(&from, WireError::unavailable(), ctx);
            };
            // The user may have been removed during the read.
            if !state.topic.authorize(&from.who) {
                return room.not_joined(&from, WireError::NOT_FOUND, ctx);
            }
            let stream = T::stream(room.key);
            let head = missed.as_ref().ok().and_then(Option::as_ref).map_or(0, |missed| missed.seq);
            let resumed = match missed {
                Ok(Some(missed)) if missed.seq >= since => state.catch_up_from(stream, since, &missed, from.who.user),
                // A position that the database has not reached belongs to another history.
                Ok(_) => None,
                Err(cause) => {
                    tracing::error!(%cause, %stream, "what a reader missed could not be read");
                    return room.not_joined(&from, WireError::unavailable(), ctx);
                }
            };
            let (frames, seq, mode) = resumed.map_or_else(
                || {
                    let (frame, seq) = room.snapshot(state, from.who.user, true);
                    (vec![frame], seq, Mode::Resync)
                },
                |(frames, seq)| (frames, seq, Mode::Database),
            );
            room.joined(from, frames, seq, mode, ctx);
            room.reconcile(head, ctx);
        }));
    }

    fn snapshot(&self, state: &State<T>, viewer: UserId, resync: bool) -> (Frame, i64) {
        let data = state.topic.snapshot(viewer, &self.here_with(viewer));
        (Frame::snapshot(T::stream(self.key), state.epoch.clone(), state.seq, resync, &data), state.seq)
    }

    /// Returns the users who have the stream open, including `viewer`, if the topic asks for them.
    fn here_with(&self, viewer: UserId) -> Vec<UserId> {
        if !T::LISTS_READERS {
            return Vec::new();
        }
        let mut here: HashSet<UserId> = self.elsewhere.values().flatten().copied().collect();
        here.extend(self.here.keys());
        here.insert(viewer);
        here.into_iter().collect()
    }

    fn joined(&mut self, from: Requester, mut frames: Vec<Frame>, seq: i64, mode: Mode, ctx: &mut Context<Self>) {
        let Some(state) = &self.state else { return };
        metrics::JOINS.with_label_values(&[mode.label()]).inc();
        let reply: Reply = Ok(json(&serde_json::json!({"epoch": &*state.epoch, "seq": seq, "mode": mode.name()})));
        let user = from.who.user;
        if matches!(mode, Mode::ReplayBuffer | Mode::Database) {
            // Signals are not stored, so the current ephemeral state is sent.
            frames.push(Frame::signal(
                T::stream(self.key),
                &json(&state.topic.ephemeral_state(user, &self.here_with(user))),
            ));
        }
        let epoch = state.epoch.clone();
        if self.fanout.joined(&from.shard, from.conn) {
            // Runs before the join is sent, so that the subscriber does not receive its own presence.
            self.came(user, ctx);
        }
        let item = ShardItem::Joined { conn: from.conn, join: from.join, frames, epoch, seq, reply, ack: from.ack };
        self.fanout.push(&from.shard, item);
        self.flush_soon(ctx);
    }

    /// Rejects a connection that may not, or may no longer, subscribe. Removes the connection from the count.
    fn not_joined(&mut self, from: &Requester, refusal: WireError, ctx: &mut Context<Self>) {
        self.leave(from.who.user, from.conn, &from.shard, ctx);
        let item =
            ShardItem::NotJoined { conn: from.conn, join: from.join, reply: Err(refusal), ack: from.ack.clone() };
        self.fanout.push(&from.shard, item);
        self.flush_soon(ctx);
    }

    pub(super) fn leave(&mut self, user: UserId, conn: ConnId, shard: &ShardRef, ctx: &mut Context<Self>) {
        if !self.fanout.left(shard, conn) {
            return;
        }
        if let Some(connections) = self.here.get_mut(&user) {
            *connections = connections.saturating_sub(1);
            if *connections == 0 {
                self.went(user, ctx);
                self.flush_soon(ctx);
            }
        }
    }

    /// Ends the stream for all connections of `users`.
    pub(super) fn remove_user(&mut self, users: &[UserId], ctx: &mut Context<Self>) {
        for user in users {
            self.fanout.remove_user(*user, &WireError::NOT_FOUND);
            self.went(*user, ctx);
        }
    }

    pub(super) fn presence(&mut self, user: UserId, here: bool, ctx: &mut Context<Self>) {
        let count = self.count_here();
        let Some(state) = &mut self.state else { return };
        if !here {
            state.topic.gone(user, Timestamp::now());
        }
        if let Some(signal) = state.topic.presence(user, here) {
            self.signal(&signal);
        } else if state.topic.reader_count(count).is_some() {
            self.count_soon(ctx);
        }
    }

    /// Fills a gap in the sequence. Reads the missing events from the database and broadcasts them. Then answers the
    /// waiting write and processes the deferred messages.
    pub(super) fn fill_gap(&mut self, waiting: Option<(u64, Box<RawValue>)>, ctx: &mut Context<Self>) {
        self.held = Some(VecDeque::new());
        let (core, key, since) = (self.core.clone(), self.key, self.state.as_ref().map_or(0, |state| state.seq));
        let read = async move { T::missed(&core, key, since).await };
        ctx.spawn(read.into_actor(self).map(move |missed, room, ctx| {
            match missed {
                Ok(Some(missed)) => room.take_in(since, missed, ctx),
                Ok(None) => room.load(ctx),
                Err(cause) => {
                    tracing::error!(%cause, stream = %T::stream(room.key), "a gap could not be filled");
                    room.load(ctx);
                }
            }
            if let Some((mark, reply)) = waiting {
                room.settle(mark, Ok(reply), ctx);
            }
            for held in room.held.take().into_iter().flatten() {
                match held {
                    Deferred::Answer(answer) => room.answered(answer, ctx),
                    Deferred::Event(seq, event, data) => room.apply_remote(seq, event, data, ctx),
                }
            }
            if std::mem::take(&mut room.reread_due) {
                room.load(ctx);
            }
            room.flush_soon(ctx);
        }));
    }

    fn take_in(&mut self, since: i64, missed: Missed<T>, ctx: &mut Context<Self>) {
        let Some(state) = &mut self.state else { return };
        for (seq, event) in &missed.events {
            state.topic.apply(event);
            state.topic.publish_related(&self.core, *seq, event);
        }
        let stream = T::stream(self.key);
        let mut frame = state.resumed(stream, since, &missed, |_| false);
        let with_redaction: HashSet<UserId> =
            missed.events.iter().flat_map(|(_, event)| state.topic.hidden_from(event)).collect();
        if !with_redaction.is_empty() {
            let is_hidden = |event: &T::Event| !state.topic.hidden_from(event).is_empty();
            frame = frame
                .with_redaction(with_redaction.into_iter().collect(), state.resumed(stream, since, &missed, is_hidden));
        }
        state.seq = missed.seq;
        // The events may have gaps, so the replay buffer is reset.
        state.log = ReplayBuffer::new(missed.seq);
        let unsubscribed: Vec<UserId> =
            missed.events.iter().flat_map(|(_, event)| state.topic.unsubscribed(event)).copied().collect();
        self.remove_user(&unsubscribed, ctx);
        self.fanout.broadcast(&frame, missed.seq);
    }
}

impl<T: Topic> State<T> {
    /// Returns the frames from `since` to now, if the replay buffer reaches back that far.
    fn catch_up(&self, stream: StreamKey, since: i64, viewer: UserId) -> Option<Vec<Frame>> {
        let mut frames = vec![Frame::resumed(stream, self.epoch.clone(), since, since, "")];
        frames.extend(self.log.after(since)?.filter_map(|frame| frame.for_viewer(viewer).cloned()));
        Some(frames)
    }

    /// Returns the frames from a database read, followed by those in the replay buffer.
    fn catch_up_from(
        &self,
        stream: StreamKey,
        since: i64,
        missed: &Missed<T>,
        viewer: UserId,
    ) -> Option<(Vec<Frame>, i64)> {
        let is_hidden = |event: &T::Event| self.topic.hidden_from(event).contains(&viewer);
        let mut frames = vec![self.resumed(stream, since, missed, is_hidden)];
        if missed.seq < self.seq {
            frames.extend(self.log.after(missed.seq)?.filter_map(|frame| frame.for_viewer(viewer).cloned()));
        }
        Some((frames, missed.seq.max(self.seq)))
    }

    fn resumed(
        &self,
        stream: StreamKey,
        since: i64,
        missed: &Missed<T>,
        is_hidden: impl Fn(&T::Event) -> bool,
    ) -> Frame {
        let mut events = String::new();
        let shown = |event: &T::Event| {
            if is_hidden(event) {
                return self.topic.redacted(event);
            }
            Some(self.topic.enrich(event).unwrap_or_else(|| json(event)))
        };
        for (seq, object) in missed.events.iter().filter_map(|(seq, event)| Some((seq, shown(event)?))) {
            if !events.is_empty() {
                events.push(',');
            }
            // An event is an object with a `type`. The number is inserted before its fields.
            events.push_str(&format!("{{\"seq\":{seq},{}", object.get().trim_start_matches('{')));
        }
        Frame::resumed(stream, self.epoch.clone(), since, missed.seq, &events)
    }
}
