//! Connection state recovery: what a client may not have received, and what is kept of one that was lost for a moment.
//!
//! A written frame is not a received one. A connection remembers the frames since the last ping that was answered, which is
//! all that can have been lost; one that is quiet remembers nothing. When it is lost its streams are left, and their
//! positions stay here. The same client brings its `pid` and the last offset that it saw: it is told the rest of what was
//! written, its streams are resumed from their logs, and then CONNECT says that it is the same socket as before.

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

/// How long a lost connection is kept. Past that its client joins its streams again, with its own positions.
const KEPT: Duration = Duration::from_secs(60);
/// Lost connections kept at most; past that the newest are not kept.
const LOST: usize = 10_000;
/// Frames and bytes remembered for one connection. What is lost is what was on its way, so it is among the last.
const FRAMES: usize = 256;
const BYTES: usize = 256 * 1024;

/// The frames that a client may not have received yet, oldest first.
#[derive(Default)]
pub struct UnackedFrames {
    sent: VecDeque<Sent>,
    frames: usize,
    bytes: usize,
    /// The offset of the frame before the first.
    base: Option<Box<str>>,
    /// How much of `sent` went out ahead of the ping that is not answered yet.
    before_ping: Option<usize>,
}

enum Sent {
    /// Shared with the log and everybody else who got it.
    Event(Frame),
    EventBatch(Arc<EventBatch>),
    /// A snapshot or a batch is large and one client's own: its stream is resumed instead, from where it stood before.
    State {
        offset: Box<str>,
        before: Option<Position>,
    },
    /// A stream has ended for this client. Has no offset of its own.
    Ended(Frame),
}

impl Sent {
    /// The events in it.
    fn events(&self) -> &[Frame] {
        match self {
            Self::Event(frame) => std::slice::from_ref(frame),
            Self::EventBatch(run) => run.frames(),
            Self::State { .. } | Self::Ended(_) => &[],
        }
    }

    /// The frames that are told again as they are.
    fn kept(&self) -> &[Frame] {
        match self {
            Self::Ended(frame) => std::slice::from_ref(frame),
            sent => sent.events(),
        }
    }

    /// Offset of a client that has received all of it.
    fn offset(&self) -> Option<&str> {
        match self {
            Self::State { offset, .. } => Some(offset),
            events => events.events().last().and_then(Frame::offset),
        }
    }

    /// How many of its events a client has that stands at `offset`; `None` when that is not in here.
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

/// What a client missed of what was written to it.
pub struct MissedFrames {
    pub frames: Vec<Frame>,
    /// Streams of which a state was lost on the way, and where the client stands in each; `None` where that is not known.
    /// None of their frames are told again: they are resumed from there.
    pub streams: HashMap<StreamKey, Option<Position>>,
}

impl UnackedFrames {
    /// A trail that begins where a client says it is.
    pub fn from(offset: &str) -> Self {
        Self { base: Some(offset.into()), ..Self::default() }
    }

    /// Remembers a frame that is about to be written. Signals have no offset and are not recovered.
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

    /// Remembers events that are about to be written together.
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

    /// A ping is about to be written.
    pub fn pinged(&mut self) {
        self.before_ping.get_or_insert(self.sent.len());
    }

    /// The ping was answered, so everything before it has arrived.
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

    /// What came after `offset`; `None` when that is not known any more.
    pub fn after(&self, offset: &str) -> Option<MissedFrames> {
        let newest_first = self.sent.iter().enumerate().rev();
        let place = newest_first.filter_map(|(place, sent)| Some((place, sent.place(offset)?))).next();
        let (part, rest) = match place {
            Some((place, seen)) => (&self.sent[place].events()[seen..], place + 1),
            None if self.base.as_deref() == Some(offset) => (&[][..], 0),
            None => return None,
        };
        let rest = || self.sent.iter().skip(rest);
        // Streams in the order in which they come: the first thing of each tells where the client stands in it.
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

/// Notes where a client stood before the first frame of a stream; answers the stream of `offset`.
fn note(
    stands: &mut HashMap<StreamKey, Option<Position>>,
    offset: Option<&str>,
    before: impl FnOnce(Position) -> Option<Position>,
) -> Option<StreamKey> {
    let (stream, position) = Position::from_offset(offset?)?;
    stands.entry(stream).or_insert_with(|| before(position));
    Some(stream)
}

/// Events of a stream follow each other without holes.
fn before_event(position: Position) -> Option<Position> {
    Some(Position { seq: position.seq - 1, ..position })
}

/// What is kept of a lost connection.
pub struct PersistedSession {
    pub user: UserId,
    /// Its public id on "/".
    pub sid: Box<str>,
    pub trail: UnackedFrames,
    /// Its streams, and how far it was told.
    pub streams: Vec<(StreamKey, Option<Position>)>,
}

/// Every `pid` that may come back, of all shards: a client that reconnects reaches any of them.
#[derive(Default)]
pub struct SessionStore(Mutex<Sessions>);

#[derive(Default)]
struct Sessions {
    live: HashMap<Sid, (usize, ConnId)>,
    parked: HashMap<Sid, (Box<PersistedSession>, Instant)>,
}

/// Where a `pid` is found.
pub enum Lookup {
    PersistedSession(Box<PersistedSession>),
    /// Its old connection is not known to be dead: its shard has to give it up first.
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

    /// Takes a lost connection out.
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

    /// Drops those that have not come back in time.
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
    fn a_trail_tells_what_came_after_an_offset_in_the_order_it_was_sent() {
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
    fn an_answered_ping_proves_what_went_before_it() {
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
    fn a_trail_is_bounded_and_forgets_the_oldest() {
        let mut trail = UnackedFrames::default();
        (1..=1_000).for_each(|seq| trail.sent(&event(A, seq)));
        assert_eq!(trail.sent.len(), FRAMES);
        assert_eq!(offsets(trail.after("chat:1/1/e")), None);
        assert_eq!(offsets(trail.after("chat:1/744/e")).map(|missed| missed.len()), Some(FRAMES));
    }

    #[test]
    fn what_came_after_a_place_within_a_run_is_told() {
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
    fn a_lost_snapshot_has_its_stream_joined_anew() {
        let mut trail = UnackedFrames::from("chat:1/1/e");
        trail.sent(&event(B, 7));
        trail.sent(&Frame::snapshot(A, "e", 2, false, &json(&0)));
        trail.sent(&event(A, 3));
        let missed = trail.after("chat:1/1/e").expect("known");
        assert_eq!(missed.streams, HashMap::from([(A, None)]));
        assert_eq!(offsets(Some(missed)), Some(vec!["chat:2/7/e".into()]));
    }

    #[test]
    fn lost_batch_is_resumed_from_before_its_first_event() {
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
    fn lost_end_of_a_stream_is_told_again() {
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
    fn what_is_parked_is_taken_once_and_not_kept_for_ever() {
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
