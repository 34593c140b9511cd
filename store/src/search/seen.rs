//! A document as a search looks at it, and the tabs that show it.

use super::{
    documents::{Attributes, Key, Kind, availability_number},
    query::Tab,
};
use crate::{catalogue::detail::Availability, types::currency::ComparablePrice};

/// Document under consideration.
pub(super) struct Seen {
    pub key: Key,
    pub attributes: Attributes,
    pub price: ComparablePrice,
    pub distance: f32,
}

impl Tab {
    /// Returns true if the tab shows the offerings with an availability of this number.
    pub(super) fn shows(self, availability: u64) -> bool {
        let among = |shown: &[Availability]| shown.iter().any(|one| availability_number(*one) == availability);
        match self {
            Self::All => true,
            Self::Places | Self::Reels => false,
            Self::Products => among(&[Availability::Stock, Availability::Unlimited]),
            Self::Services => among(&[Availability::Appointment, Availability::Table, Availability::TimedEntry]),
            Self::Stays => among(&[Availability::Nights]),
            Self::Events => among(&[Availability::Occurrence]),
        }
    }

    pub(super) fn has(self, document: &Seen) -> bool {
        match self {
            Self::All => document.key.kind() != Kind::Reel,
            Self::Places => document.key.is_company(),
            Self::Reels => document.key.kind() == Kind::Reel,
            _ => document.key.is_offering() && self.shows(document.attributes.availability()),
        }
    }
}
