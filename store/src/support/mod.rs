//! Support: tickets of customers, feedback, and the texts of the help centre.
//!
//! A ticket about an order or a booking belongs to its company. Any other ticket belongs to the operator of the server,
//! who answers by the command line, also to a ticket of a company that its customer has escalated ([`escalation`]).
//! [`ticket`] opens tickets, [`message`] writes in them, [`state`] holds the states and
//! [`category`] the tables of categories and ways of contact. A message is announced after its commit: see
//! [`announcement`].

pub mod announcement;
pub mod category;
pub mod error;
pub mod escalation;
pub mod feedback;
pub mod file;
pub mod help_centre;
pub mod list;
pub mod message;
pub mod site_page;
pub mod state;
pub mod ticket;
pub mod view;

pub use category::{SupportType, TicketCategory};
pub use error::{Refusal, SupportError};
pub use message::Written;
pub use state::{MessageKind, Side, TicketState};
pub use view::{Scope, Ticket, TicketMessage};

/// Result of a support command.
pub type Result<T, E = SupportError> = std::result::Result<T, E>;
