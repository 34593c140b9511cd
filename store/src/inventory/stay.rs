//! Room types with the price and the rooms left of a stay.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    counted::{Taken, Units},
    nights::{Night, NightRules},
    plan::{self, NightRate, VariantPlan},
};
use crate::{
    Db, Result,
    catalogue::{
        detail::Availability,
        filter::Window,
        offering::{self, OfferingCard},
        party::party,
    },
    db::conditions::Conditions,
    each, on,
    types::{
        ids::{CompanyId, OfferingId, VariantId},
        timestamp::{Date, Timestamp},
        vat::VatMode,
    },
};

/// Maximum nights of a stay.
pub const NIGHTS_MAX: i64 = 30;
/// Maximum room types that are considered.
const ROOM_TYPES: i64 = 2_000;

/// Nights of a stay and rooms wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stay {
    pub check_in: Date,
    pub check_out: Date,
    pub rooms: i64,
}

/// Selection of room types.
#[derive(Clone, Debug, Default)]
pub struct RoomFilter {
    pub company: Option<CompanyId>,
    pub offering: Option<OfferingId>,
    /// Keys of features that the company states. All must match.
    pub features: Vec<&'static str>,
    /// Guests in all rooms.
    pub adults: Option<i64>,
    pub children: Option<i64>,
    /// Rooms that the guests share. Less than one counts as one.
    pub rooms: i64,
}

/// Room type for a stay.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct RoomOffer {
    #[serde(flatten)]
    pub card: OfferingCard,
    /// Variant to book.
    pub variant_id: Option<VariantId>,
    /// Nights of the stay. Null without dates.
    pub nights: Option<i64>,
    /// Price of the stay for all rooms, in minor units. Null without dates, and if the rooms are not free.
    pub total: Option<i64>,
    /// VAT that is paid besides `total`, in minor units: 0 where prices contain it. Null without a total.
    pub vat_added: Option<i64>,
    /// Rooms left in every night of the stay.
    pub left: Option<i64>,
    /// Minimum stay of guests who arrive on that date.
    pub min_nights: Option<i64>,
}

/// Room type that a filter has to check.
#[derive(sqlx::FromRow)]
struct Candidate {
    id: OfferingId,
    details: String,
    members_min: i64,
    members_max: i64,
}

#[derive(sqlx::FromRow)]
struct VariantRow {
    offering_id: OfferingId,
    #[sqlx(flatten)]
    variant: VariantPlan,
}

/// Inventory of several room types, read together.
#[derive(Default)]
struct Rooms {
    variants: HashMap<OfferingId, Vec<VariantPlan>>,
    rates: Vec<NightRate>,
    taken: Taken,
    terms: HashMap<OfferingId, Terms>,
}

/// Terms of an offering and its company.
#[derive(sqlx::FromRow)]
struct Terms {
    id: OfferingId,
    /// Days ahead that the company can be booked.
    horizon_days: i64,
    notice_minutes: i64,
    paused_until: Option<Timestamp>,
    country: String,
    vat_rate: i64,
}

impl RoomFilter {
    pub(crate) fn query(&self) -> Conditions {
        let mut query = Conditions::new(
            "SELECT o.id, o.details, o.members_min, o.members_max FROM offering o
             WHERE o.state = 'active' AND o.availability = 'nights'",
            Vec::new(),
        );
        match self.company {
            // Only hotels sell nights. With the category, SQLite reads those of all companies.
            Some(company) => query.bind(" AND o.company_id = ?", company.0),
            None => query.push(" AND o.category = 'hotels'"),
        };
        if let Some(offering) = self.offering {
            query.bind(" AND o.id = ?", offering.0);
        }
        for feature in &self.features {
            query.bind(
                " AND EXISTS (SELECT 1 FROM company_feature f WHERE f.company_id = o.company_id AND f.feature = ?)",
                *feature,
            );
        }
        query.push(" ORDER BY o.sold_out, o.position, o.price, o.id").bind(" LIMIT ?", ROOM_TYPES);
        query
    }

