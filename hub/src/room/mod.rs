//! Actor that runs any [`Topic`]: order, durability, replay buffer, subscribers, fan-out, resume, idle stop.
//!
//! A command goes `decide → group commit → apply → broadcast and acknowledge`. Nothing is shown or acknowledged before
//! it is durable. Events are shown in sequence order. A number is missing if another node wrote or a commit's answer
//! was lost. The room then reads the missed events from the database first.

pub mod fanout;
mod flush;
mod join;
mod message;
mod reader_count;
pub mod registry;
mod remote;
pub mod replay_buffer;

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::Arc,
    time::Duration,
};

use actix::{Actor, ActorContext, ActorFutureExt, AsyncContext, Context, Handler, StreamHandler, WrapFuture};
use serde_json::value::RawValue;
use store::{
    chat::CommandId,
    db::group_commit::Answers,
    types::{ids::UserId, timestamp::Timestamp},
};
use tokio::time::Instant;

use self::{
    message::{Answer, Deferred, PendingCommand, ReplyTo},
    reader_count::ReaderCount,
};
use crate::{
    cluster::protocol::{NodeId, StreamMessage},
    metrics,
    principal::Principal,
    protocol::{Frame, Reply, WireError, json},
    room::{
        fanout::{Ack, Fanout, ShardItem},
        replay_buffer::ReplayBuffer,
    },
    state::HubState,
    topic::{CommitResult, Loaded, Topic},
};

pub use self::message::{Inbound, Requester};

/// Interval of the idle check.
const CHECK_INTERVAL: Duration = Duration::from_secs(10);
/// Idle timeout. A room without subscribers stays this long, so that a reconnecting client finds its replay buffer.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);
/// Maximum database answers handled in one turn.
const ANSWERS: usize = 1_024;

/// Placeholder for an event that the subscriber may not see.
#[derive(serde::Serialize)]
struct Quiet {
    r#type: &'static str,
}

