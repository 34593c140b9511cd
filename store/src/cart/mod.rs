//! Carts: one for each company. A cart is priced by the server whenever it is read.
//!
//! [`change`] edits a cart, [`view`] prices it and says what still prevents an order.

pub mod booking;
pub mod change;
pub mod coins;
pub mod line;
mod pricing;
pub mod promo_code;
pub mod promo_management;
pub mod quote;
mod terms;
pub mod view;

pub use booking::CartBooking;
pub use change::{CartError, CartRefusal, ChosenOption, Details, NewLine};
pub use line::{CartLine, LineOption, LineProblem};
pub use view::{Cart, Problem};

/// Maximum lines of a cart.
pub const LINES_MAX: i64 = 100;
/// Maximum carts of an account.
pub const CARTS_MAX: i64 = 50;
/// Maximum units of a line.
pub const QUANTITY_MAX: i64 = 99;
