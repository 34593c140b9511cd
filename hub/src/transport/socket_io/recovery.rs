//! Connection state recovery: frames that a client may have missed, and the state stored for a lost connection.
//!
//! A written frame may not have been received. A connection remembers the frames since the last answered ping; only
//! those can be lost. An idle connection remembers nothing. When a connection is lost, it leaves its streams, and their
//! positions are stored here. The client reconnects with its `pid` and the last offset that it received. It receives
//! the remaining written frames, then its streams are resumed from their logs. CONNECT then confirms the same socket.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use store::types::ids::UserId;

use super::Sid;
use crate::{
    protocol::{EventBatch, Frame, Kind, Position, StreamKey},
    room::fanout::ConnId,
};

/// Retention of a lost connection. After that its client joins its streams again with its own positions.
const KEPT: Duration = Duration::from_secs(60);
/// Maximum number of lost connections. When full, newly lost connections are not stored.
const LOST: usize = 10_000;
/// Maximum frames and bytes remembered per connection. Lost frames were in transit, so they are among the last.
const FRAMES: usize = 256;
const BYTES: usize = 256 * 1024;

/// Frames that a client may not have received yet, oldest first.
#[derive(Default)]
pub struct UnackedFrames {
    sent: VecDeque<Sent>,
    frames: usize,
    bytes: usize,
    /// Offset of the frame before the first.
    base: Option<Box<str>>,
    /// Number of entries in `sent` written before the unanswered ping.
    before_ping: Option<usize>,
}

enum Sent {
    /// Event frame, shared with the log and the other subscribers.
    Event(Frame),
    EventBatch(Arc<EventBatch>),
    /// Snapshot or batch: large and private to one client. It is not kept; its stream is resumed from `before`.
    State {
        offset: Box<str>,
        before: Option<Position>,
    },
    /// End of a stream for this client. Has no offset.
    Ended(Frame),
}

impl Sent {
    /// Returns the events of this entry.
    fn events(&self) -> &[Frame] {
        match self {
            Self::Event(frame) => std::slice::from_ref(frame),
            Self::EventBatch(run) => run.frames(),
            Self::State { .. } | Self::Ended(_) => &[],
        }
    }

    /// Returns the frames that can be sent again unchanged.
    fn kept(&self) -> &[Frame] {
        match self {
            Self::Ended(frame) => std::slice::from_ref(frame),
            sent => sent.events(),
        }
    }

    /// Offset of a client that has received every event of this entry.
    fn offset(&self) -> Option<&str> {
        match self {
            Self::State { offset, .. } => Some(offset),
            events => events.events().last().and_then(Frame::offset),
        }
    }

    /// Returns how many events of this entry a client at `offset` has received, or `None` if `offset` is not in this
    /// entry.
    fn place(&self, offset: &str) -> Option<usize> {
        match self {
            Self::State { offset: own, .. } => (**own == *offset).then_some(0),
            events => events.events().iter().rposition(|frame| frame.offset() == Some(offset)).map(|place| place + 1),
        }
    }

    fn size(&self) -> usize {
        match self {
            Self::Event(frame) | Self::Ended(frame) => frame.size(),
            Self::EventBatch(run) => run.size(),
            Self::State { offset, .. } => offset.len(),
        }
    }
}

/// Written frames that a client missed.
pub struct MissedFrames {
    pub frames: Vec<Frame>,
    /// Streams with a lost snapshot or batch, and the client's position in each (`None` if unknown). Their frames are
    /// not sent again; the streams are resumed from these positions.
    pub streams: HashMap<StreamKey, Option<Position>>,
}

impl UnackedFrames {
    /// Creates a trail that begins at the client's offset.
    pub fn from(offset: &str) -> Self {
        Self { base: Some(offset.into()), ..Self::default() }
    }

