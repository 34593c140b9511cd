//! Order board of a company, as its employees see it live.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::shop::Shop;
use crate::metric::{Latency, micros};
use crate::stream_client::StreamClient;
use crate::target::Target;
use crate::wire::{Incoming, Stream, Wire};
use crate::ws::Source;

const JOIN_TIMEOUT: Duration = Duration::from_secs(15);
/// Findings of a board that a report shows.
const SHOWN: usize = 5;

/// Events of a board, beside the orders that must reach it.
pub struct Board {
    company: u64,
    /// Taken by the task that reads it.
    client: Option<StreamClient>,
    seq: u64,
    /// Arrivals of each order as a new one.
    arrived: HashMap<u64, Vec<Instant>>,
    /// Paid orders, with the time at which the payment was sent.
    paid: HashMap<u64, Instant>,
    wrong: Vec<String>,
}

impl Board {
    /// Joins the board of a company and waits for its snapshot.
    pub async fn open(target: &Target, wire: Wire, shop: &Shop) -> Result<Rc<RefCell<Self>>, String> {
        let source = Source { address: target.source(0, 1), receive_buffer: None };
        let stream = Stream::Orders { company: shop.company };
        let mut client = StreamClient::open(target, source, wire, stream, &shop.token, None).await?;
        let snapshot = async {
            loop {
                match client.next().await.map_err(|disconnect| disconnect.to_string())? {
                    Incoming::Snapshot { at, .. } => return Ok(at.seq),
                    Incoming::Error(code) => return Err(format!("board not joined: {code}")),
                    _ => {}
                }
            }
        };
        let seq = tokio::time::timeout(JOIN_TIMEOUT, snapshot)
            .await
            .map_err(|_| format!("no board within {} s", JOIN_TIMEOUT.as_secs()))??;
        Ok(Rc::new(RefCell::new(Self { client: Some(client), ..Self::at(shop.company, seq) })))
    }

    fn at(company: u64, seq: u64) -> Self {
        let (arrived, paid) = (HashMap::new(), HashMap::new());
        Self { company, client: None, seq, arrived, paid, wrong: Vec::new() }
    }

    /// Notes an order that must arrive.
    pub fn add_paid(&mut self, order: u64, sent_at: Instant) {
        self.paid.insert(order, sent_at);
    }

    /// Returns true if a paid order has not arrived.
    pub fn waits(&self) -> bool {
        self.paid.keys().any(|order| !self.arrived.contains_key(order))
    }

    /// Returns violated guarantees, and records the times from payment to arrival.
    pub fn findings(&self, latency: &mut Latency) -> Vec<String> {
        let mut wrong = self.wrong.clone();
        for (order, sent_at) in &self.paid {
            match self.arrived.get(order).map(Vec::as_slice) {
                Some([at]) => latency.record(micros(at.saturating_duration_since(*sent_at))),
                Some(times) => wrong.push(format!("order {order} arrived {} times", times.len())),
                None => wrong.push(format!("order {order} was paid and never arrived")),
            }
        }
        let hidden = wrong.len().saturating_sub(SHOWN);
        wrong.truncate(SHOWN);
        wrong.extend((hidden > 0).then(|| format!("and {hidden} more")));
        wrong.into_iter().map(|text| format!("board {}: {text}", self.company)).collect()
    }

    fn take(&mut self, incoming: Incoming) {
        match incoming {
            Incoming::Event { at, order, .. } => {
                if at.seq != self.seq + 1 {
                    self.wrong.push(format!("event {} came after {}", at.seq, self.seq));
                }
                self.seq = at.seq;
                if let Some(order) = order.filter(|order| order.is_new) {
                    self.arrived.entry(order.id).or_default().push(Instant::now());
                }
            }
            Incoming::Error(code) => self.wrong.push(format!("refused with {code}")),
            _ => {}
        }
    }
}

/// Reads the events of a board until the run ends.
pub async fn watch(board: &RefCell<Board>, stop: &Notify) {
    let Some(mut client) = board.borrow_mut().client.take() else { return };
    let stopped = stop.notified();
    tokio::pin!(stopped);
    loop {
        tokio::select! {
            () = &mut stopped => return client.close(),
            incoming = client.next() => match incoming {
                Ok(incoming) => board.borrow_mut().take(incoming),
                Err(disconnect) => return board.borrow_mut().wrong.push(disconnect.to_string()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{BoardOrder, Position};

    fn event(seq: u64, id: u64, is_new: bool) -> Incoming {
        let at = Position { epoch: "e1".into(), seq };
        Incoming::Event { at, message: None, order: Some(BoardOrder { id, is_new }) }
    }

    #[test]
    fn orders_that_are_lost_or_doubled_are_found() {
        let (mut board, mut latency) = (Board::at(7, 2), Latency::new().unwrap());
        let sent_at = Instant::now();
        for order in [8, 9, 10] {
            board.add_paid(order, sent_at);
        }
        for incoming in [event(3, 8, true), event(4, 9, true), event(5, 8, false), event(6, 9, true)] {
            board.take(incoming);
        }
        assert!(board.waits());
        let mut found = board.findings(&mut latency);
        found.sort();
        assert_eq!(found, ["board 7: order 10 was paid and never arrived", "board 7: order 9 arrived 2 times"]);
        assert_eq!(latency.count(), 1);
    }

    #[test]
    fn gap_between_events_is_found() {
        let mut board = Board::at(7, 2);
        for incoming in [event(3, 8, true), event(5, 9, true)] {
            board.take(incoming);
        }
        assert_eq!(board.findings(&mut Latency::new().unwrap()), ["board 7: event 5 came after 3"]);
    }
}
