//! Offerings from the pools of a kind.

use serde_json::{Map, Value, json};

use super::{
    super::random::SeededRng,
    kinds::Kind,
    motifs::{Motifs, PictureKey},
    places::{Country, Vat},
    text::{self, Block, Row, unknown},
    variants::{VariantScript, variants},
};
use crate::{
    Result,
    catalogue::detail::{Availability, OfferingKind},
};

/// A date: this weekday in the n-th week from now, at a local time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    pub week: u32,
    /// 0 is Monday.
    pub weekday: u32,
    pub minute: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct OfferingScript {
    pub kind: OfferingKind,
    pub availability: Availability,
    pub category: &'static str,
    pub subcategory: Option<&'static str>,
    pub name: String,
    pub description: String,
    /// Minor units of the company's currency, VAT included.
    pub price: i64,
    /// Basis points.
    pub vat_rate: u32,
    /// 0 if it takes no time.
    pub duration_minutes: u32,
    /// Interval of the times offered.
    pub step_minutes: u32,
    /// Time to clear after each booking.
    pub buffer_minutes: u32,
    /// Places, rooms or pieces at a time.
    pub capacity: u32,
    /// Maximum number of people of a booking.
    pub members_max: u32,
    /// Percent of the price on Friday and Saturday nights.
    pub weekend_percent: u32,
    pub min_nights: u32,
    /// Section of the menu or folder of products.
    pub folder: &'static str,
    pub details: Value,
    pub variants: Vec<VariantScript>,
    pub sessions: Vec<Session>,
    pub pictures: Vec<PictureKey>,
}

/// Inputs of an offering: the kind, the place and the company's own price level in percent.
pub struct Context<'a> {
    pub kind: &'a Kind,
    pub city: &'static str,
    pub country: &'a Country,
    pub percent: i64,
    pub motifs: &'a Motifs,
}

impl Context<'_> {
    pub fn price(&self, euro_cents: i64) -> i64 {
        self.country.price(euro_cents, self.percent)
    }

    fn vat_rate(&self) -> u32 {
        let Vat { standard, food, lodging, culture } = self.country.vat;
        match self.kind.category {
            "food" => food,
            "hotels" => lodging,
            "art" | "music" => culture,
            _ => standard,
        }
    }

    /// Returns an offering without time, variants and sessions.
    pub fn offering(
        &self,
        kind: OfferingKind,
        availability: Availability,
        name: &str,
        euro_cents: i64,
    ) -> OfferingScript {
        OfferingScript {
            kind,
            availability,
            category: self.kind.category,
            subcategory: Some(self.kind.subcategory).filter(|key| !key.is_empty()),
            name: name.to_owned(),
            description: String::new(),
            price: if euro_cents == 0 { 0 } else { self.price(euro_cents) },
            vat_rate: self.vat_rate(),
            duration_minutes: 0,
            step_minutes: 0,
            buffer_minutes: 0,
            capacity: 0,
            members_max: 1,
            weekend_percent: 100,
            min_nights: 0,
            folder: "",
            details: json!({}),
            variants: Vec::new(),
            sessions: Vec::new(),
            pictures: Vec::new(),
        }
    }

    /// Returns the picture of a motif. The caller numbers it.
    pub fn picture(&self, motif: &str) -> Vec<PictureKey> {
        self.motifs.picture(self.kind.category, motif).into_iter().collect()
    }
}

pub struct Offers(Vec<Block>);

impl Offers {
    pub fn read() -> Self {
        Self(text::blocks(include_str!("text/offers.tsv")))
    }

    /// Returns the offerings of the pool, without some at random if there are many.
    pub fn of(&self, pool: &str, on: &Context, dice: &mut SeededRng) -> Result<Vec<OfferingScript>> {
        let block = self.0.iter().find(|block| block.heading.first() == Some(&pool)).ok_or_else(|| unknown(pool))?;
        let &[_, kind, availability, scheme] = &block.heading[..] else { return Err(unknown(pool)) };
        let (kind, availability) = (offer_kind(kind)?, self::availability(availability)?);
        let mut rows: Vec<Row> = block.rows().filter(|row| on.country.sells(&[row.cell(5), row.cell(6)])).collect();
        let count = if rows.len() > 6 { rows.len() - dice.below(rows.len() / 8 + 1) } else { rows.len() };
        dice.thin(&mut rows, count);
        rows.iter().map(|row| offering(row, (kind, availability, scheme), on, dice)).collect()
    }
}