    /// Records a frame before it is written. Signals have no offset and are not recovered.
    pub fn sent(&mut self, frame: &Frame) {
        let sent = match (frame.kind(), frame.offset()) {
            (Kind::Event, Some(_)) => Sent::Event(frame.clone()),
            (Kind::Ended, _) => Sent::Ended(frame.clone()),
            (_, Some(offset)) => {
                let before = frame.from().zip(Position::from_offset(offset));
                let before = before.map(|(from, (_, position))| Position { seq: from, ..position });
                Sent::State { offset: offset.into(), before }
            }
            (_, None) => return,
        };
        self.push(sent);
    }

    /// Records a run of events before it is written.
    pub fn sent_run(&mut self, run: &Arc<EventBatch>) {
        self.push(Sent::EventBatch(run.clone()));
    }

    fn push(&mut self, sent: Sent) {
        self.bytes += sent.size();
        self.frames += sent.events().len().max(1);
        self.sent.push_back(sent);
        while self.frames > FRAMES || self.bytes > BYTES {
            self.drop_first();
            self.before_ping = self.before_ping.map(|count| count.saturating_sub(1));
        }
    }

    /// Records that a ping is about to be written.
    pub fn pinged(&mut self) {
        self.before_ping.get_or_insert(self.sent.len());
    }

    /// Drops everything sent before the answered ping.
    pub fn ponged(&mut self) {
        for _ in 0..self.before_ping.take().unwrap_or(0) {
            self.drop_first();
        }
        if self.sent.is_empty() {
            self.sent = VecDeque::new();
        }
    }

    fn drop_first(&mut self) {
        if let Some(first) = self.sent.pop_front() {
            self.bytes -= first.size();
            self.frames -= first.events().len().max(1);
            self.base = first.offset().map(Into::into).or(self.base.take());
        }
    }

    /// Returns the frames after `offset`, or `None` if `offset` is no longer remembered.
    pub fn after(&self, offset: &str) -> Option<MissedFrames> {
        let newest_first = self.sent.iter().enumerate().rev();
        let place = newest_first.filter_map(|(place, sent)| Some((place, sent.place(offset)?))).next();
        let (part, rest) = match place {
            Some((place, seen)) => (&self.sent[place].events()[seen..], place + 1),
            None if self.base.as_deref() == Some(offset) => (&[][..], 0),
            None => return None,
        };
        let rest = || self.sent.iter().skip(rest);
        // Streams in order of sending: the first entry of each gives the client's position in it.
        let mut stands: HashMap<StreamKey, Option<Position>> = HashMap::new();
        let mut lost: Vec<StreamKey> = Vec::new();
        for frame in part {
            note(&mut stands, frame.offset(), before_event);
        }
        for sent in rest() {
            match sent {
                Sent::State { offset, before } => lost.extend(note(&mut stands, Some(offset), |_| before.clone())),
                events => events.events().iter().for_each(|frame| {
                    note(&mut stands, frame.offset(), before_event);
                }),
            }
        }
        stands.retain(|stream, _| lost.contains(stream));
        let is_kept = |frame: &&Frame| {
            let position = frame.offset().and_then(Position::from_offset);
            position.is_none_or(|(stream, _)| !stands.contains_key(&stream))
        };
        let frames = part.iter().chain(rest().flat_map(Sent::kept)).filter(is_kept).cloned().collect();
        Some(MissedFrames { frames, streams: stands })
    }
}

/// Records a client's position before the first frame of a stream. Returns the stream of `offset`.
fn note(
    stands: &mut HashMap<StreamKey, Option<Position>>,
    offset: Option<&str>,
    before: impl FnOnce(Position) -> Option<Position>,
) -> Option<StreamKey> {
    let (stream, position) = Position::from_offset(offset?)?;
    stands.entry(stream).or_insert_with(|| before(position));
    Some(stream)
}

/// Returns the position before an event; a stream's events have no gaps.
fn before_event(position: Position) -> Option<Position> {
    Some(Position { seq: position.seq - 1, ..position })
}

/// State stored for a lost connection.
pub struct PersistedSession {
    pub user: UserId,
    /// Public session id on "/".
    pub sid: Box<str>,
    pub trail: UnackedFrames,
    /// Subscribed streams and the last position sent in each.
    pub streams: Vec<(StreamKey, Option<Position>)>,
}

