//! The one actor that runs any [`Topic`]: order, durability, log, subscribers, fan-out, resume, idle stop.
//!
//! A command goes `decide → group commit → apply → broadcast and acknowledge`. Nothing is shown or acknowledged before it
//! is durable, and everything is shown in the order of its sequence number. When a number is missing (another node wrote,
//! or a commit's answer was lost) the room reads what it missed from the database before it goes on.

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
use futures_util::StreamExt;
use serde_json::value::RawValue;
use store::{
    chat::CommandId,
    db::group_commit::Answers,
    types::{ids::UserId, timestamp::Millis},
};
use tokio::time::Instant;

use self::{
    message::{Answer, Caller, Held, Waiting},
    reader_count::Crowd,
};
use crate::{
    cluster::protocol::{Node, Word},
    metrics,
    principal::Principal,
    protocol::{Frame, Refusal, Reply, json},
    room::{
        fanout::{Ack, Item, Outlets},
        replay_buffer::Log,
    },
    state::Core,
    topic::{Loaded, Settled, Topic},
};

pub use self::message::{Asker, Inbound};

/// How often a room looks whether it is still needed.
const CHECK: Duration = Duration::from_secs(10);
/// How long a room without readers stays, so that a reconnecting reader finds its log.
const LINGER: Duration = Duration::from_secs(60);
/// Answers of the database handled in one turn.
const ANSWERS: usize = 1_024;

/// What is told of an event that its reader may not see.
#[derive(serde::Serialize)]
struct Quiet {
    r#type: &'static str,
}

