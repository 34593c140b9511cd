//! Form of a company's page, and its validation. An omitted field stays unchanged.

use std::{ops::RangeInclusive, str::FromStr};

use serde::Deserialize;
use utoipa::ToSchema;

use super::profile::StoreColumns;
use crate::{
    account::{Email, Phone, ShortText},
    catalogue::{
        category::{self, CATEGORIES, Category},
        feature::{FEATURES, FeatureKind},
    },
    company::{Handle, Website},
    offering_management::{FieldMessages, offering_form::present},
    types::{
        country::Country,
        ids::MediaId,
        local_time::{MinuteOfDay, TimeZone},
        validation::lines,
    },
};

const DESCRIPTION_MAX: usize = 4_000;
const LINKS_MAX: usize = 6;
/// Maximum price in minor units.
const PRICE_MAX: i64 = 1_000_000_000_000;

/// Page of a company to change. Null or an empty text clears an optional field.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StoreProfileForm {
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// Name in the URL of the public page.
    #[schema(example = "casa-azul", min_length = 3, max_length = 40)]
    pub handle: Option<String>,
    /// Plain text with line breaks.
    #[schema(max_length = 4000)]
    pub description: Option<String>,
    #[schema(format = Email)]
    pub email: Option<String>,
    pub phone: Option<String>,
    pub website: Option<String>,
    /// URLs of its pages on social networks.
    #[schema(max_items = 6)]
    pub social_links: Option<Vec<String>>,
    pub address: Option<String>,
    pub city: Option<String>,
    pub postal_code: Option<String>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
    #[serde(deserialize_with = "present")]
    pub latitude: Option<Option<f64>>,
    #[serde(deserialize_with = "present")]
    pub longitude: Option<Option<f64>>,
    /// IANA name. It cannot change while bookings are open: they are of its local dates.
    #[schema(example = "Europe/Madrid")]
    pub time_zone: Option<String>,
    /// Uploaded picture.
    #[serde(deserialize_with = "present")]
    pub logo_id: Option<Option<MediaId>>,
    /// Uploaded picture, or one of the gallery.
    #[serde(deserialize_with = "present")]
    pub cover_id: Option<Option<MediaId>>,
    #[serde(deserialize_with = "present")]
    #[schema(minimum = 1, maximum = 4)]
    pub price_level: Option<Option<i64>>,
    /// Minor units.
    #[schema(minimum = 0)]
    pub minimum_order: Option<i64>,
    pub takes_orders_in_store: Option<bool>,
    /// Length of a table reservation: a multiple of 5 minutes.
    #[schema(minimum = 15, maximum = 720)]
    pub table_minutes: Option<i64>,
    /// Minimum time between a booking and its start.
    #[schema(minimum = 0, maximum = 43200)]
    pub notice_minutes: Option<i64>,
    /// Maximum days ahead.
    #[schema(minimum = 1, maximum = 730)]
    pub horizon_days: Option<i64>,
    /// Each booking waits for the answer of the company.
    pub approves_bookings: Option<bool>,
    /// Customers may pay at the company. If not, they pay when they book or order.
    pub takes_payment_on_site: Option<bool>,
    /// Local time from which guests of a stay arrive.
    #[schema(example = "15:00")]
    pub check_in_from: Option<String>,
    /// Local time until which guests of a stay leave.
    #[schema(example = "11:00")]
    pub check_out_until: Option<String>,
    /// Keys of at least one category.
    pub categories: Option<Vec<String>>,
    /// Keys of subcategories of the categories.
    pub subcategories: Option<Vec<String>>,
    /// Keys of the filter features that the company states.
    pub features: Option<Vec<String>>,
}

/// Keys of a company that were sent and are valid.
#[derive(Default)]
pub(super) struct ChosenKeys {
    pub categories: Option<Vec<&'static Category>>,
    pub subcategories: Option<Vec<&'static str>>,
    pub features: Option<Vec<&'static str>>,
}

/// Collects messages by field.
#[derive(Default)]
pub(super) struct Checks(pub FieldMessages);

impl Checks {
    pub fn add(&mut self, field: &str, message: impl Into<String>) {
        self.0.push((field.to_owned(), message.into()));
    }

    fn check<T, E: Into<String>>(&mut self, field: &str, value: Result<T, E>) -> Option<T> {
        value.map_err(|message| self.add(field, message)).ok()
    }

    /// Parses a field that was sent and must not become empty.
    fn text<T: FromStr<Err = &'static str>>(&mut self, field: &str, text: Option<&String>) -> Option<T> {
        let text = text?;
        let parsed = if text.trim().is_empty() { Err("This is required.") } else { text.parse() };
        self.check(field, parsed)
    }

    fn number(&mut self, field: &str, number: Option<i64>, range: &RangeInclusive<i64>, stored: &mut i64) {
        let Some(number) = number else { return };
        if range.contains(&number) {
            *stored = number;
        } else {
            self.add(field, format!("Enter a number from {} to {}.", range.start(), range.end()));
        }
    }

    /// Takes a time of the day before 24:00.
    fn time(&mut self, field: &str, text: Option<&String>, stored: &mut MinuteOfDay) {
        let Some(text) = text else { return };
        let time = text.parse::<MinuteOfDay>();
        let time =
            time.and_then(|time| if time < MinuteOfDay::END { Ok(time) } else { Err("Enter a time before 24:00.") });
        *stored = self.check(field, time).unwrap_or(*stored);
    }

    fn coordinate(&mut self, field: &str, sent: Option<Option<f64>>, most: f64, stored: &mut Option<f64>) {
        let Some(value) = sent else { return };
        if value.is_none_or(|value| value.is_finite() && value.abs() <= most) {
            *stored = value;
        } else {
            self.add(field, format!("Enter a number from -{most} to {most}."));
        }
    }

    /// Returns those of the known keys that were sent, in their order.
    fn keys(
        &mut self,
        field: &str,
        sent: Option<&Vec<String>>,
        known: impl Iterator<Item = &'static str>,
    ) -> Option<Vec<&'static str>> {
        let sent = sent?;
        let known: Vec<_> = known.collect();
        if sent.iter().any(|key| !known.contains(&key.as_str())) {
            self.add(field, "Choose from the list.");
            return None;
        }
        Some(known.into_iter().filter(|key| sent.iter().any(|one| one == key)).collect())
    }
}

