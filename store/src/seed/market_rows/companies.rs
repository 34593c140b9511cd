//! Rows of companies: profile, team, hours, pictures, news and followers.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{super::run, Known, Site};
use crate::{
    Result,
    account::privacy::Privacy,
    catalogue::category,
    company,
    db::Tx,
    each,
    fulfilment::DeliveryZone,
    types::timestamp::{Date, Timestamp},
};

#[derive(Default)]
pub struct Rows {
    /// Accounts of the companies, by their owner's account.
    pub accounts: HashMap<i64, i64>,
    companies: Vec<Value>,
    members: Vec<Value>,
    categories: Vec<Value>,
    subcategories: Vec<Value>,
    features: Vec<Value>,
    followers: Vec<Value>,
    hours: Vec<Value>,
    holidays: Vec<Value>,
    pictures: Vec<Value>,
    news: Vec<Value>,
    fulfilment: Vec<Value>,
    zones: Vec<Value>,
    promo_codes: Vec<Value>,
}

impl Rows {
    /// Adds a company with these followers.
    pub fn add(&mut self, site: &Site, followers: &[i64], known: &Known) {
        let (script, id) = (site.script, site.id);
        self.companies.push(company(site, followers.len(), known));
        self.accounts.insert(owner(site, known), id);
        self.members.push(json!([id, owner(site, known), "owner", known.began.0, 0]));
        let mut employ = |user_name: &str, choice: i64| {
            self.members.push(json!([id, known.account(user_name), "staff", known.began.0, choice]));
        };
        script.employee.iter().for_each(|person| employ(&person.user_name, 0));
        script.shared_employee.iter().for_each(|user_name| employ(user_name, -1));
        self.categories.extend(script.categories.iter().map(|key| json!([id, key])));
        self.subcategories.extend(script.subcategories.iter().map(|key| json!([id, key])));
        self.features.extend(script.features.iter().map(|key| json!([id, key])));
        self.followers.extend(followers.iter().map(|account| json!([id, account, known.began.plus(Timestamp::DAY).0])));
        for (day, openings) in (1..).zip(&script.hours) {
            self.hours.extend(openings.iter().map(|hours| json!([id, day, hours.open, hours.close])));
        }
        for holiday in &script.holidays {
            if let Some(date) = next_date(&site.today, holiday.month, holiday.day) {
                self.holidays.push(json!([id, date, holiday.name]));
            }
        }
        for option in &script.fulfilment {
            self.fulfilment.push(json!([id, option.kind, option.minutes, option.minimum_order]));
            let zone = |zone: &DeliveryZone| json!([id, option.kind, zone.up_to_metres, zone.fee, zone.free_from]);
            self.zones.extend(option.zones.iter().map(zone));
        }
        // One company in three welcomes new customers with a code.
        if !script.fulfilment.is_empty() && script.handle.len() % 3 == 0 {
            let ends = known.now.plus(90 * Timestamp::DAY).0;
            self.promo_codes.push(json!([known.ids.next(known.began), id, known.began.0, ends]));
        }
        let mut media: Vec<_> = script.pictures.iter().filter_map(|key| known.picture(key)).collect();
        media.dedup();
        self.pictures.extend(media.iter().enumerate().map(|(at, media)| json!([id, media, at])));
        for (at, news) in (0..).zip(&script.news) {
            let published = known.now.plus(-i64::from(news.days_ago) * Timestamp::DAY);
            let shown = script.pictures.get(at).and_then(|key| known.picture(key));
            self.news.push(json!([known.ids.next(known.now), id, news.title, news.text, shown, published.0]));
        }
    }

