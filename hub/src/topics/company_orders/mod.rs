//! Topic `orders:{company}`: the open orders and reservations of a company, live for all who work there.
//!
//! Commands notify the hub after their commit ([`Hub::reservation_changed`], [`Hub::order_changed`]).
#![doc = ""]
#![doc = include_str!("stream.md")]

use std::{collections::HashSet, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::{json, value::RawValue};
use store::{
    booking::{
        Booking, BookingError, BookingState,
        list::{self, ReservationFilter, Window},
    },
    company,
    order::{self, Order, OrderError},
    types::{
        ids::{BookingId, CompanyId, OrderId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{
    Hub,
    principal::Principal,
    protocol::{self, StreamKey},
    room::registry::RoomRegistry,
    state::HubState,
    topic::{Effects, Loaded, Topic, changed_by_rest},
};

/// Maximum reservations in a snapshot. REST returns all.
const RESERVATIONS: i64 = 200;
/// Maximum orders in a snapshot. REST returns all.
const ORDERS: i64 = 500;
/// Maximum bytes of each list in a snapshot: an order of a hundred lines takes 60 KB.
const LIST_BYTES: usize = 2 * 1024 * 1024;
/// Reservations that began this long ago are still in progress.
const IN_PROGRESS: i64 = 12 * Timestamp::HOUR;

pub struct CompanyOrders {
    /// Accounts that act for the company now.
    members: HashSet<UserId>,
    /// The next first.
    reservations: Vec<Reservation>,
    /// Orders that the company works on, the oldest first.
    orders: Vec<BoardOrder>,
    /// Length of each list when it last left something out, reservations first. 0: it holds everything.
    full: [usize; 2],
}

/// New state of a reservation or an order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Update {
    Reservation(Reservation),
    Order(BoardOrder),
}

/// Reservation as JSON, which other nodes and clients read alike.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reservation {
    id: BookingId,
    starts_at: Timestamp,
    is_open: bool,
    json: Box<RawValue>,
}

impl From<&Booking> for Reservation {
    fn from(booking: &Booking) -> Self {
        let is_open =
            matches!(booking.state, BookingState::AwaitingCompany | BookingState::Confirmed | BookingState::CheckedIn);
        Self { id: booking.id, starts_at: booking.starts_at, is_open, json: protocol::json(booking) }
    }
}

/// Order as JSON for the company, which other nodes and clients read alike.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BoardOrder {
    id: OrderId,
    is_open: bool,
    json: Box<RawValue>,
}

impl From<&Order> for BoardOrder {
    fn from(order: &Order) -> Self {
        Self { id: order.id, is_open: order.is_on_board(), json: protocol::json(order) }
    }
}

impl Update {
    /// Returns the update for the company. None: it does not see the order, because it was never paid.
    pub fn of_order(order: &Order) -> Option<Self> {
        order.was_placed().then(|| Self::Order(order.into()))
    }
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Reservation { reservation: Box<RawValue> },
    Order { order: Box<RawValue> },
}

impl Topic for CompanyOrders {
    type Key = CompanyId;
    type Update = Update;
    type Event = Event;
    type Signal = ();
    changed_by_rest!();

    fn stream(key: CompanyId) -> StreamKey {
        StreamKey::Orders(key)
    }

    fn registry(core: &HubState) -> &RoomRegistry<Self> {
        &core.company_orders
    }

    async fn load(core: &Arc<HubState>, key: CompanyId) -> store::Result<Loaded<Self>> {
        let members = company::team::acting(&core.db, key).await?.into_iter().collect();
        let now = Timestamp::now();
        let filter = ReservationFilter {
            states: vec![BookingState::AwaitingCompany, BookingState::Confirmed, BookingState::CheckedIn],
            from: Some(now.plus(-IN_PROGRESS)),
            ..ReservationFilter::default()
        };
        let page = Window { limit: RESERVATIONS, offset: 0 };
        let (bookings, _) = list::of_company(&core.db, key, &filter, page, now).await.map_err(|cause| match cause {
            BookingError::Store(cause) => cause,
            BookingError::Refused(_) => store::Error::NotFound,
        })?;
        let orders = order::list::board(&core.db, key, ORDERS, now).await.map_err(|cause| match cause {
            OrderError::Store(cause) => cause,
            OrderError::Refused(_) => store::Error::NotFound,
        })?;
        let mut topic = Self {
            members,
            reservations: bookings.iter().map(Reservation::from).collect(),
            orders: orders.iter().map(BoardOrder::from).collect(),
            full: [0; 2],
        };
        let full = |length, most| if is_full(length, most) { length } else { 0 };
        topic.full = [full(topic.reservations.len(), RESERVATIONS), full(topic.orders.len(), ORDERS)];
        topic.bound();
        let epoch = format!("{:016x}", rand::random::<u64>());
        Ok(Loaded { topic, epoch: epoch.into(), seq: 0 })
    }

    fn authorize(&self, who: &Principal) -> bool {
        self.members.contains(&who.user)
    }

    /// No-op: `update` has changed the state already, and the event only publishes the change.
    fn apply(&mut self, _: &Event) {}

    fn update(&mut self, changed: Update) -> Effects<Self> {
        let before = self.lengths();
        let event = match changed {
            Update::Reservation(reservation) => {
                let event = Event::Reservation { reservation: reservation.json.clone() };
                self.put_reservation(reservation);
                event
            }
            Update::Order(order) => {
                let event = Event::Order { order: order.json.clone() };
                self.put_order(order);
                event
            }
        };
        self.bound();
        // Half of a list has room for what was left out.
        let mut lists = self.lengths().into_iter().zip(before).zip(self.full);
        let stale = lists.any(|((length, before), full)| length < before && 2 * length < full);
        Effects { events: vec![event], stale, ..Effects::default() }
    }

    fn ephemeral_state(&self, _: UserId, _: &[UserId]) {}

    fn snapshot(&self, _: UserId, _: &[UserId]) -> Box<RawValue> {
        let reservations: Vec<_> = self.reservations.iter().map(|one| &one.json).collect();
        let orders: Vec<_> = self.orders.iter().map(|one| &one.json).collect();
        let [_, full] = self.full;
        protocol::json(&json!({ "reservations": reservations, "orders": orders, "older_orders": full > 0 }))
    }
}

impl CompanyOrders {
    fn put_reservation(&mut self, changed: Reservation) {
        self.reservations.retain(|known| known.id != changed.id);
        if changed.is_open {
            let after = |known: &Reservation| (known.starts_at, known.id) < (changed.starts_at, changed.id);
            self.reservations.insert(self.reservations.partition_point(after), changed);
        }
    }

    fn put_order(&mut self, changed: BoardOrder) {
        self.orders.retain(|known| known.id != changed.id);
        if changed.is_open {
            self.orders.insert(self.orders.partition_point(|known| known.id < changed.id), changed);
        }
    }

    fn lengths(&self) -> [usize; 2] {
        [self.reservations.len(), self.orders.len()]
    }

    /// Drops the reservations at the end, and the oldest orders, that do not fit into a snapshot.
    fn bound(&mut self) {
        let reservations = fitting(self.reservations.iter().map(|one| &*one.json), RESERVATIONS);
        let orders = fitting(self.orders.iter().rev().map(|one| &*one.json), ORDERS);
        let lists = self.lengths().into_iter().zip([reservations, orders]);
        for (full, (length, fits)) in self.full.iter_mut().zip(lists) {
            if fits < length {
                *full = fits;
            }
        }
        self.reservations.truncate(reservations);
        self.orders.drain(..self.orders.len() - orders);
    }
}

fn is_full(length: usize, most: i64) -> bool {
    i64::try_from(length).is_ok_and(|length| length >= most)
}

/// Returns how many of the first entries fit into a list of at most `most`.
fn fitting<'a>(list: impl Iterator<Item = &'a RawValue>, most: i64) -> usize {
    let mut bytes = 0;
    let fits = |json: &&RawValue| {
        bytes += json.get().len();
        bytes <= LIST_BYTES
    };
    list.take(usize::try_from(most).unwrap_or(usize::MAX)).take_while(fits).count()
}

