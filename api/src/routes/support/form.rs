//! Forms of tickets and messages.

use serde::{Deserialize, Serialize};
use store::{
    support::{SupportType, TicketCategory, TicketState, file::MAX_FILES},
    types::{
        ids::{BookingId, OrderId},
        purchase::Purchase,
    },
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    error::{Error, Result},
    http::extract::FormSpec,
    media::attachment::FILE_LIMIT,
};

/// Documents beside the picture of a ticket.
const DOCUMENTS: usize = MAX_FILES - 1;

pub const TICKET: FormSpec = FormSpec {
    lists: &[],
    files: &[("documents", DOCUMENTS), ("image", 1)],
    file_limit: FILE_LIMIT,
    total_limit: 3 * FILE_LIMIT,
};
pub const MESSAGE: FormSpec =
    FormSpec { lists: &[], files: &[("documents", MAX_FILES)], file_limit: FILE_LIMIT, total_limit: 3 * FILE_LIMIT };
pub const IMAGE: FormSpec =
    FormSpec { lists: &[], files: &[("image", 1)], file_limit: FILE_LIMIT, total_limit: FILE_LIMIT };

/// Ticket to open.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TicketForm {
    pub category: TicketCategory,
    #[schema(max_length = 120)]
    pub subject: String,
    #[schema(max_length = 4000)]
    pub description: String,
    /// Order that the ticket is about. Its company answers.
    pub order_id: Option<OrderId>,
    /// Booking that the ticket is about, instead of an order.
    pub booking_id: Option<BookingId>,
    /// Idempotency key: a repeat returns the first ticket.
    pub client_id: Option<String>,
    /// At most 4 files: pictures or PDF documents of at most 10 MB.
    pub documents: Option<String>,
    /// A file: a picture of at most 10 MB.
    pub image: Option<String>,
}

/// Request to the operator by one of the ways of contact.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SupportContactForm {
    pub support_type: SupportType,
    #[schema(max_length = 4000)]
    pub description: String,
    /// Idempotency key: a repeat returns the first ticket.
    pub client_id: Option<String>,
    /// A file: a picture of at most 10 MB.
    pub image: Option<String>,
}

/// Message of a ticket.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TicketMessageForm {
    /// May be empty if there are files.
    #[serde(default)]
    #[schema(max_length = 4000)]
    pub message: String,
    /// Idempotency key: a repeat returns the first message.
    pub client_id: Option<String>,
    /// At most 5 files: pictures or PDF documents of at most 10 MB.
    pub documents: Option<String>,
}

/// Request to the operator to look at a ticket.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TicketEscalationForm {
    /// Reason of the customer.
    #[schema(max_length = 4000)]
    pub message: String,
    /// Idempotency key: a repeat has no effect.
    pub client_id: Option<String>,
}

/// New state of a ticket.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TicketStateForm {
    pub state: TicketState,
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TicketsQuery {
    /// States, separated by commas. All by default.
    #[param(example = "open,waiting_customer")]
    pub status: Option<String>,
    /// Starts at 1.
    #[param(minimum = 1)]
    pub page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    pub per_page: Option<i64>,
}

impl TicketForm {
    pub fn about(&self) -> Result<Option<Purchase>> {
        match (self.order_id, self.booking_id) {
            (None, None) => Ok(None),
            (Some(order), None) => Ok(Some(Purchase::Order(order))),
            (None, Some(booking)) => Ok(Some(Purchase::Booking(booking))),
            (Some(_), Some(_)) => Err(Error::field("booking_id", "Send an order or a booking.")),
        }
    }
}

impl TicketsQuery {
    pub fn states(&self) -> Result<Vec<TicketState>> {
        let keys = self.status.as_deref().unwrap_or_default().split(',').map(str::trim).filter(|key| !key.is_empty());
        keys.map(|key| key.parse().map_err(|says: &str| Error::field("status", says))).collect()
    }
}