const QUIET: Quiet = Quiet { r#type: "quiet" };

pub struct Room<T: Topic> {
    core: Arc<HubState>,
    key: T::Key,
    /// `None` while loading, and when loading failed.
    state: Option<State<T>>,
    failed: Option<WireError>,
    fanout: Fanout,
    /// Number of connections per local user that have this stream open.
    here: HashMap<UserId, u32>,
    /// Users who have the stream open on other nodes.
    elsewhere: HashMap<NodeId, HashSet<UserId>>,
    waiting: HashMap<u64, PendingCommand>,
    next_mark: u64,
    answers: Option<Answers<T::Write>>,
    /// Messages received while a gap is filled from the database.
    held: Option<VecDeque<Deferred<T>>>,
    /// The state must be reloaded after the gap is filled.
    reread_due: bool,
    handled: u64,
    flushed: Instant,
    flush_due: bool,
    answer_due: bool,
    crowd: ReaderCount,
    last_used: Instant,
}

struct State<T> {
    topic: T,
    epoch: Arc<str>,
    seq: i64,
    log: ReplayBuffer,
}

impl<T: Topic> Room<T> {
    pub fn new(core: Arc<HubState>, key: T::Key) -> Self {
        Self {
            core,
            key,
            state: None,
            failed: None,
            fanout: Fanout::default(),
            here: HashMap::new(),
            elsewhere: HashMap::new(),
            waiting: HashMap::new(),
            next_mark: 0,
            answers: None,
            held: None,
            reread_due: false,
            handled: 0,
            flushed: Instant::now(),
            flush_due: false,
            answer_due: false,
            crowd: ReaderCount::default(),
            last_used: Instant::now(),
        }
    }

    /// Reads the state. The mailbox waits meanwhile.
    fn load(&self, ctx: &mut Context<Self>) {
        let (core, key) = (self.core.clone(), self.key);
        let load = async move { T::load(&core, key).await };
        ctx.wait(load.into_actor(self).map(|loaded, room, ctx| match loaded {
            Ok(Loaded { topic, epoch, seq }) => {
                let reloaded = room.state.replace(State { topic, epoch, seq, log: ReplayBuffer::new(seq) }).is_some();
                if reloaded {
                    room.resync_all(ctx);
                }
            }
            Err(cause) => {
                if let Some(mut state) = room.state.take() {
                    state.topic.end(&room.core);
                    // Subscribers rejoin and are rejected. Otherwise they would wait for events that cannot come.
                    room.resync_all(ctx);
                }
                room.failed = Some(match cause {
                    store::Error::NotFound => WireError::NOT_FOUND,
                    cause => {
                        tracing::error!(%cause, stream = %T::stream(room.key), "a stream could not be loaded");
                        WireError::unavailable()
                    }
                });
            }
        }));
    }

    fn command(&mut self, from: ReplyTo, id: CommandId, command: T::Command, ctx: &mut Context<Self>) {
        let refusal = match self.take_command(from.who(), id, command) {
            Ok(mark) => {
                self.core.command_taken();
                self.waiting.insert(mark, PendingCommand { from, since: Instant::now() });
                return;
            }
            Err(refusal) => refusal,
        };
        metrics::COMMANDS.with_label_values(&[refusal.code]).inc();
        self.answer(from, Err(refusal), ctx);
    }

    fn answer(&mut self, caller: ReplyTo, reply: Reply, ctx: &mut Context<Self>) {
        match caller {
            ReplyTo::Connection(from) => self.reply(&from, reply, ctx),
            // A caller that has stopped waiting does not need the answer.
            ReplyTo::Task(_, answer) => drop(answer.send(reply)),
        }
    }

    fn take_command(&mut self, who: &Principal, id: CommandId, command: T::Command) -> Result<u64, WireError> {
        let Some(state) = &self.state else {
            return Err(self.failed.clone().unwrap_or_else(WireError::unavailable));
        };
        if !state.topic.authorize(who) {
            return Err(WireError::NOT_FOUND);
        }
        if self.core.is_draining() {
            return Err(WireError::unavailable());
        }
        let write = state.topic.decide(who, id, command, Timestamp::now())?;
        let (Some(commits), Some(answers)) = (T::commits(&self.core), &self.answers) else {
            return Err(WireError::NOT_ALLOWED);
        };
        self.next_mark += 1;
        commits.submit(write, self.next_mark, answers).map_err(|_| WireError::busy())?;
        Ok(self.next_mark)
    }

    /// Handles the database's answer to one write.
    fn answered(&mut self, (mark, outcome): Answer<T>, ctx: &mut Context<Self>) {
        if let Some(held) = &mut self.held {
            held.push_back(Deferred::Answer((mark, outcome)));
            return;
        }
        let Some(state) = &mut self.state else {
            return self.settle(mark, Err(WireError::unavailable()), ctx);
        };
        let settled = match outcome {
            Ok(outcome) => state.topic.settle(outcome),
            Err(cause) => {
                tracing::error!(%cause, stream = %T::stream(self.key), "a write failed");
                CommitResult::Refused(WireError::unavailable())
            }
        };
        let reply = match settled {
            CommitResult::Event { seq, event, reply } => {
                let known = state.seq;
                // Called only here, because exactly one node writes each event.
                let here = self.here.keys().chain(self.elsewhere.values().flatten());
                state.topic.notify_offline(&self.core, &event, &mut here.copied());
                let data = json(&event);
                self.core.publish(T::stream(self.key), || StreamMessage::Event { seq, json: data.get().to_owned() });
                if seq > known + 1 {
                    return self.fill_gap(Some((mark, reply)), ctx);
                }
                if seq == known + 1 {
                    self.happened(seq, &event, &data, ctx);
                }
                Ok(reply)
            }
            CommitResult::Repeat { seq, reply } if seq > state.seq => return self.fill_gap(Some((mark, reply)), ctx),
            CommitResult::Repeat { reply, .. } => Ok(reply),
            CommitResult::Aside { update, reply } => {
                state.topic.publish_related_update(&self.core, &update);
                self.core.publish(T::stream(self.key), || StreamMessage::Update(json(&update).get().to_owned()));
                self.update(update, ctx);
                Ok(reply)
            }
            CommitResult::Refused(refusal) => Err(refusal),
        };
        self.settle(mark, reply, ctx);
    }

    fn settle(&mut self, mark: u64, reply: Reply, ctx: &mut Context<Self>) {
        if let Some(PendingCommand { from, since }) = self.waiting.remove(&mark) {
            metrics::COMMAND_SECONDS
                .with_label_values(&[topic_name::<T>(self.key)])
                .observe(since.elapsed().as_secs_f64());
            let outcome = reply.as_ref().map_or_else(|refusal| refusal.code, |_| "done");
            metrics::COMMANDS.with_label_values(&[outcome]).inc();
            self.answer(from, reply, ctx);
            self.core.command_answered();
        }
    }

    /// Applies a numbered event of this node and notifies related streams. `data` is the event as JSON.
    fn happened(&mut self, seq: i64, event: &T::Event, data: &RawValue, ctx: &mut Context<Self>) {
        self.take_event(seq, event, data, ctx);
        if let Some(state) = &self.state {
            state.topic.publish_related(&self.core, seq, event);
        }
    }

    /// Applies a numbered event to the state, adds it to the replay buffer and broadcasts it.
    fn take_event(&mut self, seq: i64, event: &T::Event, data: &RawValue, ctx: &mut Context<Self>) {
        let Some(state) = &mut self.state else { return };
        let reveals = state.topic.reveals_presence(event);
        state.topic.apply(event);
        state.seq = seq;
        let stream = T::stream(self.key);
        let told = state.topic.enrich(event);
        let mut frame = Frame::event(stream, state.epoch.clone(), seq, told.as_deref().unwrap_or(data));
        let with_redaction = state.topic.hidden_from(event);
        if !with_redaction.is_empty() {
            let rest = state.topic.redacted(event).unwrap_or_else(|| json(&QUIET));
            frame = frame.with_redaction(with_redaction, Frame::event(stream, state.epoch.clone(), seq, &rest));
        }
        state.log.push(frame.clone());
        let unsubscribed = state.topic.unsubscribed(event);
        self.remove_user(unsubscribed, ctx);
        self.fanout.broadcast(&frame, seq);
        if reveals {
            self.show_present();
        }
    }

    /// Signals the presence of all who have the stream open, on this node and on others.
    fn show_present(&mut self) {
        let Some(state) = &self.state else { return };
        let here: HashSet<UserId> = self.here.keys().chain(self.elsewhere.values().flatten()).copied().collect();
        for signal in here.into_iter().filter_map(|user| state.topic.presence(user, true)) {
            let frame = Frame::signal(T::stream(self.key), &json(&signal));
            self.fanout.broadcast(&frame.withheld(state.topic.signal_hidden_from(&signal)), 0);
        }
    }

    fn client_signal(&mut self, from: &Requester, hint: T::ClientSignal, ctx: &mut Context<Self>) {
        let Some(state) = &self.state else { return };
        if !state.topic.authorize(&from.who) {
            return self.reply(from, Err(WireError::NOT_FOUND), ctx);
        }
        match state.topic.client_signal(&from.who, hint) {
            Ok(Some(signal)) => {
                self.core.publish(T::stream(self.key), || StreamMessage::Signal(json(&signal).get().to_owned()));
                self.signal(&signal);
                self.flush_soon(ctx);
            }
            Ok(None) => {}
            Err(refusal) => self.reply(from, Err(refusal), ctx),
        }
    }

    fn signal(&mut self, signal: &T::Signal) {
        let mut frame = Frame::signal(T::stream(self.key), &json(signal));
        if let Some(state) = &self.state {
            state.topic.publish_related_signal(&self.core, signal);
            frame = frame.withheld(state.topic.signal_hidden_from(signal));
        }
        self.fanout.broadcast(&frame, 0);
    }

    fn update(&mut self, update: T::Update, ctx: &mut Context<Self>) {
        let Some(state) = &mut self.state else { return };
        let news = state.topic.update(update);
        let mut seq = state.seq;
        for event in &news.events {
            seq += 1;
            self.happened(seq, event, &json(event), ctx);
        }
        for signal in &news.signals {
            self.signal(signal);
        }
        if news.count {
            self.count_soon(ctx);
        }
        if news.stale {
            self.load(ctx);
        }
        self.flush_soon(ctx);
    }

    /// Makes every subscriber start over with a snapshot.
    fn resync_all(&mut self, ctx: &mut Context<Self>) {
        self.fanout.resync();
        self.flush_soon(ctx);
    }

    fn reply(&mut self, from: &Requester, reply: Reply, ctx: &mut Context<Self>) {
        if let Err(refusal) = &reply {
            metrics::REFUSED.with_label_values(&[refusal.code]).inc();
        }
        if from.ack != Ack::None {
            self.fanout.answer(&from.shard, ShardItem::Reply { conn: from.conn, reply, ack: from.ack.clone() });
            self.flush_soon(ctx);
        }
    }

    fn check(&mut self, ctx: &mut Context<Self>) {
        if T::registry(&self.core).take_missed_news(self.key) {
            tracing::warn!(stream = %T::stream(self.key), "news was dropped; the stream is read anew");
            self.load(ctx);
        }
        let needed = self.fanout.subscribers() > 0
            || self.fanout.has_pending()
            || !self.waiting.is_empty()
            || self.held.is_some();
        if needed {
            self.last_used = Instant::now();
        }
        let spent = self.failed.is_some() || self.last_used.elapsed() >= IDLE_TIMEOUT;
        if !needed && spent && T::registry(&self.core).retire(self.key, self.handled) {
            ctx.stop();
        }
    }
}

/// Returns the kind part of the stream name, for metrics.
fn topic_name<T: Topic>(key: T::Key) -> &'static str {
    T::stream(key).kind()
}