    pub async fn insert(&self, tx: &mut Tx) -> Result<()> {
        self.insert_accounts(tx).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO company (id, owner_id, handle, name, search_key, email, phone, address, city, postal_code, country,
                latitude, longitude, website, time_zone, currency, description, logo_id, cover_id, price_level,
                minimum_order, notice_minutes, horizon_days, free_cancel_hours, cancel_fee_percent, rating_sum,
                rating_count, follower_count, created_at, account_id)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, value->>3, value->>4, value->>5,
                value->>6, value->>7, value->>8, value->>9, value->>10, CAST(value->>11 AS DOUBLE PRECISION),
                CAST(value->>12 AS DOUBLE PRECISION), value->>13, value->>14, value->>15, value->>16,
                CAST(value->>17 AS BIGINT), CAST(value->>18 AS BIGINT), CAST(value->>19 AS BIGINT),
                CAST(value->>20 AS BIGINT), CAST(value->>21 AS BIGINT), CAST(value->>22 AS BIGINT),
                CAST(value->>23 AS BIGINT), CAST(value->>24 AS BIGINT), CAST(value->>25 AS BIGINT),
                CAST(value->>26 AS BIGINT), CAST(value->>27 AS BIGINT), CAST(value->>28 AS BIGINT),
                CAST(value->>0 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.companies).await?;
        self.insert_keys(tx).await?;
        self.insert_hours(tx).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO company_picture (company_id, media_id, position)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT) FROM ",
            " WHERE TRUE ON CONFLICT DO NOTHING"
        );
        run(tx, sql, &self.pictures).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO company_news (id, company_id, title, text, media_id, published_at)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, value->>3, CAST(value->>4 AS BIGINT),
                CAST(value->>5 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.news).await
    }

    /// Inserts the accounts of the companies in chats, with the same ids.
    async fn insert_accounts(&self, tx: &mut Tx) -> Result<()> {
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO account (id, kind, user_name, user_name_key, user_name_look, first_name, last_name, search_key,
                picture, terms_at, created_at, last_seen_at)
             SELECT CAST(value->>0 AS BIGINT), 'company', value->>2, 'company:' || (value->>0), 'company:' || (value->>0),
                value->>3, '', '', (SELECT '/media/' || m.key FROM media m WHERE m.id = CAST(value->>17 AS BIGINT)),
                CAST(value->>28 AS BIGINT), CAST(value->>28 AS BIGINT), CAST(value->>28 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.companies).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO privacy (account_id, settings, updated_at)
             SELECT CAST(value->>0 AS BIGINT), value->>1, CAST(value->>2 AS BIGINT) FROM ",
            ""
        );
        let settings = serde_json::to_string(&Privacy::of_company())?;
        let settings: Vec<_> = self.companies.iter().map(|row| json!([row[0], settings, row[28]])).collect();
        run(tx, sql, &settings).await
    }

    /// Inserts what a company is found by, its team and its followers.
    async fn insert_keys(&self, tx: &mut Tx) -> Result<()> {
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO company_member (company_id, account_id, role, since, choice)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, CAST(value->>3 AS BIGINT),
                CAST(value->>4 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.members).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO company_category (company_id, category) SELECT CAST(value->>0 AS BIGINT), value->>1 FROM ",
            ""
        );
        run(tx, sql, &self.categories).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO company_subcategory (company_id, subcategory) SELECT CAST(value->>0 AS BIGINT), value->>1 FROM ",
            ""
        );
        run(tx, sql, &self.subcategories).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO company_feature (company_id, feature) SELECT CAST(value->>0 AS BIGINT), value->>1 FROM ",
            ""
        );
        run(tx, sql, &self.features).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO company_follower (company_id, account_id, since)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.followers).await?;
        self.insert_fulfilment(tx).await
    }

    async fn insert_fulfilment(&self, tx: &mut Tx) -> Result<()> {
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO fulfilment (company_id, kind, minutes, minimum_order)
             SELECT CAST(value->>0 AS BIGINT), value->>1, CAST(value->>2 AS BIGINT), CAST(value->>3 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.fulfilment).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO delivery_zone (company_id, kind, up_to_metres, fee, free_from)
             SELECT CAST(value->>0 AS BIGINT), value->>1, CAST(value->>2 AS BIGINT), CAST(value->>3 AS BIGINT),
                CAST(value->>4 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.zones).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO promo_code (id, company_id, code, kind, value, starts_at, ends_at, limit_each, created_at)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), 'WELCOME10', 'percent', 10,
                CAST(value->>2 AS BIGINT), CAST(value->>3 AS BIGINT), 1, CAST(value->>2 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.promo_codes).await
    }

    async fn insert_hours(&self, tx: &mut Tx) -> Result<()> {
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO opening_interval (company_id, weekday, opens, closes)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT),
                CAST(value->>3 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.hours).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO opening_exception (company_id, date, hours, note)
             SELECT CAST(value->>0 AS BIGINT), value->>1, '[]', value->>2 FROM ",
            ""
        );
        run(tx, sql, &self.holidays).await
    }
}

fn company(site: &Site, followers: usize, known: &Known) -> Value {
    let script = site.script;
    let categories: Vec<_> = script.categories.iter().filter_map(|key| category::find(key)).collect();
    let stars: u32 = script.reviews.iter().map(|review| review.rating).sum();
    let terms = &script.terms;
    json!([
        site.id,
        owner(site, known),
        script.handle,
        script.name,
        company::search_key(script.name, script.city, &categories),
        email(site),
        script.phone,
        script.address,
        script.city,
        script.postal_code,
        script.country,
        script.latitude,
        script.longitude,
        script.website,
        script.zone,
        script.currency,
        script.description,
        script.logo.as_ref().and_then(|key| known.picture(key)),
        script.pictures.first().and_then(|key| known.picture(key)),
        script.price_level,
        terms.minimum_order,
        terms.notice_minutes,
        terms.horizon_days,
        terms.free_cancel_hours,
        terms.cancel_fee_percent,
        stars,
        script.reviews.len(),
        followers,
        known.began.0
    ])
}

fn owner(site: &Site, known: &Known) -> i64 {
    known.account(site.script.owner_name())
}

fn email(site: &Site) -> String {
    match site.script.owner {
        Some(owner) => format!("{owner}@plaza.example"),
        None => format!("hello@{}.example", site.script.handle),
    }
}

/// Returns the next date with this month and day.
fn next_date(today: &Date, month: u8, day: u8) -> Option<String> {
    let year: i32 = today.to_string().get(..4)?.parse().ok()?;
    let dates = (year..=year + 1).map(|year| format!("{year}-{month:02}-{day:02}"));
    dates.into_iter().find(|date| *date >= today.to_string())
}