impl StoreProfileForm {
    /// Writes the valid fields that were sent to the row.
    pub(super) fn apply(&self, row: &mut StoreColumns, checks: &mut Checks) {
        macro_rules! take {
            ($($field:ident: $kind:ty),*) => {
                $(if let Some(value) = checks.text::<$kind>(stringify!($field), self.$field.as_ref()) {
                    row.$field = value.as_str().to_owned();
                })*
            };
        }
        take!(name: ShortText, handle: Handle, email: Email, phone: Phone, address: ShortText, city: ShortText);
        take!(postal_code: ShortText);
        if let Some(country) = checks.text::<Country>("country", self.country.as_ref()) {
            row.country = country.code().to_owned();
        }
        if let Some(zone) = checks.text::<TimeZone>("time_zone", self.time_zone.as_ref()) {
            row.time_zone = zone;
        }
        if let Some(text) = &self.description {
            let text = lines(text, DESCRIPTION_MAX);
            let text = text.ok_or_else(|| format!("Enter at most {DESCRIPTION_MAX} characters."));
            row.description = checks.check("description", text).unwrap_or_default();
        }
        self.apply_links(row, checks);
        self.apply_terms(row, checks);
    }

    fn apply_links(&self, row: &mut StoreColumns, checks: &mut Checks) {
        if let Some(text) = &self.website {
            let website = Some(text.trim()).filter(|text| !text.is_empty()).map(str::parse::<Website>).transpose();
            let website = checks.check("website", website).flatten();
            row.website = website.map(|website| website.as_str().to_owned());
        }
        let Some(links) = &self.social_links else { return };
        if links.len() > LINKS_MAX {
            checks.add("social_links", format!("Enter at most {LINKS_MAX} links."));
        }
        row.social_links.0.clear();
        for (at, link) in links.iter().enumerate().filter(|(_, link)| !link.trim().is_empty()) {
            if let Some(link) = checks.check(&format!("social_links.{at}"), link.parse::<Website>()) {
                row.social_links.0.push(link.as_str().to_owned());
            }
        }
    }

    fn apply_terms(&self, row: &mut StoreColumns, checks: &mut Checks) {
        checks.coordinate("latitude", self.latitude, 90.0, &mut row.latitude);
        checks.coordinate("longitude", self.longitude, 180.0, &mut row.longitude);
        if row.latitude.is_some() != row.longitude.is_some() {
            let field = if row.latitude.is_none() { "latitude" } else { "longitude" };
            checks.add(field, "Enter latitude and longitude, or neither.");
        }
        if let Some(level) = self.price_level {
            if level.is_some_and(|level| !(1..=4).contains(&level)) {
                checks.add("price_level", "Choose from 1 to 4.");
            }
            row.price_level = level;
        }
        checks.number("minimum_order", self.minimum_order, &(0..=PRICE_MAX), &mut row.minimum_order);
        checks.number("table_minutes", self.table_minutes, &(15..=720), &mut row.table_minutes);
        // A tick of exclusive allocation has five minutes.
        if row.table_minutes % 5 != 0 {
            checks.add("table_minutes", "Enter a multiple of 5 minutes.");
        }
        checks.number("notice_minutes", self.notice_minutes, &(0..=43_200), &mut row.notice_minutes);
        checks.number("horizon_days", self.horizon_days, &(1..=730), &mut row.horizon_days);
        row.takes_orders_in_store = self.takes_orders_in_store.unwrap_or(row.takes_orders_in_store);
        row.approves_bookings = self.approves_bookings.unwrap_or(row.approves_bookings);
        row.takes_payment_on_site = self.takes_payment_on_site.unwrap_or(row.takes_payment_on_site);
        checks.time("check_in_from", self.check_in_from.as_ref(), &mut row.check_in_from);
        checks.time("check_out_until", self.check_out_until.as_ref(), &mut row.check_out_until);
    }

    /// Returns the keys that were sent. Subcategories belong to the categories, which are those sent or `current`.
    pub(super) fn keys(&self, checks: &mut Checks, current: &[String]) -> ChosenKeys {
        let categories = self.categories.as_ref();
        let categories = categories.and_then(|keys| checks.check("categories", category::choose(keys, 1)));
        let flags = FEATURES.iter().filter(|feature| feature.kind == FeatureKind::Flag).map(|feature| feature.key);
        let features = checks.keys("features", self.features.as_ref(), flags);
        let is_own = |category: &&Category| match &categories {
            Some(chosen) => chosen.iter().any(|one| one.key == category.key),
            None => current.iter().any(|key| key == category.key),
        };
        let own = CATEGORIES.iter().filter(is_own).flat_map(|category| category.subcategories).map(|sub| sub.key);
        let subcategories = checks.keys("subcategories", self.subcategories.as_ref(), own);
        ChosenKeys { categories, subcategories, features }
    }
}
