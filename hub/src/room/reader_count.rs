//! Telling a large room how many are in it, where telling who comes and goes would be too much.

use std::time::Duration;

use actix::{AsyncContext, Context, Handler, Message};
use tokio::time::Instant;

use super::Room;
use crate::topic::Topic;

/// How often at most many are told how many they are.
const COUNT_INTERVAL: Duration = Duration::from_secs(1);

/// Time to tell how many are here.
#[derive(Message)]
#[rtype(result = "()")]
struct PublishCount;

/// When the readers were told last how many they are, and whether they are to be told again.
#[derive(Default)]
pub(super) struct ReaderCount {
    counted: Option<Instant>,
    is_due: bool,
}

impl<T: Topic> Room<T> {
    /// The number of readers has changed.
    pub(super) fn count_soon(&mut self, ctx: &mut Context<Self>) {
        if !self.crowd.is_due {
            self.crowd.is_due = true;
            let wait = self.crowd.counted.map_or(Duration::ZERO, |at| COUNT_INTERVAL.saturating_sub(at.elapsed()));
            ctx.notify_later(PublishCount, wait);
        }
    }
}

impl<T: Topic> Handler<PublishCount> for Room<T> {
    type Result = ();

    fn handle(&mut self, _: PublishCount, ctx: &mut Context<Self>) {
        self.crowd = ReaderCount { counted: Some(Instant::now()), is_due: false };
        let here = self.count_here();
        if let Some(signal) = self.state.as_ref().and_then(|state| state.topic.reader_count(here)) {
            self.signal(&signal);
            self.flush_soon(ctx);
        }
    }
}
