//! Requests of the search, and their validation.

use std::collections::BTreeMap;

use serde::Deserialize;
use store::{
    catalogue::detail_filter::{self, DetailValues},
    fulfilment::OrderType,
    search::{Filters, SearchQuery, SortOrder, Tab, When, Where, Who},
    types::{
        currency::Currency,
        ids::{CompanyId, UserId},
        local_time::{MinuteOfDay, TimeZone},
        position::{Area, Position},
        timestamp::{Date, Timestamp},
    },
};
use utoipa::ToSchema;

use crate::{
    error::{FieldErrors, Result},
    integrations::gazetteer::Place,
    routes::{
        catalogue::filter::{
            DISTANCE_MAX, PRICE_MAX, check_days, check_distance, checked_position, known_category, known_features,
            known_subcategory,
        },
        meta::places::in_gazetteer,
    },
};

/// Maximum characters of the words, and of the name of a place.
pub(crate) const WHAT_MAX: usize = 200;
/// Maximum features of a filter.
const FEATURES_MAX: usize = 40;
/// Maximum guests of each kind.
const GUESTS_MAX: i64 = 50;
/// Maximum days from the first to the last.
const STAY_MAX: i64 = 30;
/// Distance around a town that is named.
const TOWN_KM: f64 = 25.0;

/// Tab of the search screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SearchTab {
    #[default]
    All,
    Places,
    Products,
    Services,
    Stays,
    Events,
    /// Published reels. No other tab lists them among its results.
    Reels,
    /// Users, for registered callers.
    People,
}

/// Place of a search: a position with a distance, the name of a town, or an area of a map.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchWhere {
    /// Name of a town. A position wins over it.
    #[schema(example = "Lisbon")]
    place: Option<String>,
    latitude: Option<f64>,
    longitude: Option<f64>,
    /// Maximum distance from the position.
    distance_km: Option<f64>,
    area: Option<SearchArea>,
}

/// Part of a map, in degrees. `west` is greater than `east` if it crosses the date line.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchArea {
    south: f64,
    west: f64,
    north: f64,
    east: f64,
}

/// Days and time of day, in the time zone of each company.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchWhen {
    /// First day.
    date: Option<Date>,
    /// Last day; the day of departure of a stay.
    until: Option<Date>,
    /// Earliest and latest start.
    from: Option<MinuteOfDay>,
    to: Option<MinuteOfDay>,
    /// Zone in which words such as “tonight” are meant. UTC by default.
    time_zone: Option<TimeZone>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchWho {
    #[schema(minimum = 1, maximum = 50)]
    adults: Option<i64>,
    #[schema(minimum = 0, maximum = 50)]
    children: Option<i64>,
}

#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchFilters {
    /// Key of a category.
    #[schema(example = "food")]
    category: Option<String>,
    /// Key of a subcategory.
    subcategory: Option<String>,
    company_id: Option<CompanyId>,
    /// Keys of features that the company states. All must match.
    #[serde(default)]
    features: Vec<String>,
    /// Order type that the company takes.
    order_type: Option<OrderType>,
    /// Values of filters by detail fields of the category, by field: options, `true`, or steps of a number. One value of
    /// each field must match. At most 20 values.
    #[serde(default)]
    #[schema(example = json!({"beds": ["2"], "breakfast_included": ["true"]}))]
    details: BTreeMap<String, Vec<String>>,
    /// Minor units of `currency`. Prices in another currency are compared by approximate rates.
    price_min: Option<i64>,
    price_max: Option<i64>,
    /// ISO 4217 code. `EUR` if absent.
    #[schema(example = "EUR")]
    currency: Option<String>,
    /// Minimum rating from 1 to 5.
    rating_min: Option<f64>,
    #[serde(default)]
    open_now: bool,
}

/// Search. All fields are optional.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchRequest {
    /// Words in any language of the interface. They may name day, party and place too.
    #[schema(example = "sushi tonight")]
    pub(super) what: Option<String>,
    #[serde(rename = "where")]
    pub(super) place: Option<SearchWhere>,
    when: Option<SearchWhen>,
    who: Option<SearchWho>,
    filters: Option<SearchFilters>,
    #[serde(default)]
    pub(super) tab: SearchTab,
    #[serde(default)]
    sort: SortOrder,
    /// `next` of the page before.
    pub(super) cursor: Option<String>,
    /// 20 by default, at most 50.
    #[schema(minimum = 1, maximum = 50)]
    pub(super) limit: Option<usize>,
}

impl SearchRequest {
    /// Returns true for the first page of a search of everything by words, which shows people and reels too.
    pub fn is_first(&self) -> bool {
        let has_words = self.what.as_ref().is_some_and(|what| !what.trim().is_empty());
        self.tab == SearchTab::All && self.cursor.is_none() && has_words
    }

