//! Filters of offerings and companies: selection, order and page of a list.
//!
//! A list selects ids first and reads the rows of one page afterwards. Opening state and distance are not known to SQL:
//! a filter on them reads up to [`CANDIDATES_MAX`] candidates in the order of the list and decides in Rust. More
//! candidates are left out.

use std::collections::HashMap;

use super::{
    category::Category,
    company_hours::{self, CompanyClock},
    detail::OfferingKind,
    opening_hours::OpeningState,
};
use crate::{
    Db, Result,
    db::conditions::Conditions,
    types::{
        fold::{fold, words},
        ids::{CompanyId, FolderId},
        local_time::TimeZone,
        position::{Area, Position},
        timestamp::Timestamp,
    },
};

/// Maximum candidates of a filter on opening state or distance.
pub const CANDIDATES_MAX: i64 = 2_000;
/// Maximum words of a query that are evaluated.
const WORDS: usize = 6;

/// Order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// Best matches first, then best rated. Offerings of one company are in its own order.
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

/// Filter of a list. All values are valid keys.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub category: Option<&'static Category>,
    pub subcategory: Option<&'static str>,
    pub kind: Option<OfferingKind>,
    pub company: Option<CompanyId>,
    pub folder: Option<FolderId>,
    /// Prefixes of words in any order.
    pub query: String,
    /// Features that the company states, all of them.
    pub features: Vec<&'static str>,
    /// Ways in which the company hands over orders, one of them. Any if empty. A booking is used at the company.
    pub fulfilments: Vec<&'static str>,
    pub price_min: Option<i64>,
    pub price_max: Option<i64>,
    pub open_now: bool,
    /// Only offerings that are booked for a time.
    pub booked: bool,
    pub position: Option<Position>,
    /// Maximum distance from the position.
    pub distance_km: Option<f64>,
    /// Only companies in this area.
    pub area: Option<Area>,
    pub sort: Sort,
}

/// Rows of a list to return.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub limit: i64,
    pub offset: i64,
}

/// Ids of one page, and the number of all matches.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    pub ids: Vec<i64>,
    /// Distance of each id from the position, in kilometres.
    pub distances: HashMap<i64, f64>,
    pub total: i64,
}

/// Candidate of a list.
#[derive(Clone, Debug, sqlx::FromRow)]
struct Candidate {
    id: i64,
    company_id: CompanyId,
    time_zone: TimeZone,
    paused_until: Option<Timestamp>,
    latitude: Option<f64>,
    longitude: Option<f64>,
    total: i64,
}

/// Key of the fulfilment at the company.
const ONSITE: &str = "onsite";

impl Filter {
    /// Returns the folded words of the query.
    fn words(&self) -> Vec<String> {
        words(&fold(&self.query)).take(WORDS).map(str::to_owned).collect()
    }

    /// Returns true if the query has text but no word, such as `%`. It matches nothing.
    fn matches_nothing(&self) -> bool {
        !self.query.trim().is_empty() && self.words().is_empty()
    }

    fn needs_candidates(&self) -> bool {
        self.open_now || self.distance_km.is_some() || self.sort == Sort::Distance
    }

