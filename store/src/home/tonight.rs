//! Offers near the place that are free this evening.

use serde::Serialize;
use utoipa::ToSchema;

use super::{HomeSection, HomeView};
use crate::{
    Db, Result,
    catalogue::{
        detail::Availability,
        filter::{Filter, Window},
        offering::{self, OfferingCard},
    },
    inventory::slots,
    types::{
        ids::OccurrenceId,
        timestamp::{Date, Timestamp},
    },
};

/// Distance that one goes for an evening.
const NEAR_KM: f64 = 25.0;
/// Offers to look at, the best first.
const CANDIDATES: Window = Window { limit: 60, offset: 0 };
/// Maximum offers whose times are computed: a few queries each.
const CHECKED_MAX: usize = 10;
/// Offers and times to show.
const OFFERS_MAX: usize = 8;
const SLOTS_MAX: usize = 4;
/// Local time from which it is evening.
const EVENING: &str = "17:00";
/// Persons of the party, within the limits of the offer.
const PARTY: i64 = 2;

/// Offer with free times this evening.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TonightOffering {
    #[serde(flatten)]
    pub offering: OfferingCard,
    /// Local date.
    pub date: Date,
    /// Persons that the times are free for.
    pub members: i64,
    pub slots: Vec<TonightSlot>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TonightSlot {
    pub starts_at: Timestamp,
    /// Local time of the start.
    #[schema(example = "19:30")]
    pub time: String,
    /// Free staff, tables or places.
    pub left: i64,
    pub occurrence_id: Option<OccurrenceId>,
}

pub async fn read(db: &Db, view: HomeView) -> Result<Option<HomeSection>> {
    let Some(position) = view.position else { return Ok(None) };
    let filter = Filter { booked: true, position: Some(position), distance_km: Some(NEAR_KM), ..Filter::default() };
    let (cards, _) = offering::list(db, &filter, CANDIDATES, view.now).await?;
    let mut offers = Vec::new();
    for card in one_of_each_company(cards) {
        offers.extend(free_tonight(db, card, view.now).await?);
        if offers.len() == OFFERS_MAX {
            break;
        }
    }
    Ok((!offers.is_empty()).then_some(HomeSection::Tonight { offers }))
}

/// Returns the best offer of each company that has times in a day.
fn one_of_each_company(cards: Vec<OfferingCard>) -> Vec<OfferingCard> {
    let mut chosen: Vec<OfferingCard> = Vec::new();
    for card in cards {
        let is_timed = card.availability != Availability::Nights && !card.sold_out;
        if is_timed && chosen.iter().all(|other| other.company.id != card.company.id) {
            chosen.push(card);
        }
        if chosen.len() == CHECKED_MAX {
            break;
        }
    }
    chosen
}

async fn free_tonight(db: &Db, offering: OfferingCard, now: Timestamp) -> Result<Option<TonightOffering>> {
    let date = offering.company.time_zone.date_at(now);
    let members = PARTY.min(offering.members_max).max(offering.members_min).max(1);
    let day = slots::day(db, offering.id, &date, members, now).await?;
    let free = day.slots.into_iter().filter(|slot| slot.left > 0 && slot.time.as_str() >= EVENING);
    let slots: Vec<_> = free
        .take(SLOTS_MAX)
        .map(|slot| TonightSlot {
            starts_at: slot.starts_at,
            time: slot.time,
            left: slot.left,
            occurrence_id: slot.occurrence_id,
        })
        .collect();
    Ok((!slots.is_empty()).then_some(TonightOffering { offering, date, members, slots }))
}
