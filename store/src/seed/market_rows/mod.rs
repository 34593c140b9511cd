//! Rows of the market: companies, offerings, inventory rules, pictures and reviews. The database receives each table in
//! one statement.

mod accounts;
mod companies;
mod offerings;
mod resources;
mod reviews;

pub use accounts::account;

use std::collections::HashMap;

use serde_json::Value;

use super::market::{CompanyScript, MarketScript, PictureKey};
use crate::{
    Error, Result,
    db::Tx,
    types::{
        ids::{Ids, MediaId},
        local_time::TimeZone,
        timestamp::{Date, Timestamp},
    },
};

/// Rows by table. Each row is an array in the column order of its statement.
#[derive(Default)]
pub struct MarketRows {
    companies: companies::Rows,
    offerings: offerings::Rows,
    resources: resources::Rows,
    reviews: Vec<Value>,
}

/// References of the rows.
pub struct Known<'a> {
    /// Accounts by user name.
    pub accounts: &'a HashMap<String, i64>,
    /// Uploaded pictures by name.
    pub pictures: &'a HashMap<&'static str, MediaId>,
    pub ids: &'a Ids,
    pub now: Timestamp,
    /// Time before all reviews.
    pub began: Timestamp,
}

/// A company whose rows are being made.
struct Site<'a> {
    script: &'a CompanyScript,
    id: i64,
    zone: TimeZone,
    /// Local date of the demo.
    today: Date,
}

impl MarketRows {
    pub fn of(market: &MarketScript, known: &Known) -> Result<Self> {
        let mut rows = Self::default();
        for script in &market.companies {
            let zone: TimeZone = script.zone.parse().map_err(|_| Error::Corrupt(script.zone.to_owned()))?;
            let today = zone.date_at(known.now);
            let site = Site { script, id: known.ids.next(known.began), zone, today };
            let offerings = rows.offerings.add(&site, known);
            rows.resources.add(&site, &offerings, known);
            let followers = rows.reviews(&site, &offerings, &market.people, known);
            rows.companies.add(&site, &followers, known);
        }
        Ok(rows)
    }

    /// Returns the accounts of the companies, by their owner's account.
    pub fn company_accounts(&self) -> &HashMap<i64, i64> {
        &self.companies.accounts
    }

    pub async fn insert(&self, tx: &mut Tx) -> Result<()> {
        self.companies.insert(tx).await?;
        self.offerings.insert(tx).await?;
        self.resources.insert(tx).await?;
        reviews::insert(tx, &self.reviews).await
    }
}

impl Known<'_> {
    fn account(&self, user_name: &str) -> i64 {
        self.accounts.get(user_name).copied().unwrap_or_default()
    }

    fn picture(&self, key: &PictureKey) -> Option<MediaId> {
        self.pictures.get(key.picture()?.name).copied()
    }
}

/// Returns the pictures that a market shows, with its logos.
pub fn pictures(market: &MarketScript) -> impl Iterator<Item = &PictureKey> {
    market.companies.iter().flat_map(|company| {
        let offered = company.offerings.iter().flat_map(|offering| &offering.pictures);
        company.pictures.iter().chain(&company.logo).chain(offered)
    })
}