fn offering(
    row: &Row,
    (kind, availability, scheme): (OfferingKind, Availability, &str),
    on: &Context,
    dice: &mut SeededRng,
) -> Result<OfferingScript> {
    let (euro_cents, minutes, capacity) = (row.number(2)?, row.number(3)?, row.number(4)?);
    let base = on.offering(kind, availability, row.cell(5), euro_cents);
    let plain = OfferingScript {
        description: format!("{}.", row.cell(6)),
        duration_minutes: minutes,
        capacity,
        folder: row.cell(0),
        details: details(row.cell(7)),
        variants: variants(scheme, euro_cents, capacity, (on.country, on.percent), dice),
        pictures: on.picture(row.cell(1)),
        ..base
    };
    Ok(match availability {
        Availability::Appointment => OfferingScript {
            step_minutes: 15,
            buffer_minutes: if minutes > 60 { 15 } else { 10 },
            members_max: capacity,
            ..plain
        },
        Availability::TimedEntry => {
            OfferingScript { step_minutes: step(minutes), members_max: capacity.min(10), ..plain }
        }
        Availability::Occurrence => {
            OfferingScript { members_max: capacity.min(10), sessions: sessions(scheme, dice), ..plain }
        }
        Availability::Nights => {
            let guests =
                |key: &str| plain.details[key].as_u64().and_then(|count| u32::try_from(count).ok()).unwrap_or(0);
            OfferingScript {
                weekend_percent: *dice.pick(&[100, 110, 115, 120, 130]).unwrap_or(&100),
                min_nights: *dice.pick(&[1, 1, 1, 2, 2, 3]).unwrap_or(&1),
                members_max: guests("adults") + guests("children"),
                ..plain
            }
        }
        Availability::Stock | Availability::Table | Availability::Unlimited => plain,
    })
}

/// Timed entries begin each half hour, longer ones each hour or two.
fn step(duration: u32) -> u32 {
    match duration {
        0 => 0,
        1..=60 => 30,
        61..=150 => 60,
        _ => 120,
    }
}

/// Returns dates in the next three months: clubs open at night, concerts in the evening, workshops by day.
fn sessions(scheme: &str, dice: &mut SeededRng) -> Vec<Session> {
    let (days, minutes, count): (&[u32], &[u32], u32) = match scheme {
        "entries" => (&[3, 4, 5], &[23 * 60 + 30], 4),
        "seats" => (&[1, 2, 3, 4, 5, 6], &[19 * 60 + 30, 20 * 60, 20 * 60 + 30, 21 * 60], 2),
        _ => (&[2, 3, 4, 5, 6], &[10 * 60 + 30, 15 * 60, 17 * 60 + 30], 5),
    };
    let weekday = dice.pick(days).copied().unwrap_or_default();
    let minute = dice.pick(minutes).copied().unwrap_or_default();
    let first = dice.upto(3);
    let interval = 12 / count;
    (0..count).map(|at| Session { week: first + at * interval, weekday, minute }).collect()
}

/// Parses details: numbers, flags, and lists such as `a|b|`.
fn details(text: &str) -> Value {
    let value = |text: &str| match (text.parse::<i64>(), text) {
        (Ok(number), _) => json!(number),
        (_, "true" | "false") => json!(text == "true"),
        (_, list) if list.contains('|') => json!(list.split_terminator('|').collect::<Vec<_>>()),
        _ => json!(text),
    };
    let pairs = text.split(';').filter_map(|pair| pair.split_once('='));
    Value::Object(pairs.map(|(key, text)| (key.to_owned(), value(text))).collect::<Map<_, _>>())
}

fn offer_kind(key: &str) -> Result<OfferingKind> {
    match key {
        "product" => Ok(OfferingKind::Product),
        "service" => Ok(OfferingKind::Service),
        "ticket" => Ok(OfferingKind::Ticket),
        _ => Err(unknown(key)),
    }
}

fn availability(key: &str) -> Result<Availability> {
    Ok(match key {
        "appointment" => Availability::Appointment,
        "timed_entry" => Availability::TimedEntry,
        "nights" => Availability::Nights,
        "occurrence" => Availability::Occurrence,
        "stock" => Availability::Stock,
        _ => return Err(unknown(key)),
    })
}