    /// Returns true if the rooms accept the guests, by the same limits as a booking.
    fn fits(&self, room: &Candidate) -> Result<bool> {
        let rooms = self.rooms.max(1);
        let party = party(Availability::Nights, room.members_min, room.members_max, rooms);
        let is_party = match (self.adults, self.children.unwrap_or(0)) {
            (Some(adults), children) => party.contains(&(adults + children)),
            // The adults are not known.
            (None, children) => children <= *party.end(),
        };
        let details = serde_json::from_str(&room.details)?;
        Ok(is_party && too_many(&details, [self.adults, self.children], rooms).is_none())
    }
}

/// Returns the kind of guests that exceeds the rooms with these details, `adults` or `children`, and the number that fits.
/// A room without a stated size fits everyone.
pub(crate) fn too_many(
    details: &serde_json::Value,
    [adults, children]: [Option<i64>; 2],
    rooms: i64,
) -> Option<(&'static str, i64)> {
    let most = |field: &str| details[field].as_i64().map(|guests| guests.saturating_mul(rooms));
    [("adults", adults), ("children", children)].into_iter().find_map(|(field, guests)| {
        let most = most(field).filter(|most| guests.is_some_and(|guests| guests > *most))?;
        Some((field, most))
    })
}

/// Returns a page of room types and their total. With a stay, with its price and the rooms left.
pub async fn rooms(
    db: &Db,
    filter: &RoomFilter,
    stay: Option<&Stay>,
    window: Window,
    now: Timestamp,
) -> Result<(Vec<RoomOffer>, i64)> {
    let candidates: Vec<Candidate> = filter.query().fetch(db).await?;
    let mut fitting = Vec::new();
    for room in candidates {
        if filter.fits(&room)? {
            fitting.push(room.id);
        }
    }
    let total = i64::try_from(fitting.len()).unwrap_or(i64::MAX);
    let count = |number: i64| usize::try_from(number).unwrap_or(0);
    let ids: Vec<_> = fitting.into_iter().skip(count(window.offset)).take(count(window.limit)).collect();
    let cards = offering::cards(db, &ids, now).await?;
    let rooms = match stay {
        Some(stay) => Rooms::load(db, &ids, stay, now).await?,
        None => Rooms::default(),
    };
    Ok((cards.into_iter().map(|card| rooms.offer(card, stay, now)).collect(), total))
}

impl Rooms {
    /// Reads variants, rates, terms and buckets with a query each.
    async fn load(db: &Db, ids: &[OfferingId], stay: &Stay, now: Timestamp) -> Result<Self> {
        let list = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
        let at = db.read();
        let sql = each!(
            at,
            "SELECT offering_id, id, name, price, capacity, sold_out FROM offering_variant
             WHERE offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ") ORDER BY position, id"
        );
        let rows: Vec<VariantRow> = on!(at, at => sqlx::query_as(sql).bind(&list).fetch_all(at).await)?;
        let mut variants: HashMap<OfferingId, Vec<VariantPlan>> = HashMap::new();
        for row in rows {
            variants.entry(row.offering_id).or_default().push(row.variant);
        }
        let at = db.read();
        let sql = each!(
            at,
            "SELECT r.variant_id, r.from_date, r.to_date, r.weekdays, r.price, r.min_nights, r.closed
             FROM offering_variant v JOIN night_rate r ON r.variant_id = v.id
             WHERE r.from_date < $3 AND r.to_date >= $2 AND v.offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ") ORDER BY r.id"
        );
        let rates: Vec<NightRate> = on!(at, at => sqlx::query_as(sql)
            .bind(&list).bind(&stay.check_in).bind(&stay.check_out).fetch_all(at).await)?;
        let at = db.read();
        let sql = each!(
            at,
            "SELECT o.id, c.horizon_days, c.notice_minutes, c.paused_until, c.country, o.vat_rate FROM offering o JOIN company c ON c.id = o.company_id
             WHERE o.id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ")"
        );
        let terms: Vec<Terms> = on!(at, at => sqlx::query_as(sql).bind(&list).fetch_all(at).await)?;
        let terms = terms.into_iter().map(|terms| (terms.id, terms)).collect();
        Ok(Self { variants, rates, taken: taken(db, &list, stay, now).await?, terms })
    }

