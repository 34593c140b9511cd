//! When what a room has gathered goes out.
//!
//! One write per delivery costs 7–11 µs of kernel time and nothing else comes near it, so frames per write decide. A small
//! room that was quiet sends at once, and gathers for a moment after that. A large room always gathers first, for about as
//! long as writing to its readers takes; who sent something there is answered ahead of that.

use std::time::Duration;

use actix::{AsyncContext, Context, Handler, Message};
use tokio::time::Instant;

use super::Room;
use crate::topic::Topic;

/// What happens within this time goes out together.
const TICK: Duration = Duration::from_micros(1_500);
/// What a write to one reader takes, about.
const WRITE: Duration = Duration::from_micros(10);
/// However large the room.
const MAX_TICK: Duration = Duration::from_millis(20);

/// Everything goes out.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct Flush;

/// The answers go out ahead of the rest.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct FlushAnswers;

impl<T: Topic> Room<T> {
    /// How long the room gathers, and whether that makes it a large one.
    fn tick(&self) -> (Duration, bool) {
        let writing = WRITE * u32::try_from(self.fanout.widest()).unwrap_or(u32::MAX);
        (writing.clamp(TICK, MAX_TICK), writing > TICK)
    }

    /// Has what waits sent when it is time.
    pub(super) fn flush_soon(&mut self, ctx: &mut Context<Self>) {
        if !self.fanout.has_pending() {
            return;
        }
        let (tick, is_large) = self.tick();
        if is_large && !self.answer_due && self.fanout.has_answers() {
            self.answer_due = true;
            // After this turn, so that a batch of answers goes out as one.
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
        // A shard that was full has left something to send again.
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
