//! User count for large rooms, where presence signals would be too many.

use std::time::Duration;

use actix::{AsyncContext, Context, Handler, Message};
use tokio::time::Instant;

use super::Room;
use crate::topic::Topic;

/// Sends the user count.
#[derive(Message)]
#[rtype(result = "()")]
struct PublishCount;

/// Time of the last count signal, and whether another is due.
#[derive(Default)]
pub(super) struct ReaderCount {
    counted: Option<Instant>,
    is_due: bool,
}

impl<T: Topic> Room<T> {
    /// Schedules a count signal after the number of users, or what goes with it, changed.
    pub(super) fn count_soon(&mut self, ctx: &mut Context<Self>) {
        if !self.crowd.is_due {
            self.crowd.is_due = true;
            let wait = self.crowd.counted.map_or(Duration::ZERO, |at| T::COUNT_INTERVAL.saturating_sub(at.elapsed()));
            ctx.notify_later(PublishCount, wait);
        }
    }
}

impl<T: Topic> Handler<PublishCount> for Room<T> {
    type Result = ();

    fn handle(&mut self, _: PublishCount, ctx: &mut Context<Self>) {
        self.crowd = ReaderCount { counted: Some(Instant::now()), is_due: false };
        let here = self.count_here();
        let Some(state) = &mut self.state else { return };
        for signal in [state.topic.reader_count(here), state.topic.conflated()].into_iter().flatten() {
            self.signal(&signal);
            self.flush_soon(ctx);
        }
    }
}
