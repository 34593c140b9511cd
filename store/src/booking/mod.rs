//! Bookings: quote → hold → confirm, for every category.
//!
//! [`draft`] checks a request against the rules of its offering and prices it, without the database. [`hold`] takes the
//! inventory for ten minutes, [`confirm`] sells it, [`cancel`] gives it back, and [`waitlist`] offers it to the first in
//! line. Each locks the company's row first, so that
//! bookings of one company never wait for each other in a circle.

pub mod calendar_feed;
pub mod calendar_file;
pub mod called_off;
pub mod cancel;
mod change;
pub mod confirm;
pub mod draft;
pub mod error;
pub mod expiry;
pub mod hold;
pub mod list;
pub mod ordered;
pub mod overdue;
pub mod reminder;
pub mod reschedule;
pub mod reservation_file;
pub mod state;
pub mod step_mail;
mod transition;
pub mod view;
pub(crate) mod visit;
pub mod waitlist;
pub mod withdrawal;

pub use change::{Actor, InventoryChange};
pub use draft::Request;
pub use error::{BookingError, Refusal};
pub use state::BookingState;
pub use transition::Scope;
pub use view::Booking;

/// Result of a booking command.
pub type Result<T, E = BookingError> = std::result::Result<T, E>;

/// A booking after a command, and what the command changed of the inventory, for live pages.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub booking: Booking,
    pub changes: Vec<InventoryChange>,
}
