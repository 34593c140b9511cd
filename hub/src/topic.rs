//! Topic of a live stream as plain code: no actor, no socket, no clock.
//!
//! A [`Room`](crate::room::Room) runs any topic. It provides sequence, replay buffer, subscribers, fan-out and resume.

use std::{fmt, future::Future, hash::Hash, sync::Arc, time::Duration};

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
    /// Identifies a stream of this kind.
    type Key: Copy + Eq + Hash + fmt::Debug + Send + Sync + Unpin;
    /// Command of a subscriber.
    type Command: DeserializeOwned + Send;
    /// Ephemeral signal from a subscriber.
    type ClientSignal: DeserializeOwned + Send;
    /// Change made outside the stream, already durable.
    type Update: Serialize + DeserializeOwned + Send + Clone;
    /// Numbered event of the stream.
    type Event: Serialize + Clone + Send + Unpin;
    /// Ephemeral event: not numbered, not stored, may be dropped.
    type Signal: Serialize;
    /// Database write that makes a command durable.
    type Write: Write + Unpin;

    /// Part of the error message for an unreadable command: lists the valid commands.
    const COMMANDS: &'static str = "this stream takes no commands: everything is changed through REST";
    /// Same for client signals.
    const HINTS: &'static str = "this stream takes no signals";

    /// Minimum interval between two signals of [`reader_count`](Self::reader_count).
    const COUNT_INTERVAL: Duration = Duration::from_secs(1);

    /// False for a topic that needs no list of its subscribers: [`snapshot`](Self::snapshot) and
    /// [`ephemeral_state`](Self::ephemeral_state) then get an empty one. The list costs each join the time to make it.
    const LISTS_READERS: bool = true;

    /// Returns the name on the wire.
    fn stream(key: Self::Key) -> StreamKey;

    /// Returns the registry of the rooms of this kind.
    fn registry(core: &HubState) -> &RoomRegistry<Self>;

    /// Returns the group-commit queue for this topic's writes; `None` for a topic that never writes.
    fn commits(_core: &HubState) -> Option<&GroupCommit<Self::Write>> {
        None
    }

    /// Reads the state. Returns `NotFound` if the stream does not exist.
    fn load(core: &Arc<HubState>, key: Self::Key) -> impl Future<Output = store::Result<Loaded<Self>>> + Send;

    /// Parses an event that another node has made durable; `None` if nodes do not share events.
    fn read(_json: &str) -> Option<Self::Event> {
        None
    }

    /// Parses a signal of another node; `None` if the topic keeps no signal from anybody.
    fn read_signal(_json: &str) -> Option<Self::Signal> {
        None
    }

    /// Reads the events after `since` from the database; `None` if the client needs a snapshot.
    fn missed(
        core: &Arc<HubState>,
        key: Self::Key,
        since: i64,
    ) -> impl Future<Output = store::Result<Option<Missed<Self>>>> + Send;

    /// Returns true if `who` may see the stream. A forbidden stream is reported as not found.
    fn authorize(&self, who: &Principal) -> bool;

    /// Rejects an oversized command before it is queued, without the state.
    fn check(_command: &Self::Command) -> Result<(), WireError> {
        Ok(())
    }

    /// Returns the write that carries out a command. Does not change the state.
    fn decide(
        &self,
        who: &Principal,
        id: CommandId,
        command: Self::Command,
        now: Timestamp,
    ) -> Result<Self::Write, WireError>;

    /// Converts the result of the durable write.
    fn settle(&self, outcome: <Self::Write as Write>::Outcome) -> CommitResult<Self>;

    /// Converts a client signal for the other subscribers; `None` if there are too many subscribers.
    fn client_signal(&self, who: &Principal, hint: Self::ClientSignal) -> Result<Option<Self::Signal>, WireError>;

    /// Returns an applied event with data that subscribers may need; `None` if the event is sent unchanged.
    fn enrich(&self, _event: &Self::Event) -> Option<Box<RawValue>> {
        None
    }

    /// Applies an event. Idempotent.
    fn apply(&mut self, event: &Self::Event);

    /// Applies a change made outside the stream.
    fn update(&mut self, _notice: Self::Update) -> Effects<Self> {
        Effects::default()
    }

    /// Returns the signal for a user who joined or left this stream; `None` if presence is not shown.
    fn presence(&self, _user: UserId, _here: bool) -> Option<Self::Signal> {
        None
    }

    /// Returns true if an event that is not applied yet shows presence that was hidden before. The room then signals
    /// the presence of all who have the stream open.
    fn reveals_presence(&self, _event: &Self::Event) -> bool {
        false
    }

    /// Returns the users whose subscription ends with an event. They do not receive this event.
    fn unsubscribed<'a>(&self, _event: &'a Self::Event) -> &'a [UserId] {
        &[]
    }

    /// Returns the lowest sequence that a viewer may resume from. From a lower one the viewer gets a snapshot.
    fn resumes_from(&self, _viewer: UserId) -> i64 {
        0
    }

    /// Returns the users who may not see an event, or only a part of it: see [`redacted`](Self::redacted).
    fn hidden_from(&self, _event: &Self::Event) -> Vec<UserId> {
        Vec::new()
    }

    /// Returns the part of an event that the users of [`hidden_from`](Self::hidden_from) see. `None` if they learn only
    /// that its number was taken.
    fn redacted(&self, _event: &Self::Event) -> Option<Box<RawValue>> {
        None
    }

    /// Returns the users who do not receive a signal.
    fn signal_hidden_from(&self, _signal: &Self::Signal) -> Vec<UserId> {
        Vec::new()
    }

    /// Returns the signal with the number of users, for streams too large for presence. It may carry more that only the
    /// newest state of matters: see [`Effects::count`]. Sent at most once in [`COUNT_INTERVAL`](Self::COUNT_INTERVAL).
    fn reader_count(&self, _here: usize) -> Option<Self::Signal> {
        None
    }

    /// Returns what was held back because only its newest state matters. Called with
    /// [`reader_count`](Self::reader_count), at its interval: see [`Effects::count`].
    fn conflated(&mut self) -> Option<Self::Signal> {
        None
    }

    /// Called when a user has closed the stream on the last device.
    fn gone(&mut self, _user: UserId, _at: Timestamp) {}

    /// Returns the ephemeral state for a subscriber who resumes and gets no snapshot.
    fn ephemeral_state(&self, viewer: UserId, here: &[UserId]) -> Self::Signal;

    /// Returns the whole state for `viewer` as JSON. `here` lists users who have the stream open.
    fn snapshot(&self, viewer: UserId, here: &[UserId]) -> Box<RawValue>;

    /// Notifies other streams in this process of a committed event and its sequence.
    fn publish_related(&self, _core: &Arc<HubState>, _seq: i64, _event: &Self::Event) {}

    /// Notifies other streams in this process of an update that other subscribers do not receive.
    fn publish_related_update(&self, _core: &Arc<HubState>, _notice: &Self::Update) {}

    /// Notifies offline members of a committed event. `here` lists users who have the stream open.
    fn notify_offline(&self, _core: &HubState, _event: &Self::Event, _here: &mut dyn Iterator<Item = UserId>) {}

    /// Notifies other streams in this process of a signal.
    fn publish_related_signal(&self, _core: &HubState, _signal: &Self::Signal) {}

    /// Called when the room ends.
    fn end(&mut self, _core: &HubState) {}
}