impl Hub {
    /// Notifies the company of a reservation that is new or has changed. Holds are not shown.
    pub fn reservation_changed(&self, booking: &Booking) {
        if !matches!(booking.state, BookingState::Held | BookingState::Expired) {
            self.state.company_orders.notify(booking.company.id, Update::Reservation(booking.into()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reservation(id: i64, starts_at: i64, is_open: bool) -> Update {
        Update::Reservation(Reservation {
            id: BookingId(id),
            starts_at: Timestamp(starts_at),
            is_open,
            json: protocol::json(&id),
        })
    }

    fn order(id: i64, is_open: bool) -> Update {
        Update::Order(BoardOrder { id: OrderId(id), is_open, json: protocol::json(&id) })
    }

    fn empty() -> CompanyOrders {
        CompanyOrders { members: HashSet::new(), reservations: Vec::new(), orders: Vec::new(), full: [0; 2] }
    }

    #[test]
    fn open_reservations_are_kept_in_order_of_start() {
        let mut orders = empty();
        for one in
            [reservation(1, 50, true), reservation(2, 10, true), reservation(1, 5, true), reservation(3, 7, false)]
        {
            assert_eq!(orders.update(one).events.len(), 1);
        }
        assert_eq!(orders.snapshot(UserId(1), &[]).get(), r#"{"older_orders":false,"orders":[],"reservations":[1,2]}"#);
        orders.update(reservation(1, 5, false));
        assert_eq!(orders.snapshot(UserId(1), &[]).get(), r#"{"older_orders":false,"orders":[],"reservations":[2]}"#);
    }

    #[test]
    fn snapshot_is_bounded_in_entries_and_bytes_and_filled_again() {
        let large = |id: i64, is_open| {
            let json = protocol::json(&"x".repeat(60_000));
            Update::Order(BoardOrder { id: OrderId(id), is_open, json })
        };
        let mut board = empty();
        for id in 1..=100 {
            assert!(!board.update(large(id, true)).stale);
        }
        let kept = board.orders.len();
        assert!(kept > 30, "{kept}");
        assert!(board.snapshot(UserId(1), &[]).get().len() < LIST_BYTES + 1_000);
        assert_eq!(board.orders.last().map(|one| one.id), Some(OrderId(100)), "the newest are kept");
        let closed = (1..=100).rev().find(|id| board.update(large(*id, false)).stale).unwrap();
        let half = 100 - i64::try_from(kept / 2).unwrap();
        assert_eq!(closed, half, "half has room for those that were left out");

        let mut board = empty();
        for id in 1..=ORDERS + 1 {
            board.update(order(id, true));
            board.update(reservation(id, id, true));
        }
        assert!(is_full(board.orders.len(), ORDERS) && is_full(board.reservations.len(), RESERVATIONS));
        assert!(board.snapshot(UserId(1), &[]).get().starts_with(r#"{"older_orders":true"#));
        let mut board = empty();
        board.update(order(1, true));
        assert!(!board.update(order(1, false)).stale, "nothing was left out");
    }

    #[test]
    fn open_orders_are_kept_in_order_of_arrival() {
        let mut board = empty();
        for one in [order(2, true), order(1, true), order(3, true), order(2, false)] {
            assert_eq!(board.update(one).events.len(), 1);
        }
        assert_eq!(board.snapshot(UserId(1), &[]).get(), r#"{"older_orders":false,"orders":[1,3],"reservations":[]}"#);
    }
}