    /// Adds the conditions on the company, which both lists share.
    pub(crate) fn add_company(&self, query: &mut Conditions) {
        for feature in &self.features {
            query.bind(
                " AND EXISTS (SELECT 1 FROM company_feature cf WHERE cf.company_id = c.id AND cf.feature = ?)",
                *feature,
            );
        }
        if !self.fulfilments.is_empty() {
            query.push(" AND (EXISTS (SELECT 1 FROM fulfilment f WHERE f.company_id = c.id AND (FALSE");
            for kind in &self.fulfilments {
                query.bind(" OR f.kind = ?", *kind);
            }
            query.push("))");
            if self.fulfilments.contains(&ONSITE) {
                query.push(
                    " OR EXISTS (SELECT 1 FROM offering b WHERE b.company_id = c.id AND b.state = 'active'
                        AND b.availability NOT IN ('stock', 'unlimited'))",
                );
            }
            query.push(")");
        }
        let near = self.position.zip(self.distance_km).map(|(position, distance)| position.area(distance));
        for area in [near, self.area].into_iter().flatten() {
            add_area(query, area);
        }
    }

    /// Adds the order by distance on a plane, which is near enough to choose candidates.
    fn add_distance_order(&self, query: &mut Conditions) {
        let Some(position) = self.position else { return };
        let scale = position.latitude.to_radians().cos().powi(2);
        query
            .bind("(c.latitude - ?) * (c.latitude - ?)", position.latitude)
            .bind(
                " + CASE WHEN abs(c.longitude - ?) > 180 THEN (360 - abs(c.longitude - ?)) * (360 - abs(c.longitude - ?))
                    ELSE (c.longitude - ?) * (c.longitude - ?) END",
                position.longitude,
            )
            .bind(" * ? NULLS LAST, ", scale);
    }

    /// Builds the selection of offerings.
    pub(crate) fn offerings(&self) -> Conditions {
        let mut query = Conditions::new(
            "SELECT o.id, o.company_id, c.time_zone, c.paused_until, c.latitude, c.longitude, count(*) OVER () AS total
             FROM offering o JOIN company c ON c.id = o.company_id WHERE o.state = 'active'",
            Vec::new(),
        );
        if let Some(category) = self.category {
            query.bind(" AND o.category = ?", category.key);
        }
        if let Some(subcategory) = self.subcategory {
            query.bind(" AND o.subcategory = ?", subcategory);
        }
        if let Some(company) = self.company {
            query.bind(" AND o.company_id = ?", company.0);
        }
        if let Some(folder) = self.folder {
            query.bind(" AND o.folder_id = ?", folder.0);
        }
        if let Some(kind) = self.kind {
            query.bind(" AND o.kind = ?", kind.key());
        }
        if let Some(price) = self.price_min {
            query.bind(" AND o.price >= ?", price);
        }
        if let Some(price) = self.price_max {
            query.bind(" AND o.price <= ?", price);
        }
        if self.booked {
            query.push(" AND o.availability NOT IN ('stock', 'unlimited')");
        }
        // On the page of a company, the words of its own key would match every offering.
        let matches = match self.company {
            Some(_) => " AND o.search_key LIKE ?",
            None => " AND (o.search_key LIKE ? OR c.search_key LIKE ?)",
        };
        for word in self.words() {
            query.bind(matches, format!("% {word}%"));
        }
        self.add_company(&mut query);
        self.order_offerings(&mut query);
        query
    }

    fn order_offerings(&self, query: &mut Conditions) {
        query.push(" ORDER BY ");
        match self.sort {
            Sort::Relevance => {
                query.push("o.sold_out, ");
                if let Some(first) = self.words().first() {
                    query.bind("CASE WHEN o.search_key LIKE ? THEN 0 ELSE 1 END, ", format!(" {first}%"));
                }
                if self.company.is_some() {
                    query.push("o.position, ");
                } else {
                    query.push("(o.rating_sum + 12.0) / (o.rating_count + 3) DESC, ");
                }
            }
            Sort::Distance => self.add_distance_order(query),
            Sort::Price => drop(query.push("o.price, ")),
            Sort::PriceDesc => drop(query.push("o.price DESC, ")),
            Sort::Rating => drop(query.push("(o.rating_sum + 12.0) / (o.rating_count + 3) DESC, ")),
            Sort::Newest => drop(query.push("o.created_at DESC, ")),
        }
        query.push("o.id");
    }

    /// Builds the selection of companies.
    pub(crate) fn companies(&self) -> Conditions {
        let mut query = Conditions::new(
            "SELECT c.id, c.id AS company_id, c.time_zone, c.paused_until, c.latitude, c.longitude,
                count(*) OVER () AS total FROM company c",
            Vec::new(),
        );
        match self.category {
            Some(category) => {
                query.bind(" JOIN company_category cc ON cc.company_id = c.id WHERE cc.category = ?", category.key)
            }
            None => query.push(" WHERE TRUE"),
        };
        if let Some(subcategory) = self.subcategory {
            query.bind(
                " AND EXISTS (SELECT 1 FROM company_subcategory cs WHERE cs.company_id = c.id AND cs.subcategory = ?)",
                subcategory,
            );
        }
        if let Some(company) = self.company {
            query.bind(" AND c.id = ?", company.0);
        }
        query.push(" AND c.closed_at IS NULL");
        self.add_offered(&mut query);
        for word in self.words() {
            query.bind(" AND c.search_key LIKE ?", format!("% {word}%"));
        }
        self.add_company(&mut query);
        self.order_companies(&mut query);
        query
    }

    /// Adds the condition that the company offers something of this kind at such a price.
    fn add_offered(&self, query: &mut Conditions) {
        if self.kind.is_none() && self.price_min.is_none() && self.price_max.is_none() {
            return;
        }
        query.push(" AND EXISTS (SELECT 1 FROM offering o WHERE o.company_id = c.id AND o.state = 'active'");
        if let Some(kind) = self.kind {
            query.bind(" AND o.kind = ?", kind.key());
        }
        if let Some(price) = self.price_min {
            query.bind(" AND o.price >= ?", price);
        }
        if let Some(price) = self.price_max {
            query.bind(" AND o.price <= ?", price);
        }
        query.push(")");
    }

    fn order_companies(&self, query: &mut Conditions) {
        query.push(" ORDER BY ");
        match self.sort {
            Sort::Relevance => {
                if let Some(first) = self.words().first() {
                    query.bind("CASE WHEN c.search_key LIKE ? THEN 0 ELSE 1 END, ", format!(" {first}%"));
                }
                query.push("(c.rating_sum + 12.0) / (c.rating_count + 3) DESC, c.follower_count DESC, ");
            }
            Sort::Distance => self.add_distance_order(query),
            Sort::Price => drop(query.push("c.price_level NULLS LAST, ")),
            Sort::PriceDesc => drop(query.push("c.price_level DESC NULLS LAST, ")),
            Sort::Rating => drop(query.push("(c.rating_sum + 12.0) / (c.rating_count + 3) DESC, ")),
            Sort::Newest => drop(query.push("c.created_at DESC, ")),
        }
        query.push("c.id");
    }

    /// Runs a selection and returns the page.
    pub(crate) async fn select(
        &self,
        db: &Db,
        query: &Conditions,
        window: Window,
        now: Timestamp,
    ) -> Result<Selection> {
        if self.matches_nothing() {
            return Ok(Selection { ids: Vec::new(), distances: HashMap::new(), total: 0 });
        }
        if self.needs_candidates() {
            self.sift(db, query, window, now).await
        } else {
            self.page(db, query, window).await
        }
    }

    /// Reads a page that SQL alone decides.
    async fn page(&self, db: &Db, query: &Conditions, window: Window) -> Result<Selection> {
        let read = async |Window { limit, offset }: Window| {
            query.clone().bind(" LIMIT ?", limit).bind(" OFFSET ?", offset).fetch::<Candidate>(db).await
        };
        let rows = read(window).await?;
        let mut total = rows.first().map_or(0, |row| row.total);
        if rows.is_empty() && window.offset > 0 {
            // A page past the end has no row that carries the total.
            total = read(Window { limit: 1, offset: 0 }).await?.first().map_or(0, |row| row.total);
        }
        let distances = rows.iter().filter_map(|row| Some((row.id, self.distance(row)?))).collect();
        Ok(Selection { ids: rows.iter().map(|row| row.id).collect(), distances, total })
    }

    /// Reads the candidates and decides on opening state and distance.
    async fn sift(&self, db: &Db, query: &Conditions, window: Window, now: Timestamp) -> Result<Selection> {
        let mut rows: Vec<Candidate> = query.clone().bind(" LIMIT ?", CANDIDATES_MAX).fetch(db).await?;
        if self.open_now {
            let mut clocks: Vec<_> = rows.iter().map(Candidate::clock).collect();
            clocks.sort_by_key(|clock| clock.company);
            clocks.dedup_by_key(|clock| clock.company);
            let states = company_hours::states(db, &clocks, now).await?;
            let is_open =
                |state: &OpeningState| matches!(state, OpeningState::Open { .. } | OpeningState::ClosingSoon { .. });
            rows.retain(|row| states.get(&row.company_id).is_some_and(is_open));
        }
        let distances: HashMap<_, _> = rows.iter().filter_map(|row| Some((row.id, self.distance(row)?))).collect();
        if let Some(most) = self.distance_km {
            rows.retain(|row| distances.get(&row.id).is_some_and(|distance| *distance <= most));
        }
        if self.sort == Sort::Distance {
            let distance = |row: &Candidate| distances.get(&row.id).copied().unwrap_or(f64::INFINITY);
            rows.sort_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.id.cmp(&b.id)));
        }
        let total = i64::try_from(rows.len()).unwrap_or(i64::MAX);
        let count = |number: i64| usize::try_from(number).unwrap_or(0);
        let ids = rows.iter().map(|row| row.id).skip(count(window.offset)).take(count(window.limit)).collect();
        Ok(Selection { ids, distances, total })
    }

    fn distance(&self, row: &Candidate) -> Option<f64> {
        let company = Position { latitude: row.latitude?, longitude: row.longitude? };
        Some(self.position?.distance_km(company))
    }
}

/// Adds the condition that the company `c` is in the area.
pub(crate) fn add_area(query: &mut Conditions, area: Area) {
    query.bind(" AND c.latitude >= ?", area.south).bind(" AND c.latitude <= ?", area.north);
    if area.west <= area.east {
        query.bind(" AND c.longitude >= ?", area.west).bind(" AND c.longitude <= ?", area.east);
    } else {
        query.bind(" AND (c.longitude >= ?", area.west).bind(" OR c.longitude <= ?)", area.east);
    }
}

impl Candidate {
    fn clock(&self) -> CompanyClock {
        CompanyClock { company: self.company_id, time_zone: self.time_zone.clone(), paused_until: self.paused_until }
    }
}

#[cfg(test)]
mod tests;