const QUIET: Quiet = Quiet { r#type: "quiet" };

pub struct Room<T: Topic> {
    core: Arc<Core>,
    key: T::Key,
    /// `None` while loading, and when loading failed.
    state: Option<State<T>>,
    failed: Option<Refusal>,
    outlets: Outlets,
    /// How many connections each reader has this stream open on.
    here: HashMap<UserId, u32>,
    /// Who has it open on the other nodes.
    elsewhere: HashMap<Node, HashSet<UserId>>,
    waiting: HashMap<u64, Waiting>,
    next_mark: u64,
    answers: Option<Answers<T::Write>>,
    /// What came while a gap is being filled from the database.
    held: Option<VecDeque<Held<T>>>,
    /// The state is to be read anew once the gap is filled.
    reread_due: bool,
    handled: u64,
    flushed: Instant,
    flush_due: bool,
    answer_due: bool,
    crowd: Crowd,
    last_used: Instant,
}

struct State<T> {
    topic: T,
    epoch: Arc<str>,
    seq: i64,
    log: Log,
}

impl<T: Topic> Room<T> {
    pub fn new(core: Arc<Core>, key: T::Key) -> Self {
        Self {
            core,
            key,
            state: None,
            failed: None,
            outlets: Outlets::default(),
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
            crowd: Crowd::default(),
            last_used: Instant::now(),
        }
    }

    /// Reads the state; the mailbox waits meanwhile.
    fn load(&self, ctx: &mut Context<Self>) {
        let (core, key) = (self.core.clone(), self.key);
        let load = async move { T::load(&core, key).await };
        ctx.wait(load.into_actor(self).map(|loaded, room, ctx| match loaded {
            Ok(Loaded { topic, epoch, seq }) => {
                let reloaded = room.state.replace(State { topic, epoch, seq, log: Log::new(seq) }).is_some();
                if reloaded {
                    room.resync_all(ctx);
                }
            }
            Err(cause) => {
                if let Some(mut state) = room.state.take() {
                    state.topic.end(&room.core);
                    // Who follows asks anew and is refused, rather than waiting for news that cannot come.
                    room.resync_all(ctx);
                }
                room.failed = Some(match cause {
                    store::Error::NotFound => Refusal::NOT_FOUND,
                    cause => {
                        tracing::error!(%cause, stream = %T::stream(room.key), "a stream could not be loaded");
                        Refusal::unavailable()
                    }
                });
            }
        }));
    }

    fn command(&mut self, from: Caller, id: CommandId, command: T::Command, ctx: &mut Context<Self>) {
        let refusal = match self.take_command(from.who(), id, command) {
            Ok(mark) => {
                self.core.command_taken();
                self.waiting.insert(mark, Waiting { from, since: Instant::now() });
                return;
            }
            Err(refusal) => refusal,
        };
        metrics::COMMANDS.with_label_values(&[refusal.code]).inc();
        self.answer(from, Err(refusal), ctx);
    }

    fn answer(&mut self, caller: Caller, reply: Reply, ctx: &mut Context<Self>) {
        match caller {
            Caller::Connection(from) => self.reply(&from, reply, ctx),
            // Who does not wait any more does not need the answer.
            Caller::Task(_, answer) => drop(answer.send(reply)),
        }
    }

    fn take_command(&mut self, who: &Principal, id: CommandId, command: T::Command) -> Result<u64, Refusal> {
        let Some(state) = &self.state else {
            return Err(self.failed.clone().unwrap_or_else(Refusal::unavailable));
        };
        if !state.topic.admits(who) {
            return Err(Refusal::NOT_FOUND);
        }
        if self.core.is_draining() {
            return Err(Refusal::unavailable());
        }
        let write = state.topic.decide(who, id, command, Millis::now())?;
        let (Some(commits), Some(answers)) = (T::commits(&self.core), &self.answers) else {
            return Err(Refusal::NOT_ALLOWED);
        };
        self.next_mark += 1;
        commits.submit(write, self.next_mark, answers).map_err(|_| Refusal::busy())?;
        Ok(self.next_mark)
    }

    /// Takes in what the database said about one write.
    fn answered(&mut self, (mark, outcome): Answer<T>, ctx: &mut Context<Self>) {
        if let Some(held) = &mut self.held {
            held.push_back(Held::Answer((mark, outcome)));
            return;
        }
        let Some(state) = &mut self.state else {
            return self.settle(mark, Err(Refusal::unavailable()), ctx);
        };
        let settled = match outcome {
            Ok(outcome) => state.topic.settle(outcome),
            Err(cause) => {
                tracing::error!(%cause, stream = %T::stream(self.key), "a write failed");
                Settled::Refused(Refusal::unavailable())
            }
        };
        let reply = match settled {
            Settled::Event { seq, event, reply } => {
                let known = state.seq;
                // Here and nowhere else: whichever way the event comes to the readers, one node has written it.
                let here = self.here.keys().chain(self.elsewhere.values().flatten());
                state.topic.herald(&self.core, &event, &mut here.copied());
                let data = json(&event);
                self.core.say(T::stream(self.key), || Word::Event { seq, json: data.get().to_owned() });
                if seq > known + 1 {
                    return self.fill_gap(Some((mark, reply)), ctx);
                }
                if seq == known + 1 {
                    self.happened(seq, &event, &data, ctx);
                }
                Ok(reply)
            }
            Settled::Repeat { seq, reply } if seq > state.seq => return self.fill_gap(Some((mark, reply)), ctx),
            Settled::Repeat { reply, .. } => Ok(reply),
            Settled::Aside { notice, reply } => {
                state.topic.announce_aside(&self.core, &notice);
                self.core.say(T::stream(self.key), || Word::Notice(json(&notice).get().to_owned()));
                self.notice(notice, ctx);
                Ok(reply)
            }
            Settled::Refused(refusal) => Err(refusal),
        };
        self.settle(mark, reply, ctx);
    }

    fn settle(&mut self, mark: u64, reply: Reply, ctx: &mut Context<Self>) {
        if let Some(Waiting { from, since }) = self.waiting.remove(&mark) {
            metrics::COMMAND_SECONDS
                .with_label_values(&[topic_name::<T>(self.key)])
                .observe(since.elapsed().as_secs_f64());
            let outcome = reply.as_ref().map_or_else(|refusal| refusal.code, |_| "done");
            metrics::COMMANDS.with_label_values(&[outcome]).inc();
            self.answer(from, reply, ctx);
            self.core.command_answered();
        }
    }

    /// An event of this node that has its number: to everybody here, and the other streams it concerns. `data` is the
    /// event as JSON.
    fn happened(&mut self, seq: i64, event: &T::Event, data: &RawValue, ctx: &mut Context<Self>) {
        self.take_event(seq, event, data, ctx);
        if let Some(state) = &self.state {
            state.topic.announce(&self.core, seq, event);
        }
    }

    /// An event that has its number: into the state, the log, the sockets.
    fn take_event(&mut self, seq: i64, event: &T::Event, data: &RawValue, ctx: &mut Context<Self>) {
        let Some(state) = &mut self.state else { return };
        state.topic.apply(event);
        state.seq = seq;
        let stream = T::stream(self.key);
        let told = state.topic.told(event);
        let mut frame = Frame::event(stream, &state.epoch, seq, told.as_deref().unwrap_or(data));
        let veiled = state.topic.veiled_from(event);
        if !veiled.is_empty() {
            frame = frame.veiled(veiled, Frame::event(stream, &state.epoch, seq, &json(&QUIET)));
        }
        state.log.push(frame.clone());
        let expelled = state.topic.expelled(event);
        self.expel(expelled, ctx);
        self.outlets.broadcast(&frame, seq);
    }

    fn hint(&mut self, from: &Asker, hint: T::Hint, ctx: &mut Context<Self>) {
        let Some(state) = &self.state else { return };
        if !state.topic.admits(&from.who) {
            return self.reply(from, Err(Refusal::NOT_FOUND), ctx);
        }
        match state.topic.hint(&from.who, hint) {
            Ok(Some(signal)) => {
                self.core.say(T::stream(self.key), || Word::Signal(json(&signal).get().to_owned()));
                self.signal(&signal);
                self.flush_soon(ctx);
            }
            Ok(None) => {}
            Err(refusal) => self.reply(from, Err(refusal), ctx),
        }
    }

    fn signal(&mut self, signal: &T::Signal) {
        if let Some(state) = &self.state {
            state.topic.announce_signal(&self.core, signal);
        }
        self.outlets.broadcast(&Frame::signal(T::stream(self.key), &json(signal)), 0);
    }

    fn notice(&mut self, notice: T::Notice, ctx: &mut Context<Self>) {
        let Some(state) = &mut self.state else { return };
        let news = state.topic.notice(notice);
        let mut seq = state.seq;
        for event in &news.events {
            seq += 1;
            self.happened(seq, event, &json(event), ctx);
        }
        for signal in &news.signals {
            self.signal(signal);
        }
        if news.stale {
            self.load(ctx);
        }
        self.flush_soon(ctx);
    }

    /// Has every subscriber start over with a snapshot.
    fn resync_all(&mut self, ctx: &mut Context<Self>) {
        self.outlets.resync();
        self.flush_soon(ctx);
    }

    fn reply(&mut self, from: &Asker, reply: Reply, ctx: &mut Context<Self>) {
        if let Err(refusal) = &reply {
            metrics::REFUSED.with_label_values(&[refusal.code]).inc();
        }
        if from.ack != Ack::None {
            self.outlets.answer(&from.shard, Item::Reply { conn: from.conn, reply, ack: from.ack.clone() });
            self.flush_soon(ctx);
        }
    }

    fn check(&mut self, ctx: &mut Context<Self>) {
        if T::directory(&self.core).take_missed_news(self.key) {
            tracing::warn!(stream = %T::stream(self.key), "news was dropped; the stream is read anew");
            self.load(ctx);
        }
        let needed = self.outlets.subscribers() > 0
            || self.outlets.has_pending()
            || !self.waiting.is_empty()
            || self.held.is_some();
        if needed {
            self.last_used = Instant::now();
        }
        let spent = self.failed.is_some() || self.last_used.elapsed() >= LINGER;
        if !needed && spent && T::directory(&self.core).retire(self.key, self.handled) {
            ctx.stop();
        }
    }
}

/// The part of the stream's name that is the same for all of its kind, for metrics.
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
            Inbound::Command { from, id, command } => self.command(Caller::Connection(from), id, command, ctx),
            Inbound::Ask { who, id, command, answer } => self.command(Caller::Task(who, answer), id, command, ctx),
            Inbound::Hint { from, hint } => self.hint(&from, hint, ctx),
            Inbound::Notice(notice) => self.notice(notice, ctx),
            // Without a state it is read, or could not be, anyway.
            Inbound::Reread if self.state.is_none() => {}
            // What is missing is told first: a snapshot shows the end of the stream only.
            Inbound::Reread if self.held.is_some() => self.reread_due = true,
            Inbound::Reread => self.load(ctx),
            Inbound::Heard { from, said } => self.heard(from, &said, ctx),
            Inbound::Head(seq) => self.compare(seq, ctx),
            Inbound::Look => self.look(ctx),
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

    /// The room holds a sender of its own, so this only happens when it ends.
    fn finished(&mut self, _: &mut Context<Self>) {}
}

impl<T: Topic> Actor for Room<T> {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Context<Self>) {
        metrics::ROOMS.with_label_values(&[topic_name::<T>(self.key)]).inc();
        let (sender, receiver) = tokio::sync::mpsc::unbounded_channel();
        self.answers = Some(sender);
        let answers = futures_util::stream::unfold(receiver, |mut receiver| async move {
            receiver.recv().await.map(|answer| (answer, receiver))
        });
        ctx.add_stream(answers.ready_chunks(ANSWERS));
        ctx.run_interval(CHECK, Self::check);
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
