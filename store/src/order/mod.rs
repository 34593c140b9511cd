//! Orders: quote → hold → pay → confirm, then the steps of the company.
//!
//! [`checkout`] turns carts into orders and holds their stock, [`settle`] applies what the payment provider says,
//! [`progress`] moves an order on and cancels it, [`refund`] pays a part of it back, [`returns`] takes
//! units of it back. Each locks the companies' rows first, in order of their ids.

pub mod bookings;
pub mod calendar_file;
mod cart_removal;
pub mod checkout;
pub mod error;
pub mod expiry;
pub mod export;
mod fee_and_tip;
pub mod file;
pub mod in_progress;
pub mod list;
pub mod mirrored_refund;
mod model;
mod payable;
pub mod progress;
pub mod receipt;
pub mod refund;
pub mod returns;
pub mod review;
pub mod settle;
pub mod state;
mod transition;
pub mod view;
pub mod withdrawal;

pub use error::{OrderError, Refusal};
pub use model::Order;
pub use payable::{PayableOrder, take_out_ended};
pub use state::OrderState;

use crate::{booking::InventoryChange, types::ids::CompanyId};

/// Result of an order command.
pub type Result<T, E = OrderError> = std::result::Result<T, E>;

/// Orders after a command, and what the command changed of the stock, for live pages.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    pub orders: Vec<Order>,
    pub changes: Vec<(CompanyId, Vec<InventoryChange>)>,
}
