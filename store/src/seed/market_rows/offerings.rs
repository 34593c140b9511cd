//! Rows of offerings: folders, variants, night rates, occurrences and pictures.

use serde_json::{Value, json};

use super::{super::market::OfferingScript, super::run, Known, Site};
use crate::{
    Result,
    catalogue::{detail::Availability, offering},
    db::Tx,
    each,
    types::{local_time::MinuteOfDay, timestamp::Timestamp},
};

/// Nights of Friday and Saturday, with Monday as bit 0.
const WEEKEND: u32 = 0b011_0000;
const EVERY_DAY: u32 = 0b111_1111;
/// Days that night rates cover.
const RATED_DAYS: i64 = 730;

#[derive(Default)]
pub struct Rows {
    folders: Vec<Value>,
    offerings: Vec<Value>,
    variants: Vec<Value>,
    rates: Vec<Value>,
    occurrences: Vec<Value>,
    pictures: Vec<Value>,
}

impl Rows {
    /// Adds the offerings of a company and returns their ids.
    pub fn add(&mut self, site: &Site, known: &Known) -> Vec<i64> {
        let mut folders: Vec<(&str, i64)> = Vec::new();
        let mut ids = Vec::new();
        for (at, script) in site.script.offerings.iter().enumerate() {
            let id = known.ids.next(known.began);
            ids.push(id);
            let folder = match folders.iter().find(|(name, _)| *name == script.folder) {
                _ if script.folder.is_empty() => None,
                Some((_, folder)) => Some(*folder),
                None => {
                    let folder = known.ids.next(known.began);
                    self.folders.push(json!([folder, site.id, script.folder, folders.len()]));
                    folders.push((script.folder, folder));
                    Some(folder)
                }
            };
            let ratings: Vec<u32> = site
                .script
                .reviews
                .iter()
                .filter(|review| review.offering == Some(at))
                .map(|review| review.rating)
                .collect();
            self.offerings.push(row(id, at, folder, &ratings, script, (site, known)));
            self.variants(id, site, script, known);
            self.occurrences(id, site, script, known);
            let media = script.pictures.iter().filter_map(|key| known.picture(key));
            self.pictures.extend(media.enumerate().map(|(at, media)| json!([id, media, at])));
        }
        ids
    }

    fn variants(&mut self, offering: i64, site: &Site, script: &OfferingScript, known: &Known) {
        let counted =
            !matches!(script.availability, Availability::Appointment | Availability::Table | Availability::Unlimited);
        if script.variants.is_empty() {
            let id = known.ids.next(known.began);
            let capacity = counted.then_some(script.capacity);
            self.variants.push(json!([id, offering, "", "{}", script.price, capacity, 0]));
            self.rates(id, site, script, known);
        }
        for (at, variant) in script.variants.iter().enumerate() {
            let mut attributes = serde_json::Map::new();
            attributes.extend(variant.color.map(|color| ("color".to_owned(), json!(color))));
            attributes.extend(variant.size.map(|size| ("size".to_owned(), json!(size))));
            let attributes = Value::Object(attributes).to_string();
            let id = known.ids.next(known.began);
            self.variants.push(json!([id, offering, variant.name, attributes, variant.price, variant.stock, at]));
        }
    }

    /// Adds the minimum stay and the price of the weekend.
    fn rates(&mut self, variant: i64, site: &Site, script: &OfferingScript, known: &Known) {
        if script.availability != Availability::Nights {
            return;
        }
        let (from, to) = (site.today.to_string(), site.today.plus_days(RATED_DAYS).to_string());
        let mut rate = |weekdays: u32, price: Option<i64>, nights: u32| {
            self.rates.push(json!([known.ids.next(known.began), variant, from, to, weekdays, price, nights]));
        };
        if script.min_nights > 1 {
            rate(EVERY_DAY, None, script.min_nights);
        }
        if script.weekend_percent > 100 {
            // Rounded to whole units of most currencies.
            let price = script.price * i64::from(script.weekend_percent) / 10_000 * 100;
            // The later rate decides alone.
            rate(WEEKEND, Some(price), script.min_nights.max(1));
        }
    }

    fn occurrences(&mut self, offering: i64, site: &Site, script: &OfferingScript, known: &Known) {
        for session in &script.sessions {
            let weekday = i64::from(site.today.weekday().number()) - 1;
            let wait = (i64::from(session.weekday) - weekday).rem_euclid(7);
            // Never today, so that nothing has begun.
            let date = site.today.plus_days(wait + i64::from(session.week) * 7 + if wait == 0 { 7 } else { 0 });
            let minute = u16::try_from(session.minute).ok().and_then(MinuteOfDay::new).unwrap_or(MinuteOfDay::START);
            let starts_at = site.zone.instant(&date, minute);
            let ends_at = starts_at.plus(i64::from(script.duration_minutes) * Timestamp::MINUTE);
            self.occurrences.push(json!([known.ids.next(known.began), offering, starts_at.0, ends_at.0]));
        }
    }

    pub async fn insert(&self, tx: &mut Tx) -> Result<()> {
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO offering_folder (id, company_id, name, position)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, CAST(value->>3 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.folders).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO offering (id, company_id, category, subcategory, kind, availability, state, name, search_key,
                description, price, vat_rate, duration_minutes, step_minutes, buffer_minutes, members_max, details,
                folder_id, position, rating_sum, rating_count, created_at, updated_at)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, value->>3, value->>4, value->>5, 'active',
                value->>6, value->>7, value->>8, CAST(value->>9 AS BIGINT), CAST(value->>10 AS BIGINT),
                CAST(value->>11 AS BIGINT), CAST(value->>12 AS BIGINT), CAST(value->>13 AS BIGINT),
                CAST(value->>14 AS BIGINT), value->>15, CAST(value->>16 AS BIGINT), CAST(value->>17 AS BIGINT),
                CAST(value->>18 AS BIGINT), CAST(value->>19 AS BIGINT), CAST(value->>20 AS BIGINT),
                CAST(value->>20 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.offerings).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO offering_variant (id, offering_id, name, attributes, price, capacity, position)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, value->>3, CAST(value->>4 AS BIGINT),
                CAST(value->>5 AS BIGINT), CAST(value->>6 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.variants).await?;
        self.insert_dates(tx).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO offering_picture (offering_id, media_id, position)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.pictures).await
    }

    async fn insert_dates(&self, tx: &mut Tx) -> Result<()> {
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO night_rate (id, variant_id, from_date, to_date, weekdays, price, min_nights)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, value->>3, CAST(value->>4 AS BIGINT),
                CAST(value->>5 AS BIGINT), CAST(value->>6 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.rates).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO occurrence (id, offering_id, starts_at, ends_at)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT),
                CAST(value->>3 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.occurrences).await
    }
}

fn row(
    id: i64,
    position: usize,
    folder: Option<i64>,
    ratings: &[u32],
    script: &OfferingScript,
    (site, known): (&Site, &Known),
) -> Value {
    let prices = script.variants.iter().map(|variant| variant.price);
    json!([
        id,
        site.id,
        script.category,
        script.subcategory,
        script.kind,
        script.availability,
        script.name,
        offering::search_key(&script.name, script.category, script.subcategory),
        script.description,
        prices.min().unwrap_or(script.price),
        script.vat_rate,
        script.duration_minutes,
        script.step_minutes,
        script.buffer_minutes,
        script.members_max,
        script.details.to_string(),
        folder,
        position,
        ratings.iter().sum::<u32>(),
        ratings.len(),
        known.began.0
    ])
}
