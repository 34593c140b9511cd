//! Waitlist: customers who wait for room in a full offering.
//!
//! Each transaction that frees inventory marks the entries that it may help ([`offer::wake`]). [`offer::serve`] considers
//! marked entries in the order of their creation. The first whose party fits gets a hold for [`offer::OFFER`]: a booking
//! with the id of the entry. Other customers take nothing while entries for the same time are marked, so that nobody
//! overtakes the line. The mark is durable: after a crash, the next pass continues.

pub mod announcement;
pub mod join;
pub mod list;
pub mod offer;
mod wanted;

pub use list::{WaitlistEntry, WaitlistState};
pub use wanted::Wanted;
