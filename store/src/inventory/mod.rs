//! Inventory of offers: times at which staff and resources can be booked.

pub mod schedule;
