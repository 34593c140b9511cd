//! Inventory: what of an offering is free, and taking it.
//!
//! Two allocators serve all categories. [`counted`] takes units of a bucket: a night of a room type, a ticket class of a
//! concert. [`exclusive`] takes a resource on a grid of five minutes: a therapist, a table. A constraint of the database
//! decides in both, so reads here are hints. [`plan`] reads an offering; [`slots`], [`nights`] and [`calendar`] show what
//! is free.

pub mod calendar;
pub mod company_calendar;
pub mod company_day;
pub mod counted;
pub mod cruise;
pub mod exclusive;
pub mod nights;
pub mod plan;
mod resource_kind;
pub mod schedule;
pub mod slots;
pub mod stay;
mod times;

pub use resource_kind::ResourceKind;
