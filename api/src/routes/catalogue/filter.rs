//! Filters that clients send, and their validation.

use std::ops::RangeInclusive;

use serde::Deserialize;
use store::{
    catalogue::{
        category,
        detail::OfferingKind,
        feature,
        filter::{Filter, Sort, Window},
    },
    types::{
        ids::CompanyId,
        position::{Area, Position},
        timestamp::Date,
    },
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    error::{FieldErrors, Result},
    http::response::Pagination,
};

/// Default page size of a list.
pub(super) const LISTED: i64 = 24;
/// Maximum characters of a query.
const QUERY_MAX: usize = 100;
/// Maximum price of a filter, in minor units.
pub(crate) const PRICE_MAX: i64 = 1_000_000_000_000;
/// Maximum distance of a filter: the farthest place on the globe.
pub(crate) const DISTANCE_MAX: f64 = 20_100.0;

/// Days from today on which a search may begin.
const DAYS_MAX: i64 = 730;

const NO_AREA: &str = "Enter west, south, east and north in degrees, separated by commas.";

/// Order of a list.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ListOrder {
    /// Best matches first, then best rated.
    #[default]
    Relevance,
    /// Nearest first. Needs a position.
    Distance,
    Price,
    PriceDesc,
    Rating,
    /// Latest first.
    Newest,
}

impl ListOrder {
    fn sort(self) -> Sort {
        match self {
            Self::Relevance => Sort::Relevance,
            Self::Distance => Sort::Distance,
            Self::Price => Sort::Price,
            Self::PriceDesc => Sort::PriceDesc,
            Self::Rating => Sort::Rating,
            Self::Newest => Sort::Newest,
        }
    }
}

/// Filter of offerings or companies in a query.
#[derive(Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Key of a category.
    #[param(example = "food")]
    category: Option<String>,
    /// Key of a subcategory.
    subcategory: Option<String>,
    #[param(inline)]
    kind: Option<OfferingKind>,
    company_id: Option<CompanyId>,
    /// Prefixes of words, in any order.
    q: Option<String>,
    /// Keys of features that the company states, separated by commas. All must match.
    #[param(example = "halal,free_wifi")]
    features: Option<String>,
    /// Minor units of the company's currency.
    #[param(minimum = 0)]
    price_min: Option<i64>,
    #[param(minimum = 0)]
    price_max: Option<i64>,
    /// Only companies that are open now.
    open_now: Option<bool>,
    /// -90 to 90. Sent together with `longitude`.
    latitude: Option<f64>,
    /// -180 to 180.
    longitude: Option<f64>,
    /// Maximum distance from the position.
    distance_km: Option<f64>,
    /// Only companies in an area: its west, south, east and north in degrees. West is greater than east across the
    /// date line.
    #[param(example = "2.10,41.35,2.23,41.42")]
    bounds: Option<String>,
    #[param(inline)]
    sort: Option<ListOrder>,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

impl ListQuery {
    pub(super) fn paging(&self) -> Result<Pagination> {
        Pagination::checked(self.page, self.per_page, LISTED)
    }

    /// Validates the filter.
    pub(super) fn filter(self) -> Result<Filter> {
        let mut checks = FieldErrors::default();
        let features: Vec<_> = self.features.as_deref().unwrap_or_default().split(',').map(str::to_owned).collect();
        let common = MenuFilter {
            q: self.q,
            subcategory: self.subcategory,
            features,
            price_min: self.price_min,
            price_max: self.price_max,
            open_now: self.open_now.unwrap_or(false),
            sort: self.sort,
        };
        let position = self.latitude.is_some().then(|| checked_position(&mut checks, self.latitude, self.longitude));
        if self.latitude.is_none() && self.longitude.is_some() {
            checks.add("latitude", "Send latitude and longitude together.");
        }
        let position = position.flatten();
        check_distance(&mut checks, self.distance_km, self.latitude.is_some());
        let needs_position = matches!(self.sort, Some(ListOrder::Distance));
        if needs_position && self.latitude.is_none() {
            checks.add("sort", "Send a position to sort by distance.");
        }
        let filter = Filter {
            category: checks.check("category", known_category(self.category.as_deref())).flatten(),
            kind: self.kind,
            company: self.company_id,
            position,
            distance_km: self.distance_km,
            area: checks.check("bounds", known_area(self.bounds.as_deref())).flatten(),
            ..common.checked(&mut checks)
        };
        checks.finish()?;
        Ok(filter)
    }
}

/// Returns the rows of a page.
pub(super) fn window(paging: Pagination) -> Window {
    Window { limit: paging.per_page, offset: paging.offset() }
}

/// Filter fields of all lists.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MenuFilter {
    /// Prefixes of words, in any order.
    pub(super) q: Option<String>,
    /// Key of a subcategory.
    pub(super) subcategory: Option<String>,
    /// Keys of features that the company states. All must match.
    #[serde(default)]
    pub(super) features: Vec<String>,
    /// Minor units of the company's currency.
    pub(super) price_min: Option<i64>,
    pub(super) price_max: Option<i64>,
    /// Only if the company is open now.
    #[serde(default)]
    pub(super) open_now: bool,
    pub(super) sort: Option<ListOrder>,
}

