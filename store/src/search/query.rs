//! Query of a search and its result.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use super::bookable::Bookable;
use crate::{
    catalogue::{category::Category, detail_filter::DetailValues, offering::OfferingCard, port::Port},
    company::public::CompanySummary,
    db::Dependencies,
    fulfilment::OrderType,
    reel::Reel,
    types::{
        currency::Currency,
        ids::{CompanyId, OfferingId, UserId},
        local_time::TimeZone,
        position::{Area, Position},
        timestamp::Date,
    },
};

/// Part of the results. A tab names what it shows in [`Tab::shows`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tab {
    #[default]
    All,
    /// Companies.
    Places,
    /// Offerings to buy.
    Products,
    /// Appointments, tables and timed entries.
    Services,
    /// Room types.
    Stays,
    /// Dated occurrences: concerts, workshops, sailings.
    Events,
    /// Reels. No other tab shows them.
    Reels,
}

/// Tabs in the order in which they are shown.
pub const TABS: [Tab; 7] = [Tab::All, Tab::Places, Tab::Products, Tab::Services, Tab::Stays, Tab::Events, Tab::Reels];

/// Order of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SortOrder {
    /// Best matches first, then near and well rated ones.
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

/// Days and time of day, in the zone of each company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct When {
    pub date: Date,
    /// Last day; the day of departure of a stay.
    pub until: Date,
    /// Minutes of each day between which a booking starts, or a company without bookings is open.
    pub from: Option<i64>,
    pub to: Option<i64>,
}

/// Party.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Who {
    pub adults: i64,
    pub children: i64,
}

impl Who {
    pub fn members(self) -> i64 {
        self.adults + self.children
    }
}

/// Place of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Where {
    pub position: Option<Position>,
    /// Maximum distance from the position.
    pub distance_km: Option<f64>,
    /// Part of a map.
    pub area: Option<Area>,
}

/// Conditions on results. All values are valid keys.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filters {
    pub category: Option<&'static Category>,
    pub subcategory: Option<&'static str>,
    pub company: Option<CompanyId>,
    /// Features that the company states, all of them.
    pub features: Vec<&'static str>,
    /// The company takes such orders.
    pub order_type: Option<OrderType>,
    /// Filters by detail fields of `category`.
    pub details: DetailValues,
    /// Minor units of `currency`.
    pub price_min: Option<i64>,
    pub price_max: Option<i64>,
    pub currency: Currency,
    /// Minimum rating in tenths of stars.
    pub rating_min: Option<i64>,
    pub open_now: bool,
    pub offering: Option<OfferingId>,
    /// Only cruises, with these conditions.
    pub cruise: Option<CruiseFilter>,
}

/// Maximum nights of a cruise.
pub const NIGHTS_MAX: i64 = 180;

/// Conditions on cruises. The days of [`SearchQuery::when`] are those of a sailing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CruiseFilter {
    pub departure: Option<&'static Port>,
    pub destination: Option<&'static Port>,
    /// Port of call, the first and the last one included.
    pub call: Option<&'static Port>,
    pub nights_min: Option<i64>,
    pub nights_max: Option<i64>,
    /// Facilities of the ship, all of them.
    pub facilities: Vec<&'static str>,
}

/// Search. Texts are words in any language of the interface; they may name day, party and place too.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchQuery {
    pub what: String,
    pub place: Where,
    pub when: Option<When>,
    pub who: Option<Who>,
    pub filters: Filters,
    pub tab: Tab,
    pub order: SortOrder,
    /// Zone in which “tonight” is meant.
    pub time_zone: TimeZone,
    /// Account that searches. Reels that it does not want to see are left out.
    pub viewer: Option<UserId>,
    /// Count the filters. Without it [`Found::facets`] are empty.
    pub facets: bool,
}

impl SearchQuery {
    /// Returns a number that tells this query from others, the same on every node.
    pub(super) fn fingerprint(&self) -> u64 {
        let hash = Sha256::digest(format!("{self:?}"));
        hash.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SearchHit)]
pub enum SearchHit {
    Company(CompanyHit),
    Offering(OfferingHit),
    Reel(ReelHit),
}

/// Reel that matches.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = SearchReel)]
pub struct ReelHit {
    pub reel: Reel,
}

/// Company that matches.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = SearchCompany)]
pub struct CompanyHit {
    pub company: CompanySummary,
    /// Null without a position.
    pub distance_km: Option<f64>,
    /// Lowest price of its offerings, in minor units.
    pub price_from: Option<i64>,
    pub bookable: Option<Bookable>,
}