    /// Validates the request.
    pub async fn query(&self, viewer: Option<UserId>, now: Timestamp) -> Result<SearchQuery> {
        let mut checks = FieldErrors::default();
        let what = self.what.clone().unwrap_or_default();
        if what.chars().count() > WHAT_MAX {
            checks.add("what", format!("Enter at most {WHAT_MAX} characters."));
        }
        if self.limit.is_some_and(|limit| !(1..=store::search::PER_PAGE_MAX).contains(&limit)) {
            checks.add("limit", "Expected a number from 1 to 50.");
        }
        let place = self.place.clone().unwrap_or_default().checked(&mut checks).await?;
        let when = self.when.clone().unwrap_or_default();
        let time_zone = when.time_zone.clone().unwrap_or_else(TimeZone::utc);
        let when = when.checked(&mut checks, &time_zone.date_at(now));
        let who = self.who.and_then(|who| who.checked(&mut checks));
        let filters = self.filters.clone().unwrap_or_default().checked(&mut checks);
        if self.sort == SortOrder::Distance && place.position.is_none() {
            checks.add("sort", "Send a position to sort by distance.");
        }
        checks.finish()?;
        Ok(SearchQuery {
            what,
            place,
            when,
            who,
            filters,
            tab: self.tab.shown(),
            order: self.sort,
            time_zone,
            viewer,
            facets: true,
        })
    }
}

impl SearchTab {
    fn shown(self) -> Tab {
        match self {
            Self::All | Self::People => Tab::All,
            Self::Places => Tab::Places,
            Self::Products => Tab::Products,
            Self::Services => Tab::Services,
            Self::Stays => Tab::Stays,
            Self::Events => Tab::Events,
            Self::Reels => Tab::Reels,
        }
    }
}

impl SearchWhere {
    async fn checked(self, checks: &mut FieldErrors) -> Result<Where> {
        if self.latitude.is_none() && self.longitude.is_some() {
            checks.add("latitude", "Send latitude and longitude together.");
        }
        let mut position = checked_position(checks, self.latitude, self.longitude);
        let mut distance_km = self.distance_km;
        let name = self.place.as_deref().map(str::trim).filter(|name| !name.is_empty());
        if let Some(name) = name.filter(|_| self.latitude.is_none()) {
            match town(name).await? {
                Some(town) => {
                    position = Position::new(town.latitude, town.longitude);
                    distance_km = distance_km.or(Some(TOWN_KM));
                }
                None => checks.add("place", "There is no such town."),
            }
        }
        check_distance(checks, distance_km, self.latitude.is_some() || position.is_some());
        let area = self.area.and_then(|area| area.checked(checks));
        Ok(Where { position, distance_km, area })
    }
}

async fn town(name: &str) -> Result<Option<Place>> {
    if name.chars().count() > WHAT_MAX {
        return Ok(None);
    }
    let name = name.to_owned();
    Ok(in_gazetteer(move |places| places.search(&name, None, 1)).await?.into_iter().next())
}

impl SearchArea {
    fn checked(self, checks: &mut FieldErrors) -> Option<Area> {
        let corners = Position::new(self.south, self.west).zip(Position::new(self.north, self.east));
        if corners.is_none() || self.south > self.north {
            checks.add("area", "Enter degrees: south, west, north, east.");
            return None;
        }
        Some(Area { south: self.south, north: self.north, west: self.west, east: self.east })
    }
}

impl SearchWhen {
    pub(crate) fn days(date: Option<Date>, until: Option<Date>) -> Self {
        Self { date, until, ..Self::default() }
    }

    pub(crate) fn checked(self, checks: &mut FieldErrors, today: &Date) -> Option<When> {
        let Some(date) = self.date else {
            for (field, is_sent) in
                [("until", self.until.is_some()), ("from", self.from.is_some()), ("to", self.to.is_some())]
            {
                if is_sent {
                    checks.add(field, "Send a date with it.");
                }
            }
            return None;
        };
        let until = self.until.unwrap_or_else(|| date.clone());
        check_days(checks, ("date", &date), ("until", &until), 0..=STAY_MAX, today);
        let minute = |minute: Option<MinuteOfDay>| minute.map(|minute| i64::from(minute.minutes()));
        Some(When { date, until, from: minute(self.from), to: minute(self.to) })
    }
}

impl SearchWho {
    pub(crate) fn party(adults: Option<i64>, children: Option<i64>) -> Self {
        Self { adults, children }
    }

