//! Topic `reel:{reel}`: counters, comments and watchers of one reel.
//!
//! REST makes the changes and notifies the hub after the commit ([`Hub::reel_counted`] and others). Many watch and many
//! react, so counters are conflated: the room sends the newest twice a second at most, encoded once for all watchers.
#![doc = ""]
#![doc = include_str!("stream.md")]

use std::{
    collections::{BTreeMap, HashSet, VecDeque},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde::{Deserialize, Serialize};
use serde_json::{json, value::RawValue};
use store::{
    reel::{
        ReelCounts,
        comment::{self, Comment, Live},
        view,
    },
    types::ids::{CommentId, ReelId, UserId},
};

use crate::{
    Hub,
    principal::Principal,
    protocol::{self, StreamKey},
    room::registry::RoomRegistry,
    state::HubState,
    topic::{Effects, Loaded, Topic, changed_by_rest},
};

/// Comments in a snapshot. REST returns all.
const NEWEST: usize = 20;
/// Maximum comments whose likes are sent at once. Further ones are left to the next reading.
const MAX_LIKED: usize = 200;

pub struct ReelTopic {
    is_public: bool,
    /// Accounts with a block between them and the company.
    hidden_from: HashSet<UserId>,
    counts: ReelCounts,
    /// Accounts that have the stream open, as last counted.
    watching: AtomicUsize,
    /// Newest first. Some have no audience now: their authors may widen it.
    comments: VecDeque<(Comment, Live)>,
    /// A comment was deleted while the database may hold older ones.
    is_partial: bool,
    /// Likes of comments that watchers have not received.
    liked: BTreeMap<CommentId, i64>,
}

/// Change of a reel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Update {
    Counts(ReelCounts),
    Comment {
        comment: Box<Comment>,
        live: Live,
    },
    /// The settings or blocks of an author have changed.
    Audience {
        author: UserId,
        live: Live,
    },
    CommentRemoved {
        comment: CommentId,
        parent: Option<CommentId>,
    },
    CommentLikes {
        comment: CommentId,
        likes: i64,
    },
    /// An account was deleted, with its comments and all that it counted for.
    AccountDeleted,
    /// The reel is no longer public.
    Removed,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Comment {
        comment: Box<Comment>,
        #[serde(skip)]
        hidden_from: Vec<UserId>,
    },
    CommentRemoved {
        comment_id: CommentId,
        parent_id: Option<CommentId>,
    },
    Removed,
}

