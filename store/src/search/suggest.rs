//! Suggestions while a query is typed.

use std::{collections::HashSet, sync::Arc};

use serde::Serialize;
use tantivy::query::BooleanQuery;
use utoipa::ToSchema;

use super::{
    SearchIndex,
    collector::{Scan, ScanInput},
    index::failed,
    indexer::blocking,
    lexicon::{Meaning, lexicon},
    matching::{BEST, BoxedQuery, Matching, scored},
    query::{Filters, SearchQuery, SortOrder, Tab, Where},
    top::{TopCollector, TopFound},
};
use crate::{
    Db, Result,
    catalogue::{
        category::{self, CATEGORIES},
        offering,
    },
    company::public,
    types::{
        ids::{CompanyId, OfferingId},
        language::Language,
        local_time::TimeZone,
        position::Position,
        timestamp::Timestamp,
    },
};

/// Maximum suggestions of each kind.
const SUGGESTED: usize = 6;

/// Suggestion of a category, a company or an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Suggested {
    /// Key of a category, handle of a company, or id of an item.
    #[schema(example = "casa-azul")]
    pub key: String,
    pub label: String,
    /// Town of a company, company of an item.
    pub detail: String,
    /// URL of a picture.
    pub picture: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SearchSuggestions)]
pub struct Suggestions {
    pub categories: Vec<Suggested>,
    pub companies: Vec<Suggested>,
    pub items: Vec<Suggested>,
}

impl SearchIndex {
    /// Returns suggestions for the beginning of a query. Near ones come first.
    pub async fn suggest(
        &self,
        db: &Db,
        typed: &str,
        position: Option<Position>,
        language: Language,
        now: Timestamp,
    ) -> Result<Suggestions> {
        let categories = categories(typed, language);
        let (companies, items) = self.best(typed, position, now).await?;
        let companies = public::summaries(db, &companies, now).await?.into_iter().map(|company| Suggested {
            picture: company.logo.or(company.cover).map(|picture| picture.url),
            key: company.handle,
            label: company.name,
            detail: company.city,
        });
        let items = offering::cards(db, &items, now).await?.into_iter().map(|card| Suggested {
            key: card.id.to_string(),
            label: card.name,
            detail: card.company.name,
            picture: card.picture.map(|picture| picture.url),
        });
        Ok(Suggestions { categories, companies: companies.collect(), items: items.collect() })
    }

    /// Returns the best companies and the best offerings.
    async fn best(
        &self,
        typed: &str,
        position: Option<Position>,
        now: Timestamp,
    ) -> Result<(Vec<CompanyId>, Vec<OfferingId>)> {
        let (snapshot, fields) = (self.files.snapshot(), self.files.fields);
        let query = SearchQuery {
            what: typed.to_owned(),
            place: Where { position, ..Where::default() },
            when: None,
            who: None,
            filters: Filters::default(),
            tab: Tab::All,
            order: SortOrder::Relevance,
            time_zone: TimeZone::utc(),
            viewer: None,
            facets: false,
        };
        blocking(move || {
            let matching = Matching { fields, searcher: &snapshot.searcher };
            let wanted = lexicon().understand(&query.what, &|word| matching.is_known(word)).wanted;
            let Some((last, others)) = wanted.split_last() else { return Ok(Default::default()) };
            let input = ScanInput {
                query: &query,
                now,
                after: None,
                limit: SUGGESTED,
                scores: true,
                unwanted: &HashSet::new(),
            };
            let collector = TopCollector { scan: Arc::new(Scan::new(&snapshot, &input)), limit: SUGGESTED };
            // The best way first: a document that it finds ranks higher than by any other.
            let mut ways = matching.ways(last);
            ways.sort_by(|(_, one), (_, other)| other.total_cmp(one));
            let of_others = others.iter().map(|_| BEST).sum::<f32>();
            let mut found = TopFound::new(SUGGESTED);
            for (way, score) in ways {
                if found.is_above(Scan::rank_max(of_others + score)) {
                    break;
                }
                let way = scored(way, score);
                let query: BoxedQuery = match others {
                    [] => way,
                    others => Box::new(BooleanQuery::intersection(vec![matching.query(others, false), way])),
                };
                found.add(snapshot.searcher.search(&*query, &collector).map_err(failed)?);
            }
            let companies = found.companies.into_sorted().into_iter().map(|place| CompanyId(place.key.id()));
            let offerings = found.offerings.into_sorted().into_iter().map(|place| OfferingId(place.key.id()));
            Ok((companies.collect(), offerings.collect()))
        })
        .await
    }
}

/// Returns the categories and subcategories that the words name, or that begin with them.
fn categories(typed: &str, language: Language) -> Vec<Suggested> {
    let wanted = lexicon().understand(typed, &|_| false).wanted;
    let named = wanted.iter().flat_map(|wanted| &wanted.meanings).filter_map(|meaning| match meaning {
        Meaning::Category(key) | Meaning::Subcategory(key) => Some(*key),
        _ => None,
    });
    let mut keys: Vec<_> = named.chain(lexicon().categories_starting(typed)).collect();
    let mut seen = HashSet::new();
    keys.retain(|key| seen.insert(*key));
    keys.truncate(SUGGESTED);
    keys.into_iter().filter_map(|key| suggested(key, language)).collect()
}

fn suggested(key: &'static str, language: Language) -> Option<Suggested> {
    let of = |label: String, detail: String| Suggested { key: key.to_owned(), label, detail, picture: None };
    if let Some(category) = category::find(key) {
        return Some(of(category.label(language).to_owned(), String::new()));
    }
    let parent = CATEGORIES.iter().find(|category| category.subcategories.iter().any(|sub| sub.key == key))?;
    let view = parent.offered(language);
    let label = view.subcategories.into_iter().find(|sub| sub.key == key)?.label;
    Some(of(label.to_owned(), parent.key.to_owned()))
}