    pub(crate) fn checked(self, checks: &mut FieldErrors) -> Option<Who> {
        for (field, guests, least) in [("adults", self.adults, 1), ("children", self.children, 0)] {
            if guests.is_some_and(|guests| !(least..=GUESTS_MAX).contains(&guests)) {
                checks.add(field, format!("Enter a number from {least} to {GUESTS_MAX}."));
            }
        }
        let is_sent = self.adults.is_some() || self.children.is_some();
        is_sent.then(|| Who { adults: self.adults.unwrap_or(1), children: self.children.unwrap_or(0) })
    }
}

impl SearchFilters {
    pub(crate) fn priced(price_min: Option<i64>, price_max: Option<i64>, currency: Option<String>) -> Self {
        Self { price_min, price_max, currency, ..Self::default() }
    }

    pub(crate) fn checked(self, checks: &mut FieldErrors) -> Filters {
        if self.features.len() > FEATURES_MAX {
            checks.add("features", format!("Choose at most {FEATURES_MAX} features."));
        }
        for (field, price) in [("price_min", self.price_min), ("price_max", self.price_max)] {
            if price.is_some_and(|price| !(0..=PRICE_MAX).contains(&price)) {
                checks.add(field, "Enter a price from 0.");
            }
        }
        if self.price_min.zip(self.price_max).is_some_and(|(low, high)| low > high) {
            checks.add("price_max", "Enter a price that is not below the lowest.");
        }
        if self.rating_min.is_some_and(|rating| !(1.0..=5.0).contains(&rating)) {
            checks.add("rating_min", "Enter a number from 1 to 5.");
        }
        let currency = self.currency.as_deref().map(str::parse::<Currency>).transpose();
        #[allow(clippy::cast_possible_truncation, reason = "the rating is at most 5")]
        let tenths = |rating: f64| (rating * 10.0).round() as i64;
        let category = checks.check("category", known_category(self.category.as_deref()));
        let details = match category {
            Some(category) => detail_filter::choose(category, &self.details).unwrap_or_else(|errors| {
                errors.into_iter().for_each(|(field, says)| checks.add(&field, says));
                DetailValues::default()
            }),
            None => DetailValues::default(),
        };
        Filters {
            category: category.flatten(),
            details,
            subcategory: checks.check("subcategory", known_subcategory(self.subcategory.as_deref())).flatten(),
            company: self.company_id,
            features: checks.check("features", known_features(&self.features)).unwrap_or_default(),
            order_type: self.order_type,
            price_min: self.price_min,
            price_max: self.price_max,
            currency: checks.check("currency", currency).flatten().unwrap_or_default(),
            rating_min: self.rating_min.map(tenths),
            open_now: self.open_now,
            ..Filters::default()
        }
    }
}

/// Position with a distance, as a form sends it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NearbyRequest {
    /// -90 to 90.
    latitude: f64,
    /// -180 to 180.
    longitude: f64,
    /// Maximum distance in kilometres, 10 by default.
    distance: Option<f64>,
    /// Keys of features, and `open_now`, separated by commas. All must match.
    #[schema(example = "halal,open_now")]
    filters: Option<String>,
    /// Key of a category.
    category: Option<String>,
    cursor: Option<String>,
}

/// Distance of what is near.
const NEARBY_KM: f64 = 10.0;

impl NearbyRequest {
    pub fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref()
    }

    pub fn query(&self) -> Result<SearchQuery> {
        let mut checks = FieldErrors::default();
        let position = checked_position(&mut checks, Some(self.latitude), Some(self.longitude));
        let distance_km = self.distance.unwrap_or(NEARBY_KM);
        if !(0.0..=DISTANCE_MAX).contains(&distance_km) {
            checks.add("distance", format!("Enter a number from 0 to {DISTANCE_MAX}."));
        }
        let keys = self.filters.as_deref().unwrap_or_default().split(',').map(str::trim).filter(|key| !key.is_empty());
        let keys: Vec<_> = keys.map(str::to_owned).collect();
        let (open, features): (Vec<_>, Vec<_>) = keys.into_iter().partition(|key| key == "open_now");
        let features = known_features(&features).map_err(|says| ("filters", says));
        let filters = Filters {
            category: checks.check("category", known_category(self.category.as_deref())).flatten(),
            features: match features {
                Ok(features) => features,
                Err((field, says)) => {
                    checks.add(field, says);
                    Vec::new()
                }
            },
            open_now: !open.is_empty(),
            ..Filters::default()
        };
        checks.finish()?;
        Ok(SearchQuery {
            what: String::new(),
            place: Where { position, distance_km: Some(distance_km), area: None },
            when: None,
            who: None,
            filters,
            tab: Tab::Places,
            order: SortOrder::Distance,
            time_zone: TimeZone::utc(),
            viewer: None,
            facets: false,
        })
    }
}
