//! A document as a search looks at it, and the tabs that show it.

use super::{
    documents::{AVAILABILITIES, Attributes, Key, Kind},
    query::Tab,
};
use crate::{
    catalogue::{detail::Availability, detail_filter::DetailValues},
    types::currency::ComparablePrice,
};

/// Kinds of documents that tabs tell apart: offerings by the number of their availability, companies, and reels.
pub(super) const KINDS: usize = AVAILABILITIES.len() + 2;
const COMPANY: usize = AVAILABILITIES.len();
const REEL: usize = COMPANY + 1;

/// Document under consideration.
pub(super) struct Seen {
    pub key: Key,
    pub attributes: Attributes,
    pub price: ComparablePrice,
    pub details: DetailValues,
    pub distance: f32,
}

impl Seen {
    pub fn kind(&self) -> usize {
        match self.key.kind() {
            Kind::Offering => self.attributes.availability() as usize,
            Kind::Company => COMPANY,
            Kind::Reel => REEL,
        }
    }
}

impl Tab {
    /// Returns true if the tab shows the offerings with this availability.
    fn shows(self, availability: Availability) -> bool {
        match self {
            Self::All => true,
            Self::Places | Self::Reels => false,
            Self::Products => matches!(availability, Availability::Stock | Availability::Unlimited),
            Self::Services => {
                matches!(availability, Availability::Appointment | Availability::Table | Availability::TimedEntry)
            }
            Self::Stays => availability == Availability::Nights,
            Self::Events => availability == Availability::Occurrence,
        }
    }

    /// Returns the kinds of documents that the tab shows.
    pub(super) fn kinds(self) -> [bool; KINDS] {
        let mut kinds = [false; KINDS];
        for (kind, availability) in kinds.iter_mut().zip(AVAILABILITIES) {
            *kind = self.shows(availability);
        }
        kinds[COMPANY] = matches!(self, Self::All | Self::Places);
        kinds[REEL] = self == Self::Reels;
        kinds
    }
}
