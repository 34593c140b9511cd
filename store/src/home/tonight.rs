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
    fulfilment::OrderType,
    inventory::slots::{self, Slot},
    types::{
        ids::{CompanyId, OccurrenceId},
        local_time::MinuteOfDay,
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
/// Minimum time between two of them, so that they span the evening.
const APART_MS: i64 = 30 * 60 * 1_000;
/// Local minute from which it is evening. Times past midnight belong to it.
const EVENING: u16 = 17 * 60;
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

/// Returns the companies whose free times decide the section.
pub async fn companies(db: &Db, view: HomeView) -> Result<Vec<CompanyId>> {
    Ok(candidates(db, view).await?.into_iter().map(|card| card.company.id).collect())
}

pub async fn read(db: &Db, view: HomeView) -> Result<Option<HomeSection>> {
    let mut offers = Vec::new();
    for card in candidates(db, view).await? {
        offers.extend(free_tonight(db, card, view.now).await?);
        if offers.len() == OFFERS_MAX {
            break;
        }
    }
    Ok((!offers.is_empty()).then_some(HomeSection::Tonight { offers }))
}

/// Returns the offers whose times are looked at.
async fn candidates(db: &Db, view: HomeView) -> Result<Vec<OfferingCard>> {
    let Some(position) = view.position else { return Ok(Vec::new()) };
    if view.order_type.is_some_and(|order_type| order_type != OrderType::Onsite) {
        return Ok(Vec::new());
    }
    let filter = Filter { booked: true, position: Some(position), distance_km: Some(NEAR_KM), ..Filter::default() };
    let (cards, _) = offering::list(db, &filter, CANDIDATES, view.now).await?;
    Ok(one_of_each_company(cards))
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
    let zone = &offering.company.time_zone;
    let date = zone.date_at(now);
    let evening = MinuteOfDay::new(EVENING).map_or(now, |evening| zone.instant(&date, evening));
    let members = PARTY.clamp(offering.members_min, offering.members_max);
    let day = slots::day(db, offering.id, &date, members, now).await?;
    let mut slots: Vec<TonightSlot> = Vec::new();
    for slot in day.slots {
        let is_apart = slots.last().is_none_or(|last| slot.starts_at.0 - last.starts_at.0 >= APART_MS);
        if slot.has_room_for(members) && slot.starts_at >= evening && is_apart && slots.len() < SLOTS_MAX {
            let Slot { starts_at, time, left, occurrence_id, .. } = slot;
            slots.push(TonightSlot { starts_at, time, left, occurrence_id });
        }
    }
    Ok((!slots.is_empty()).then_some(TonightOffering { offering, date, members, slots }))
}