/// Effects of an update on a stream.
pub struct Effects<T: Topic> {
    /// Events to number next.
    pub events: Vec<T::Event>,
    pub signals: Vec<T::Signal>,
    /// The update refers to data that the state does not hold. The room reloads the state.
    pub stale: bool,
    /// The next signals of [`Topic::reader_count`] and [`Topic::conflated`] are due.
    pub count: bool,
}

impl<T: Topic> Default for Effects<T> {
    fn default() -> Self {
        Self { events: Vec::new(), signals: Vec::new(), stale: false, count: false }
    }
}

/// Stream as read from the database.
pub struct Loaded<T> {
    pub topic: T,
    pub epoch: Arc<str>,
    pub seq: i64,
}

/// Events that a subscriber missed, complete up to `seq`.
pub struct Missed<T: Topic> {
    pub seq: i64,
    pub events: Vec<(i64, T::Event)>,
}

/// Write of a topic that never writes.
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

/// Command or client signal of a topic that takes none.
#[derive(Debug, serde::Deserialize)]
pub enum NoCommand {}

/// Implements the part of [`Topic`] about commands for a topic that REST changes: it takes none, writes nothing and has
/// no sequence on disk.
macro_rules! changed_by_rest {
    () => {
        type Command = $crate::topic::NoCommand;
        type ClientSignal = $crate::topic::NoCommand;
        type Write = $crate::topic::NoWrite;

        async fn missed(
            _: &std::sync::Arc<$crate::state::HubState>,
            _: Self::Key,
            _: i64,
        ) -> store::Result<Option<$crate::topic::Missed<Self>>> {
            Ok(None)
        }

        fn decide(
            &self,
            _: &$crate::principal::Principal,
            _: store::chat::CommandId,
            command: $crate::topic::NoCommand,
            _: store::types::timestamp::Timestamp,
        ) -> Result<$crate::topic::NoWrite, $crate::protocol::WireError> {
            match command {}
        }

        fn settle(&self, outcome: $crate::topic::NoWrite) -> $crate::topic::CommitResult<Self> {
            match outcome {}
        }

        fn client_signal(
            &self,
            _: &$crate::principal::Principal,
            signal: $crate::topic::NoCommand,
        ) -> Result<Option<Self::Signal>, $crate::protocol::WireError> {
            match signal {}
        }
    };
}
pub(crate) use changed_by_rest;

/// Result of a durable write.
pub enum CommitResult<T: Topic> {
    /// New event: all subscribers receive the event, the author gets `reply`.
    Event {
        seq: i64,
        event: T::Event,
        reply: Box<RawValue>,
    },
    /// No-op: a repeat, or the stream already has this state. The event has sequence `seq` or lower. The room may not
    /// have received the event if the commit's answer was lost.
    Repeat {
        seq: i64,
        reply: Box<RawValue>,
    },
    /// Update for the author alone: applied to the state without a number.
    Aside {
        update: T::Update,
        reply: Box<RawValue>,
    },
    Refused(WireError),
}