#[derive(Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Signal {
    Counts { counts: ReelCounts, watching: usize },
    CommentLikes { comments: Vec<CommentLikes> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CommentLikes {
    comment_id: CommentId,
    likes: i64,
}

impl Topic for ReelTopic {
    type Key = ReelId;
    type Update = Update;
    type Event = Event;
    type Signal = Signal;
    const COUNT_INTERVAL: Duration = Duration::from_millis(500);
    /// Thousands may watch.
    const LISTS_READERS: bool = false;
    changed_by_rest!();

    fn stream(key: ReelId) -> StreamKey {
        StreamKey::Reel(key)
    }

    fn registry(core: &HubState) -> &RoomRegistry<Self> {
        &core.reels
    }

    async fn load(core: &Arc<HubState>, key: ReelId) -> store::Result<Loaded<Self>> {
        if !view::is_public(&core.db, key).await? {
            return Err(store::Error::NotFound);
        }
        let limit = i64::try_from(NEWEST).unwrap_or(i64::MAX);
        let hidden_from = view::hidden_from(&core.db, key).await?.into_iter().collect();
        // Counters are read first: an update with a greater revision may follow, never a lost one.
        let counts = view::counts(&core.db, key).await?;
        let newest = comment::newest(&core.db, key, limit).await?;
        let is_partial = newest.len() == NEWEST;
        let topic = Self {
            is_public: true,
            hidden_from,
            counts,
            watching: AtomicUsize::new(0),
            comments: newest.into(),
            is_partial,
            liked: BTreeMap::new(),
        };
        let epoch = format!("{:016x}", rand::random::<u64>());
        Ok(Loaded { topic, epoch: epoch.into(), seq: 0 })
    }

    fn authorize(&self, who: &Principal) -> bool {
        self.is_public && !self.hidden_from.contains(&who.user)
    }

    /// No-op: `update` has changed the state already, and the event only publishes the change.
    fn apply(&mut self, _: &Event) {}

    fn update(&mut self, update: Update) -> Effects<Self> {
        match update {
            Update::Counts(counts) => {
                if counts.revision <= self.counts.revision {
                    return Effects::default();
                }
                self.counts = counts;
                Effects { count: true, ..Effects::default() }
            }
            Update::Comment { comment, live } => {
                if comment.parent_id.is_none() {
                    self.comments.push_front((Comment::clone(&comment), live.clone()));
                    self.is_partial |= self.comments.len() > NEWEST;
                    self.comments.truncate(NEWEST);
                } else if let Some(parent) = self.comment(comment.parent_id) {
                    parent.replies += 1;
                }
                // An event reaches every watcher but some. One for a few friends cannot be sent.
                let Live::AllBut(hidden_from) = live else { return Effects::default() };
                Effects { events: vec![Event::Comment { comment, hidden_from }], ..Effects::default() }
            }
            Update::Audience { author, live } => {
                // Later joins see the change. A comment of the company is not its employee's.
                for (comment, audience) in &mut self.comments {
                    if comment.author.id == author && !comment.by_company {
                        audience.clone_from(&live);
                    }
                }
                Effects::default()
            }
            Update::CommentRemoved { comment, parent } => {
                let before = self.comments.len();
                self.comments.retain(|(known, _)| known.id != comment);
                if let Some(parent) = self.comment(parent) {
                    parent.replies = (parent.replies - 1).max(0);
                }
                let stale = self.is_partial && self.comments.len() < before && self.comments.len() < NEWEST / 2;
                let removed = Event::CommentRemoved { comment_id: comment, parent_id: parent };
                Effects { events: vec![removed], stale, ..Effects::default() }
            }
            Update::CommentLikes { comment, likes } => {
                if let Some(known) = self.comment(Some(comment)) {
                    known.likes = likes;
                }
                if self.liked.len() < MAX_LIKED || self.liked.contains_key(&comment) {
                    self.liked.insert(comment, likes);
                }
                Effects { count: true, ..Effects::default() }
            }
            Update::AccountDeleted => Effects { stale: true, ..Effects::default() },
            Update::Removed => {
                self.is_public = false;
                // The room reads the reel again and turns its subscribers away.
                Effects { events: vec![Event::Removed], stale: true, ..Effects::default() }
            }
        }
    }

    fn hidden_from(&self, event: &Event) -> Vec<UserId> {
        if let Event::Comment { hidden_from, .. } = event { hidden_from.clone() } else { Vec::new() }
    }

    fn reader_count(&self, here: usize) -> Option<Signal> {
        self.watching.store(here, Ordering::Relaxed);
        Some(Signal::Counts { counts: self.counts, watching: here })
    }

    fn conflated(&mut self) -> Option<Signal> {
        let comments: Vec<_> = std::mem::take(&mut self.liked)
            .into_iter()
            .map(|(comment_id, likes)| CommentLikes { comment_id, likes })
            .collect();
        (!comments.is_empty()).then_some(Signal::CommentLikes { comments })
    }

    fn ephemeral_state(&self, _: UserId, _: &[UserId]) -> Signal {
        Signal::Counts { counts: self.counts, watching: self.watching() }
    }

    fn snapshot(&self, viewer: UserId, _: &[UserId]) -> Box<RawValue> {
        let seen = self.comments.iter().filter(|(_, live)| live.admits(viewer));
        let comments: Vec<_> = seen.map(|(comment, _)| comment).collect();
        protocol::json(&json!({ "counts": self.counts, "watching": self.watching(), "comments": comments }))
    }
}

impl ReelTopic {
    /// Accounts that have the stream open. The one that joins counts already.
    fn watching(&self) -> usize {
        self.watching.load(Ordering::Relaxed).max(1)
    }

    fn comment(&mut self, id: Option<CommentId>) -> Option<&mut Comment> {
        self.comments.iter_mut().map(|(comment, _)| comment).find(|comment| Some(comment.id) == id)
    }
}

impl Hub {
    /// Notifies the watchers of a reel of its counters.
    pub fn reel_counted(&self, reel: ReelId, counts: ReelCounts) {
        self.state.reels.notify(reel, Update::Counts(counts));
    }

    /// Notifies the watchers of a new comment.
    pub fn reel_commented(&self, comment: &Comment, live: &Live) {
        // The same for all watchers.
        let shared = Comment { liked: false, can_delete: false, ..comment.clone() };
        let update = Update::Comment { comment: Box::new(shared), live: live.clone() };
        self.state.reels.notify(comment.reel_id, update);
    }

    /// Notifies the watchers of a deleted comment.
    pub fn reel_comment_removed(&self, reel: ReelId, comment: CommentId, parent: Option<CommentId>) {
        self.state.reels.notify(reel, Update::CommentRemoved { comment, parent });
    }

    /// Notifies the watchers of the likes of a comment.
    pub fn reel_comment_liked(&self, reel: ReelId, comment: CommentId, likes: i64) {
        self.state.reels.notify(reel, Update::CommentLikes { comment, likes });
    }

    /// Makes the watchers of a reel begin anew after an account was deleted.
    pub fn reel_account_deleted(&self, reel: ReelId) {
        self.state.reels.notify(reel, Update::AccountDeleted);
    }

    /// Ends the stream of a reel that is no longer public.
    pub fn reel_removed(&self, reel: ReelId) {
        self.state.reels.notify(reel, Update::Removed);
    }
}

#[cfg(test)]
mod tests;