/// Recoverable `pid`s of all shards: a client may reconnect to any shard.
#[derive(Default)]
pub struct SessionStore(Mutex<Sessions>);

#[derive(Default)]
struct Sessions {
    live: HashMap<Sid, (usize, ConnId)>,
    parked: HashMap<Sid, (Box<PersistedSession>, Instant)>,
}

/// Result of a `pid` lookup.
pub enum Lookup {
    PersistedSession(Box<PersistedSession>),
    /// The old connection may still be alive; its shard has to close it first.
    Live {
        shard: usize,
        conn: ConnId,
    },
    Nowhere,
}

impl SessionStore {
    pub fn live(&self, pid: Sid, shard: usize, conn: ConnId) {
        self.spots().live.insert(pid, (shard, conn));
    }

    pub fn forget(&self, pid: Sid) {
        self.spots().live.remove(&pid);
    }

    pub fn persist(&self, pid: Sid, parked: PersistedSession) {
        let mut spots = self.spots();
        spots.live.remove(&pid);
        if spots.parked.len() < LOST {
            spots.parked.insert(pid, (Box::new(parked), Instant::now() + KEPT));
        }
    }

    /// Removes and returns a lost connection.
    pub fn take(&self, pid: Sid) -> Lookup {
        let mut spots = self.spots();
        if let Some((parked, _)) = spots.parked.remove(&pid) {
            return Lookup::PersistedSession(parked);
        }
        match spots.live.get(&pid) {
            Some((shard, conn)) => Lookup::Live { shard: *shard, conn: *conn },
            None => Lookup::Nowhere,
        }
    }

    /// Drops expired lost connections.
    pub fn sweep(&self, now: Instant) {
        self.spots().parked.retain(|_, (_, until)| *until > now);
    }

    fn spots(&self) -> MutexGuard<'_, Sessions> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::json;
    use store::types::ids::ChatId;

    const A: StreamKey = StreamKey::Chat(ChatId(1));
    const B: StreamKey = StreamKey::Chat(ChatId(2));

    fn event(stream: StreamKey, seq: i64) -> Frame {
        Frame::event(stream, "e", seq, &json(&seq))
    }

    fn offsets(missed: Option<MissedFrames>) -> Option<Vec<String>> {
        missed.map(|missed| missed.frames.iter().filter_map(|frame| frame.offset().map(str::to_owned)).collect())
    }

    #[test]
    fn trail_returns_frames_after_offset_in_order() {
        let mut trail = UnackedFrames::default();
        for frame in [event(A, 1), event(B, 7), event(A, 2)] {
            trail.sent(&frame);
        }
        trail.sent(&Frame::signal(A, &json(&0)));
        assert_eq!(offsets(trail.after("chat:1/1/e")), Some(vec!["chat:2/7/e".into(), "chat:1/2/e".into()]));
        assert_eq!(offsets(trail.after("chat:1/2/e")), Some(vec![]));
        assert_eq!(offsets(trail.after("chat:1/9/e")), None);
    }

    #[test]
    fn trail_drops_frames_when_ping_is_answered() {
        let mut trail = UnackedFrames::default();
        trail.sent(&event(A, 1));
        trail.pinged();
        trail.sent(&event(A, 2));
        trail.ponged();
        assert_eq!(offsets(trail.after("chat:1/1/e")), Some(vec!["chat:1/2/e".into()]));
        trail.pinged();
        trail.ponged();
        assert_eq!((trail.sent.len(), trail.bytes, trail.sent.capacity()), (0, 0, 0));
        assert_eq!(offsets(trail.after("chat:1/2/e")), Some(vec![]));
        assert_eq!(offsets(trail.after("chat:1/1/e")), None);
    }

    #[test]
    fn trail_drops_oldest_frames_when_full() {
        let mut trail = UnackedFrames::default();
        (1..=1_000).for_each(|seq| trail.sent(&event(A, seq)));
        assert_eq!(trail.sent.len(), FRAMES);
        assert_eq!(offsets(trail.after("chat:1/1/e")), None);
        assert_eq!(offsets(trail.after("chat:1/744/e")).map(|missed| missed.len()), Some(FRAMES));
    }