/// Offering that matches.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = SearchOffering)]
pub struct OfferingHit {
    pub offering: OfferingCard,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    /// Null without a position.
    pub distance_km: Option<f64>,
    pub bookable: Option<Bookable>,
}

/// Number of results that a value of a filter would leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FacetCount {
    #[schema(example = "food")]
    pub key: String,
    pub count: u64,
}

/// Counts of the values of a filter by a detail field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SearchDetailFacet)]
pub struct DetailFacet {
    /// Key of the field.
    #[schema(example = "beds")]
    pub key: &'static str,
    pub values: Vec<FacetCount>,
}

/// Live counts of the filters. Each counts as if its own filter were not set. Values without results are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SearchFacets)]
pub struct Facets {
    pub tabs: Vec<FacetCount>,
    pub categories: Vec<FacetCount>,
    pub subcategories: Vec<FacetCount>,
    pub features: Vec<FacetCount>,
    /// Filters by detail fields of the category that is asked for. Empty without one.
    pub details: Vec<DetailFacet>,
    /// Results with at least this rating in tenths of stars: `45`, `40`, `35`, `30`.
    pub ratings: Vec<FacetCount>,
    pub open_now: u64,
    /// Lowest and highest price in minor units of `currency`, by approximate rates.
    pub price_min: Option<i64>,
    pub price_max: Option<i64>,
    /// Currency of the prices of filters.
    pub currency: Currency,
    /// Null unless cruises are searched.
    pub cruise: Option<CruiseFacets>,
}

/// Number of cruises that a port would leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PortCount {
    /// UN/LOCODE.
    #[schema(example = "ESBCN")]
    pub key: &'static str,
    #[schema(example = "Barcelona")]
    pub name: &'static str,
    /// ISO 3166-1 alpha-2.
    pub country: &'static str,
    pub count: u64,
}

/// Counts of the filters of cruises.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct CruiseFacets {
    pub departures: Vec<PortCount>,
    pub destinations: Vec<PortCount>,
    /// Ports of call, the first and the last one included.
    pub calls: Vec<PortCount>,
    /// Lengths in nights: `1-3`, `4-7`, `8-14`, `15-180`.
    pub nights: Vec<FacetCount>,
    /// Facilities of the ships.
    pub facilities: Vec<FacetCount>,
}

/// Meanings that were read from the words of the query.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SearchUnderstood)]
pub struct Reading {
    pub date: Option<Date>,
    pub until: Option<Date>,
    /// Minutes of the day.
    pub from: Option<i64>,
    pub to: Option<i64>,
    pub adults: Option<i64>,
    pub children: Option<i64>,
    pub open_now: bool,
    pub near: bool,
    pub features: Vec<&'static str>,
}

/// Condition that was given up because nothing met all of them, in the order in which they are given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SearchRelaxation)]
pub enum Relaxation {
    /// Day and party.
    When,
    OpenNow,
    /// Features and details.
    Features,
    /// Price and rating.
    Price,
    Distance,
    /// Some words instead of all.
    Words,
}

pub(super) const RELAXATIONS: [Relaxation; 6] = [
    Relaxation::When,
    Relaxation::OpenNow,
    Relaxation::Features,
    Relaxation::Price,
    Relaxation::Distance,
    Relaxation::Words,
];

/// Page of results.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[schema(as = SearchResults)]
pub struct Found {
    pub hits: Vec<SearchHit>,
    /// Results that meet the conditions. With a day, before looking at what is free on it.
    pub total: u64,
    pub facets: Facets,
    pub understood: Reading,
    /// Empty if the results meet everything that was asked for.
    pub relaxed: Vec<Relaxation>,
    /// The index is being made: more results follow.
    pub preparing: bool,
    /// Cursor of the next page. A page may be short and still have a next one.
    pub next: Option<String>,
    /// Dependencies besides the index and [`Aggregate::Market`]. None if they cannot be told: a result for
    /// a day leaves out what is taken.
    #[serde(skip)]
    #[schema(ignore)]
    pub dependencies: Option<Dependencies>,
}

/// Failure of a search.
#[derive(Debug)]
pub enum SearchError {
    /// The cursor was made up, or belongs to another query.
    Cursor,
    /// The index is being made, and holds nothing yet.
    Preparing,
    Store(crate::Error),
}

impl<E: Into<crate::Error>> From<E> for SearchError {
    fn from(cause: E) -> Self {
        Self::Store(cause.into())
    }
}