impl<T: Topic> Handler<Inbound<T>> for Room<T> {
    type Result = ();

    fn handle(&mut self, message: Inbound<T>, ctx: &mut Context<Self>) {
        self.handled += 1;
        self.last_used = Instant::now();
        match message {
            Inbound::Join { from, since, again } => self.join(from, since, again, ctx),
            Inbound::Leave { user, conn, shard } => self.leave(user, conn, &shard, ctx),
            Inbound::Command { from, id, command } => self.command(ReplyTo::Connection(from), id, command, ctx),
            Inbound::Ask { who, id, command, answer } => self.command(ReplyTo::Task(who, answer), id, command, ctx),
            Inbound::ClientSignal { from, hint } => self.client_signal(&from, hint, ctx),
            Inbound::Update(update) => self.update(update, ctx),
            // The mailbox waits while the state loads, so without a state it failed to load.
            Inbound::Reload if self.state.is_none() => {}
            // Missing events are sent first, because a snapshot shows only the end of the stream.
            Inbound::Reload if self.held.is_some() => self.reread_due = true,
            Inbound::Reload => self.load(ctx),
            Inbound::BusEvent { from, said } => self.heard(from, &said, ctx),
            Inbound::DbSeq(seq) => self.reconcile(seq, ctx),
            Inbound::Resync => self.resync(ctx),
            Inbound::NodeGone(node) => self.node_gone(node, ctx),
        }
    }
}

