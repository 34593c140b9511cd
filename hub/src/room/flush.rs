//! Flush timing of a room's pending frames.
//!
//! One write per delivery costs 7–11 µs of kernel time, far more than anything else, so frames per write decide. A
//! small room that was quiet sends at once, then batches for a tick. A large room always batches first, for about as
//! long as a write to all its subscribers takes. Replies to commands are sent ahead of that batch.

use std::time::Duration;

use actix::{AsyncContext, Context, Handler, Message};
use tokio::time::Instant;

use super::Room;
use crate::topic::Topic;

/// Minimum tick. Frames within this time are sent together.
const TICK: Duration = Duration::from_micros(1_500);
/// Approximate time of a write to one subscriber.
const WRITE: Duration = Duration::from_micros(10);
/// Maximum tick, for any room size.
const MAX_TICK: Duration = Duration::from_millis(20);

/// Sends all pending items.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct Flush;

/// Sends the answers ahead of the other items.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct FlushAnswers;

impl<T: Topic> Room<T> {
    /// Returns the tick, and true if the room is large.
    fn tick(&self) -> (Duration, bool) {
        let writing = WRITE * u32::try_from(self.fanout.widest()).unwrap_or(u32::MAX);
        (writing.clamp(TICK, MAX_TICK), writing > TICK)
    }

    /// Schedules a flush of the pending items.
    pub(super) fn flush_soon(&mut self, ctx: &mut Context<Self>) {
        if !self.fanout.has_pending() {
            return;
        }
        let (tick, is_large) = self.tick();
        if is_large && !self.answer_due && self.fanout.has_answers() {
            self.answer_due = true;
            // Runs after this turn, so that a batch of answers is sent in one message.
            ctx.notify(FlushAnswers);
        }
        if self.flush_due {
            return;
        }
        self.flush_due = true;
        let wait = if is_large { tick } else { tick.saturating_sub(self.flushed.elapsed()) };
        if wait.is_zero() {
            ctx.notify(Flush);
        } else {
            ctx.notify_later(Flush, wait);
        }
    }
}

impl<T: Topic> Handler<Flush> for Room<T> {
    type Result = ();

    fn handle(&mut self, _: Flush, ctx: &mut Context<Self>) {
        self.flush_due = false;
        self.flushed = Instant::now();
        self.fanout.flush(T::stream(self.key));
        // Items that did not fit into a full shard mailbox are sent again.
        self.flush_soon(ctx);
    }
}

impl<T: Topic> Handler<FlushAnswers> for Room<T> {
    type Result = ();

    fn handle(&mut self, _: FlushAnswers, _: &mut Context<Self>) {
        self.answer_due = false;
        self.fanout.flush_answers(T::stream(self.key));
    }
}