impl MenuFilter {
    /// Returns the filter, and records the errors of its fields.
    pub(super) fn checked(self, checks: &mut FieldErrors) -> Filter {
        let query = self.q.unwrap_or_default();
        if query.chars().count() > QUERY_MAX {
            checks.add("q", format!("Enter at most {QUERY_MAX} characters."));
        }
        for (field, price) in [("price_min", self.price_min), ("price_max", self.price_max)] {
            if price.is_some_and(|price| !(0..=PRICE_MAX).contains(&price)) {
                checks.add(field, "Enter a price from 0.");
            }
        }
        if self.price_min.zip(self.price_max).is_some_and(|(min, max)| min > max) {
            checks.add("price_max", "Enter a price that is not below the lowest.");
        }
        Filter {
            subcategory: checks.check("subcategory", known_subcategory(self.subcategory.as_deref())).flatten(),
            features: checks.check("features", known_features(&self.features)).unwrap_or_default(),
            price_min: self.price_min,
            price_max: self.price_max,
            open_now: self.open_now,
            sort: self.sort.unwrap_or_default().sort(),
            query,
            ..Filter::default()
        }
    }
}

pub(crate) fn checked_position(
    checks: &mut FieldErrors,
    latitude: Option<f64>,
    longitude: Option<f64>,
) -> Option<Position> {
    let latitude = latitude?;
    let Some(longitude) = longitude else {
        checks.add("longitude", "Send latitude and longitude together.");
        return None;
    };
    for (field, value, most) in [("latitude", latitude, 90.0), ("longitude", longitude, 180.0)] {
        // Also rejects NaN, which is in no range.
        if !(-most..=most).contains(&value) {
            checks.add(field, format!("Enter a number from -{most} to {most}."));
        }
    }
    Position::new(latitude, longitude)
}

pub(crate) fn check_distance(checks: &mut FieldErrors, distance_km: Option<f64>, has_position: bool) {
    let Some(distance) = distance_km else { return };
    if !(0.0..=DISTANCE_MAX).contains(&distance) {
        checks.add("distance_km", format!("Enter a number from 0 to {DISTANCE_MAX}."));
    }
    if !has_position {
        checks.add("distance_km", "Send a position to filter by distance.");
    }
}

/// Checks the fields of the first and the last day of a search. `span` is the number of days from the first to the last.
pub(crate) fn check_days(
    checks: &mut FieldErrors,
    (field, first): (&str, &Date),
    (last_field, last): (&str, &Date),
    span: RangeInclusive<i64>,
    today: &Date,
) {
    // A day of margin for companies west of the caller.
    if !(-1..=DAYS_MAX).contains(&today.days_until(first)) {
        checks.add(field, format!("Choose a date from {today} to {}.", today.plus_days(DAYS_MAX)));
    } else if !span.contains(&first.days_until(last)) {
        let (from, to) = (first.plus_days(*span.start()), first.plus_days(*span.end()));
        checks.add(last_field, format!("Choose a date from {from} to {to}."));
    }
}

/// Returns the area of a text that may be missing or empty.
fn known_area(text: Option<&str>) -> Result<Option<Area>, &'static str> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
    let degrees: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    let Some(&[west, south, east, north]) = degrees.as_deref() else { return Err(NO_AREA) };
    Area::new(west, south, east, north).map(Some).ok_or(NO_AREA)
}

/// Returns the category of a key that may be missing or empty.
pub(crate) fn known_category(key: Option<&str>) -> Result<Option<&'static category::Category>, String> {
    let Some(key) = key.map(str::trim).filter(|key| !key.is_empty()) else { return Ok(None) };
    category::choose(&[key.to_owned()], 1).map(|chosen| chosen.first().copied())
}

pub(crate) fn known_subcategory(key: Option<&str>) -> Result<Option<&'static str>, &'static str> {
    let Some(key) = key.map(str::trim).filter(|key| !key.is_empty()) else { return Ok(None) };
    category::find_subcategory(key).map(Some).ok_or("There is no such subcategory.")
}

/// Returns the features of a text of keys, separated by commas.
pub(crate) fn listed_features(text: Option<&str>) -> Result<Vec<&'static str>, &'static str> {
    let keys: Vec<_> = text.unwrap_or_default().split(',').map(str::to_owned).collect();
    known_features(&keys)
}

pub(crate) fn known_features(keys: &[String]) -> Result<Vec<&'static str>, &'static str> {
    let keys = keys.iter().map(|key| key.trim()).filter(|key| !key.is_empty());
    let mut known: Vec<_> =
        keys.map(|key| feature::find_flag(key).ok_or("There is no such feature.")).collect::<Result<_, _>>()?;
    known.sort_unstable();
    known.dedup();
    Ok(known)
}