    #[test]
    fn trail_returns_frames_after_offset_within_run() {
        let mut run = EventBatch::new(1, event(A, 1));
        assert!((2..=4).all(|seq| run.push(seq, &event(A, seq))));
        let mut trail = UnackedFrames::default();
        trail.sent_run(&Arc::new(run));
        trail.sent(&event(B, 7));
        let after = |offset: &str| offsets(trail.after(offset)).map(|offsets| offsets.join(" "));
        assert_eq!(after("chat:1/2/e").as_deref(), Some("chat:1/3/e chat:1/4/e chat:2/7/e"));
        assert_eq!(after("chat:1/4/e").as_deref(), Some("chat:2/7/e"));
        assert_eq!(after("chat:2/7/e").as_deref(), Some(""));
    }

    #[test]
    fn stream_is_joined_again_when_snapshot_is_lost() {
        let mut trail = UnackedFrames::from("chat:1/1/e");
        trail.sent(&event(B, 7));
        trail.sent(&Frame::snapshot(A, "e", 2, false, &json(&0)));
        trail.sent(&event(A, 3));
        let missed = trail.after("chat:1/1/e").expect("known");
        assert_eq!(missed.streams, HashMap::from([(A, None)]));
        assert_eq!(offsets(Some(missed)), Some(vec!["chat:2/7/e".into()]));
    }

    #[test]
    fn stream_resumes_before_first_event_when_batch_is_lost() {
        let at = |seq| Some(Position { epoch: "e".into(), seq });
        let mut trail = UnackedFrames::from("chat:2/7/e");
        trail.sent(&Frame::resumed(A, "e", 3, 50, ""));
        trail.sent(&event(A, 51));
        assert_eq!(trail.after("chat:2/7/e").expect("known").streams, HashMap::from([(A, at(3))]));
        let mut trail = UnackedFrames::from("chat:1/1/e");
        [event(A, 2), event(B, 8), event(A, 3)].iter().for_each(|frame| trail.sent(frame));
        trail.sent(&Frame::resumed(A, "e", 3, 50, ""));
        let missed = trail.after("chat:1/1/e").expect("known");
        assert_eq!(missed.streams, HashMap::from([(A, at(1))]));
        assert_eq!(offsets(Some(missed)), Some(vec!["chat:2/8/e".into()]));
        assert_eq!(trail.after("chat:1/2/e").expect("known").streams, HashMap::from([(A, at(2))]));
    }

    #[test]
    fn stream_end_is_sent_again_when_lost() {
        let mut trail = UnackedFrames::default();
        trail.sent(&event(A, 1));
        trail.sent(&Frame::ended(B, &crate::protocol::WireError::NOT_FOUND));
        let missed = trail.after("chat:1/1/e").expect("known");
        assert_eq!(missed.frames.iter().map(Frame::kind).collect::<Vec<_>>(), [Kind::Ended]);
        trail.pinged();
        trail.ponged();
        assert_eq!(trail.after("chat:1/1/e").map(|missed| missed.frames.len()), Some(0));
    }

    #[test]
    fn persisted_session_is_taken_once_and_expires() {
        let parking = SessionStore::default();
        let parked =
            || PersistedSession { user: UserId(1), sid: "s".into(), trail: UnackedFrames::default(), streams: vec![] };
        let pid = Sid::new(0);
        parking.live(pid, 2, ConnId { slot: 1, generation: 1 });
        assert!(matches!(parking.take(pid), Lookup::Live { shard: 2, .. }));
        parking.persist(pid, parked());
        assert!(matches!(parking.take(pid), Lookup::PersistedSession(_)));
        assert!(matches!(parking.take(pid), Lookup::Nowhere));
        parking.persist(pid, parked());
        parking.sweep(Instant::now());
        parking.sweep(Instant::now() + KEPT + Duration::from_secs(1));
        assert!(matches!(parking.take(pid), Lookup::Nowhere));
    }
}
