//! What a live stream is about, as plain code: no actor, no socket, no clock of its own.
//!
//! A [`Room`](crate::room::Room) runs any topic and does the rest: sequence, log, subscribers, fan-out, resume.

use std::{fmt, future::Future, hash::Hash, sync::Arc};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;
use store::{
    chat::CommandId,
    db::group_commit::{GroupCommit, Write},
    types::{ids::UserId, timestamp::Timestamp},
};

use crate::{
    principal::Principal,
    protocol::{StreamKey, WireError},
    room::registry::RoomRegistry,
    state::HubState,
};

/// A kind of stream.
pub trait Topic: Sized + Send + Unpin + 'static {
    /// What tells the streams of this kind apart.
    type Key: Copy + Eq + Hash + fmt::Debug + Send + Sync + Unpin;
    /// What a subscriber may ask for.
    type Command: DeserializeOwned + Send;
    /// What a subscriber may say in passing.
    type ClientSignal: DeserializeOwned + Send;
    /// News from elsewhere, already durable.
    type Update: Serialize + DeserializeOwned + Send + Clone;
    /// What happens in the stream.
    type Event: Serialize + Clone + Send + Unpin;
    /// What is of the moment only.
    type Signal: Serialize;
    /// What makes a command durable.
    type Write: Write + Unpin;

    /// Tells whose command cannot be read what it may be.
    const COMMANDS: &'static str = "this stream takes no commands: everything is changed through REST";
    /// The same for hints.
    const HINTS: &'static str = "this stream takes no signals";

    /// The name on the wire.
    fn stream(key: Self::Key) -> StreamKey;

    /// Where the rooms of this kind are found.
    fn registry(core: &HubState) -> &RoomRegistry<Self>;

    /// The queue that makes this topic's writes durable; `None` for a topic that never writes.
    fn commits(_core: &HubState) -> Option<&GroupCommit<Self::Write>> {
        None
    }

    /// Reads the state. `NotFound` when there is no such stream.
    fn load(core: &Arc<HubState>, key: Self::Key) -> impl Future<Output = store::Result<Loaded<Self>>> + Send;

    /// Reads an event that another node has made durable; `None` where events are each node's own.
    fn read(_json: &str) -> Option<Self::Event> {
        None
    }

    /// What happened after `since`, from the database; `None` when only a snapshot can tell.
    fn missed(
        core: &Arc<HubState>,
        key: Self::Key,
        since: i64,
    ) -> impl Future<Output = store::Result<Option<Missed<Self>>>> + Send;

    /// Whether `who` may see the stream. A stream that one may not see is answered like one that does not exist.
    fn authorize(&self, who: &Principal) -> bool;

    /// Refuses a command that is too large to wait for its room, by itself and without the state.
    fn check(_command: &Self::Command) -> Result<(), WireError> {
        Ok(())
    }

    /// What has to become durable for a command to be done. Changes nothing.
    fn decide(
        &self,
        who: &Principal,
        id: CommandId,
        command: Self::Command,
        now: Timestamp,
    ) -> Result<Self::Write, WireError>;

    /// What the durable write came to.
    fn settle(&self, outcome: <Self::Write as Write>::Outcome) -> CommitResult<Self>;

    /// What a hint is for the others.
    /// `None` where there are too many to tell.
    fn client_signal(&self, who: &Principal, hint: Self::ClientSignal) -> Result<Option<Self::Signal>, WireError>;

    /// An event, once it was taken in, with what its readers may need beside it; `None` where it is told as it is.
    fn enrich(&self, _event: &Self::Event) -> Option<Box<RawValue>> {
        None
    }

    /// Takes an event in. Taking one in twice is the same as once.
    fn apply(&mut self, event: &Self::Event);

    /// What news from elsewhere means here.
    fn update(&mut self, _notice: Self::Update) -> Effects<Self> {
        Effects::default()
    }

    /// The signal that somebody has come to, or left, this stream; `None` where that is nobody's business.
    fn presence(&self, _user: UserId, _here: bool) -> Option<Self::Signal> {
        None
    }

    /// Whose connections end with an event: they may not see the stream any more, this event included.
    fn unsubscribed<'a>(&self, _event: &'a Self::Event) -> &'a [UserId] {
        &[]
    }

    /// Who may not see an event that the others see: they learn only that its number was taken.
    fn hidden_from(&self, _event: &Self::Event) -> Vec<UserId> {
        Vec::new()
    }

    /// The signal that so many are here, where there are too many to tell who comes and goes; at most one a second is sent.
    fn reader_count(&self, _here: usize) -> Option<Self::Signal> {
        None
    }

    /// Somebody has closed the stream on their last device.
    fn gone(&mut self, _user: UserId, _at: Timestamp) {}

    /// What is of the moment, for a reader who resumes and so gets no snapshot.
    fn ephemeral_state(&self, viewer: UserId, here: &[UserId]) -> Self::Signal;

    /// The whole state for a reader, written as JSON. `here` are those who have the stream open.
    fn snapshot(&self, viewer: UserId, here: &[UserId]) -> Box<RawValue>;

    /// Tells other streams in this process what has just been made public here, with its sequence.
    fn publish_related(&self, _core: &Arc<HubState>, _seq: i64, _event: &Self::Event) {}

    /// Tells other streams in this process what came of a command of which the others here are not told.
    fn publish_related_update(&self, _core: &Arc<HubState>, _notice: &Self::Update) {}

    /// Has what has just been made public here carried further than the sockets; `here` are those who have the stream
    /// open.
    fn notify_offline(&self, _core: &HubState, _event: &Self::Event, _here: &mut dyn Iterator<Item = UserId>) {}

    /// Tells other streams in this process what has just been said in passing.
    fn publish_related_signal(&self, _core: &HubState, _signal: &Self::Signal) {}

    /// Called when the room ends.
    fn end(&mut self, _core: &HubState) {}
}

/// What news from elsewhere means in a stream.
pub struct Effects<T: Topic> {
    /// These take the next numbers.
    pub events: Vec<T::Event>,
    pub signals: Vec<T::Signal>,
    /// The news is of something that the state does not hold: it has to be read anew.
    pub stale: bool,
}

impl<T: Topic> Default for Effects<T> {
    fn default() -> Self {
        Self { events: Vec::new(), signals: Vec::new(), stale: false }
    }
}

/// A stream as read from the database.
pub struct Loaded<T> {
    pub topic: T,
    pub epoch: Arc<str>,
    pub seq: i64,
}

/// What a reader missed, complete up to `seq`.
pub struct Missed<T: Topic> {
    pub seq: i64,
    pub events: Vec<(i64, T::Event)>,
}

/// The write of a topic that never writes.
#[derive(Clone, Debug)]
pub enum NoWrite {}

impl Write for NoWrite {
    type Outcome = NoWrite;
    type Key = ();

    fn key(&self) {}

    async fn commit(_db: &store::Db, _batch: &[Self]) -> store::Result<Vec<Self>> {
        Ok(Vec::new())
    }
}

/// What a durable write came to.
pub enum CommitResult<T: Topic> {
    /// It happened: everybody is told, and the author gets `reply`.
    Event {
        seq: i64,
        event: T::Event,
        reply: Box<RawValue>,
    },
    /// Nothing new: a repeat, or everything is so already. It stands since number `seq` or before, of which the room may
    /// not have heard, when an answer was lost.
    Repeat {
        seq: i64,
        reply: Box<RawValue>,
    },
    /// It concerns the author alone: the state takes the notice in, without a number.
    Aside {
        update: T::Update,
        reply: Box<RawValue>,
    },
    Refused(WireError),
}