impl<T: Topic> StreamHandler<Vec<Answer<T>>> for Room<T> {
    fn handle(&mut self, answers: Vec<Answer<T>>, ctx: &mut Context<Self>) {
        for answer in answers {
            self.answered(answer, ctx);
        }
        self.flush_soon(ctx);
    }

    /// The room holds a sender, so this is called only when the room stops.
    fn finished(&mut self, _: &mut Context<Self>) {}
}

impl<T: Topic> Actor for Room<T> {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Context<Self>) {
        metrics::ROOMS.with_label_values(&[topic_name::<T>(self.key)]).inc();
        let (sender, receiver) = tokio::sync::mpsc::unbounded_channel();
        self.answers = Some(sender);
        // Not `ready_chunks`: it reserves space for the maximum, 400 KB, whenever one answer arrives.
        ctx.add_stream(futures_util::stream::unfold(receiver, |mut receiver| async move {
            let mut answers = Vec::new();
            (receiver.recv_many(&mut answers, ANSWERS).await > 0).then_some((answers, receiver))
        }));
        ctx.run_interval(CHECK_INTERVAL, Self::check);
        self.follow(ctx);
    }

    fn stopped(&mut self, _: &mut Context<Self>) {
        metrics::ROOMS.with_label_values(&[topic_name::<T>(self.key)]).dec();
        if let Some(state) = &mut self.state {
            state.topic.end(&self.core);
        }
        if let Some(relay) = &self.core.relay {
            relay.unfollow(T::stream(self.key));
        }
    }
}
