//! Counts of the filters over the matching documents.

use super::{
    company_table::{CompanyEntry, CompanyTable},
    cruises::CruiseCounts,
    details::{DetailScan, VALUES},
    query::{FacetCount, Facets, TABS, Tab},
    seen::{KINDS, Seen},
};
use crate::{
    catalogue::{
        category::{self, CATEGORIES},
        feature::FEATURES,
    },
    types::currency::{ComparablePrice, Currency},
};

/// Numbers of subcategories and ratings that are counted.
const SUBCATEGORIES: usize = 64;
const TENTHS: usize = 51;
/// Minimum ratings that a filter offers, in tenths.
const RATINGS: [usize; 4] = [45, 40, 35, 30];

/// Counts of one segment, or of all.
pub(super) struct Counts {
    kinds: [u64; KINDS],
    categories: [u64; 16],
    subcategories: [u64; SUBCATEGORIES],
    tenths: [u64; TENTHS],
    pub open: u64,
    prices: Option<(ComparablePrice, ComparablePrice)>,
    /// Results by bit of the filters by detail fields.
    details: [u64; VALUES],
    /// Results by number of company.
    pub by_company: Vec<u32>,
    pub total: u64,
    /// None unless cruises are searched.
    pub cruises: Option<CruiseCounts>,
}

impl Counts {
    pub fn new(companies: usize, cruises: bool) -> Self {
        Self {
            kinds: [0; KINDS],
            categories: [0; 16],
            subcategories: [0; SUBCATEGORIES],
            tenths: [0; TENTHS],
            open: 0,
            prices: None,
            details: [0; VALUES],
            by_company: vec![0; companies],
            total: 0,
            cruises: cruises.then(CruiseCounts::default),
        }
    }

    pub fn add(&mut self, other: &Self) {
        let sum =
            |mine: &mut [u64], theirs: &[u64]| mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        sum(&mut self.kinds, &other.kinds);
        sum(&mut self.categories, &other.categories);
        sum(&mut self.subcategories, &other.subcategories);
        sum(&mut self.tenths, &other.tenths);
        sum(&mut self.details, &other.details);
        self.by_company.iter_mut().zip(&other.by_company).for_each(|(mine, theirs)| *mine += theirs);
        if let Some((mine, theirs)) = self.cruises.as_mut().zip(other.cruises.as_ref()) {
            mine.add(theirs);
        }
        self.open += other.open;
        self.total += other.total;
        for price in other.prices.into_iter().flat_map(|(low, high)| [low, high]) {
            self.see_price(price);
        }
    }

    pub fn see_price(&mut self, price: ComparablePrice) {
        let (low, high) = self.prices.unwrap_or((price, price));
        self.prices = Some((low.min(price), high.max(price)));
    }

    pub fn see_kind(&mut self, seen: &Seen) {
        self.kinds[seen.kind()] += 1;
    }

    pub fn see_rating(&mut self, seen: &Seen) {
        self.tenths[(seen.attributes.tenths() as usize).min(TENTHS - 1)] += 1;
    }

    pub fn see_category(&mut self, seen: &Seen, company: &CompanyEntry) {
        if seen.key.is_offering() {
            self.categories[seen.attributes.category() as usize] += 1;
            return;
        }
        let bits = company.categories;
        let counts = self.categories.iter_mut().enumerate();
        counts.for_each(|(number, count)| *count += u64::from(bits >> number & 1));
    }

    pub fn see_subcategory(&mut self, seen: &Seen, company: &CompanyEntry) {
        if seen.key.is_offering() {
            self.subcategories[seen.attributes.subcategory() as usize] += 1;
            return;
        }
        let bits = company.subcategories;
        let counts = self.subcategories[1..].iter_mut().take(32).enumerate();
        counts.for_each(|(number, count)| *count += u64::from(bits >> number & 1));
    }

    /// Counts a result for the values of these bits.
    pub fn see_details(&mut self, mut bits: u64) {
        while bits != 0 {
            self.details[bits.trailing_zeros() as usize] += 1;
            bits &= bits - 1;
        }
    }

    pub fn facets(&self, table: &CompanyTable, currency: Currency, details: Option<&DetailScan>) -> Facets {
        let named = |key: &str, count: u64| FacetCount { key: key.to_owned(), count };
        let listed = |all: Vec<FacetCount>| all.into_iter().filter(|facet| facet.count > 0).collect::<Vec<_>>();
        let tab_key = |tab: &Tab| serde_json::to_value(tab).ok().and_then(|key| key.as_str().map(str::to_owned));
        let mut features = vec![0; FEATURES.len()];
        for (entry, count) in table.entries.iter().zip(&self.by_company).filter(|(_, count)| **count > 0) {
            for (number, total) in features.iter_mut().enumerate() {
                *total += u64::from(entry.features >> number & 1) * u64::from(*count);
            }
        }
        let rated = |least: usize| self.tenths[least..].iter().sum();
        let in_tab = |tab: &Tab| {
            let shown = self.kinds.iter().zip(tab.kinds()).filter(|(_, shown)| *shown);
            shown.map(|(count, _)| count).sum()
        };
        Facets {
            tabs: TABS.iter().map(|tab| named(&tab_key(tab).unwrap_or_default(), in_tab(tab))).collect(),
            categories: listed(
                CATEGORIES.iter().zip(self.categories).map(|(one, count)| named(one.key, count)).collect(),
            ),
            subcategories: listed(
                category::subcategory_keys()
                    .zip(&self.subcategories[1..])
                    .map(|(key, count)| named(key, *count))
                    .collect(),
            ),
            features: listed(FEATURES.iter().zip(features).map(|(feature, count)| named(feature.key, count)).collect()),
            details: details.map(|details| details.facets(&self.details)).unwrap_or_default(),
            ratings: listed(RATINGS.iter().map(|least| named(&least.to_string(), rated(*least))).collect()),
            open_now: self.open,
            price_min: self.prices.map(|(low, _)| low.in_currency(currency)),
            price_max: self.prices.map(|(_, high)| high.in_currency(currency)),
            currency,
            cruise: self.cruises.as_ref().map(CruiseCounts::facets),
        }
    }
}