    fn offer(&self, card: OfferingCard, stay: Option<&Stay>, now: Timestamp) -> RoomOffer {
        let variants = self.variants.get(&card.id).map(Vec::as_slice).unwrap_or_default();
        let priced = stay.and_then(|stay| {
            let offers = variants.iter().map(|variant| self.price(&card, variant, stay, now));
            // The cheapest variant that is free, else the one with the most rooms left.
            offers.min_by_key(|offer| (offer.total.is_none(), offer.total, -offer.left.unwrap_or(0)))
        });
        priced.map_or(
            RoomOffer {
                card: card.clone(),
                variant_id: None,
                nights: None,
                total: None,
                vat_added: None,
                left: None,
                min_nights: None,
            },
            |offer| offer.of(card),
        )
    }

    fn price(&self, card: &OfferingCard, variant: &VariantPlan, stay: &Stay, now: Timestamp) -> PricedStay {
        let time_zone = &card.company.time_zone;
        let rules = NightRules { rates: &self.rates, time_zone, sold_out: card.sold_out };
        let count = stay.nights();
        let nights: Vec<Night> =
            (0..count).map(|day| rules.night(variant, &stay.check_in.plus_days(day), &self.taken)).collect();
        let today = time_zone.date_at(now);
        // A booking is refused in the same way.
        let terms = self.terms.get(&card.id);
        let horizon = terms.map_or(0, |terms| terms.horizon_days);
        let first = terms.map(|terms| {
            let earliest = plan::earliest(terms.notice_minutes, terms.paused_until, now);
            plan::first_check_in(time_zone, earliest, now)
        });
        let is_beyond = stay.check_out > today.plus_days(horizon).plus_days(1);
        let is_closed =
            first.is_none_or(|first| stay.check_in < first) || is_beyond || nights.iter().any(|night| night.closed);
        let left = if is_closed { 0 } else { nights.iter().map(|night| night.left).min().unwrap_or(0) };
        let min_nights = nights.first().map_or(1, |night| night.min_nights);
        let is_free = left >= stay.rooms && count >= min_nights;
        let prices = nights.iter().map(|night| night.price * stay.rooms);
        // A booking adds the VAT of each night in the same way.
        let vat = |price| {
            terms.map_or(0, |terms| {
                let mode = VatMode::of(&terms.country);
                mode.added(mode.vat_of(price, terms.vat_rate))
            })
        };
        PricedStay {
            variant: variant.id,
            nights: count,
            total: is_free.then(|| prices.clone().sum()),
            vat_added: is_free.then(|| prices.map(vat).sum()),
            left: Some(left),
            min_nights,
        }
    }
}

struct PricedStay {
    variant: VariantId,
    nights: i64,
    total: Option<i64>,
    vat_added: Option<i64>,
    left: Option<i64>,
    min_nights: i64,
}

impl PricedStay {
    fn of(self, card: OfferingCard) -> RoomOffer {
        RoomOffer {
            card,
            variant_id: Some(self.variant),
            nights: Some(self.nights),
            total: self.total,
            vat_added: self.vat_added,
            left: self.left,
            min_nights: Some(self.min_nights),
        }
    }
}

impl Stay {
    pub fn nights(&self) -> i64 {
        self.check_in.days_until(&self.check_out)
    }
}

/// Reads the units taken in the nights of a stay. Holds that ended by `now` count as free.
async fn taken(db: &Db, offerings: &str, stay: &Stay, now: Timestamp) -> Result<Taken> {
    // Local midnights differ from UTC by less than a day.
    let (from, to) = (stay.check_in.plus_days(-1).start(), stay.check_out.plus_days(1).start());
    let at = db.read();
    let sql = each!(
        at,
        "SELECT b.variant_id, b.starts_at, b.capacity,
            b.held + b.sold - COALESCE((SELECT CAST(SUM(i.quantity) AS BIGINT)
                FROM booking_item i JOIN booking k ON k.id = i.booking_id
                WHERE i.variant_id = b.variant_id AND i.starts_at = b.starts_at AND i.counted = TRUE
                    AND k.state = 'held' AND k.hold_expires_at <= $4), 0)
         FROM offering_variant v JOIN capacity_bucket b ON b.variant_id = v.id
         WHERE b.starts_at >= $2 AND b.starts_at < $3 AND v.offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let rows: Vec<(VariantId, Timestamp, i64, i64)> =
        on!(at, at => sqlx::query_as(sql).bind(offerings).bind(from).bind(to).bind(now).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(variant, at, capacity, taken)| ((variant, at), Units { capacity, taken })).collect())
}
