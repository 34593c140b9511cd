//! Search: one function behind the lists of companies, offerings, cruises and reels.
//!
//! The words of a query are told apart ([`lexicon`]): subjects to look up, and day, party, opening and place. The index
//! ([`index`]) finds the documents, the table of companies ([`company_table`]) decides on place, time and features, and one pass
//! ([`collector`]) counts the filters and keeps the best of a page. What can be booked is read from the inventory for the
//! results of the page only ([`bookable`]), or taken from memory ([`row_cache`]). Each node makes its index from the
//! database and keeps it up behind the commits ([`indexer`]).

mod bookable;
mod collector;
mod company_table;
mod counts;
mod cruises;
mod cursor;
mod details;
mod documents;
mod find;
mod index;
mod indexer;
mod lexicon;
mod matching;
mod query;
mod reels;
mod results;
mod row_cache;
mod seen;
mod suggest;
mod text;
mod top;

use std::sync::Arc;

pub use bookable::{Bookable, BookableStay, BookableTime};
pub use find::PER_PAGE_MAX;
pub use query::{
    CompanyHit, CruiseFacets, CruiseFilter, DetailFacet, FacetCount, Facets, Filters, Found, NIGHTS_MAX, OfferingHit,
    PortCount, Reading, ReelHit, Relaxation, SearchError, SearchHit, SearchQuery, SortOrder, TABS, Tab, When, Where,
    Who,
};
pub use suggest::{Suggested, Suggestions};

use crate::{
    Db, Result,
    company::public::CompanySummary,
    types::{ids::CompanyId, timestamp::Timestamp},
};

/// Search index of this node. Clones share it.
#[derive(Clone)]
pub struct SearchIndex {
    files: Arc<index::IndexFiles>,
    /// Held while indexing, so that no older state overwrites a newer one.
    progress: Arc<tokio::sync::Mutex<indexer::Progress>>,
    rows: Arc<row_cache::RowCache>,
}

impl SearchIndex {
    /// Returns true if the index holds everything that was committed before it was made. Until then a search misses
    /// results.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        // An index that was kept shows nothing before its companies are read.
        index::lock(&self.files.horizon).is_some() && self.state() > 0
    }

    /// Returns the number of the present state. Results that were read at another one may be out of date.
    #[must_use]
    pub fn state(&self) -> u64 {
        self.files.snapshot().number
    }

    /// Returns these companies in the given order, from memory where nothing of them has changed. Unknown ids are left
    /// out.
    pub async fn summaries(&self, db: &Db, ids: &[CompanyId], now: Timestamp) -> Result<Vec<CompanySummary>> {
        self.rows.summaries(db, ids, now).await
    }
}
