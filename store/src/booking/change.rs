//! Actors of a booking, and changes of the inventory as open pages learn them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::types::{
    ids::{OfferingId, ResourceId, VariantId},
    timestamp::Timestamp,
};

/// Actor of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Actor {
    Customer,
    Company,
    System,
}

/// Change of what is free. A hint for open pages: the database decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum InventoryChange {
    /// A resource was taken.
    Occupied { resource_id: ResourceId, starts_at: Timestamp, ends_at: Timestamp },
    /// A resource was given back.
    Freed { resource_id: ResourceId, starts_at: Timestamp, ends_at: Timestamp },
    /// Units of a variant were taken (negative) or given back.
    Units { variant_id: VariantId, starts_at: Timestamp, change: i64 },
    /// An offering was marked as sold out, or as available again.
    SoldOut { offering_id: OfferingId, sold_out: bool },
    /// Times, prices or opening hours changed: pages read them again.
    Rules { offering_id: Option<OfferingId> },
}

impl InventoryChange {
    /// Returns the opposite change of units or of a resource. Other changes have none, and stay.
    #[must_use]
    pub(super) fn reversed(self) -> Self {
        match self {
            Self::Occupied { resource_id, starts_at, ends_at } => Self::Freed { resource_id, starts_at, ends_at },
            Self::Freed { resource_id, starts_at, ends_at } => Self::Occupied { resource_id, starts_at, ends_at },
            Self::Units { variant_id, starts_at, change } => Self::Units { variant_id, starts_at, change: -change },
            other @ (Self::SoldOut { .. } | Self::Rules { .. }) => other,
        }
    }
}
