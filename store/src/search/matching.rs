//! Query of the index for the words of a search.
//!
//! Each word scores a constant by the field in which it occurs, and a document the sum over the words. The score depends
//! on nothing but the document and the query.

use tantivy::{
    Searcher, Term,
    query::{AllQuery, BooleanQuery, ConstScoreQuery, DisjunctionMaxQuery, FuzzyTermQuery, Occur, Query, TermQuery},
    schema::{Field, IndexRecordOption},
};

use super::{
    cruises,
    documents::{Key, category_term, subcategory_term, topic_term},
    index::Fields,
    lexicon::{Meaning, Wanted},
    query::Filters,
    text::{self, Word, terms},
};

/// Scores of a word.
const NAME: f32 = 100.0;
const TOPIC: f32 = 90.0;
const NAME_PREFIX: f32 = 80.0;
const PLACE: f32 = 70.0;
const CATEGORY: f32 = 60.0;
const NAME_FUZZY: f32 = 50.0;
const PLACE_PREFIX: f32 = 45.0;
const ABOUT: f32 = 30.0;
const PLACE_FUZZY: f32 = 25.0;
const ABOUT_PREFIX: f32 = 15.0;

/// Maximum score of a word.
pub(super) const BEST: f32 = NAME;

pub(super) type BoxedQuery = Box<dyn Query>;

/// Maker of queries for one state of the index.
pub(super) struct Matching<'s> {
    pub fields: Fields,
    pub searcher: &'s Searcher,
}

impl Matching<'_> {
    /// Returns true if a word occurs in a document.
    pub fn is_known(&self, word: &str) -> bool {
        let fields = [self.fields.name, self.fields.place, self.fields.about];
        fields
            .iter()
            .any(|field| self.searcher.doc_freq(&Term::from_field_text(*field, word)).is_ok_and(|count| count > 0))
    }

    /// Returns the query for all words, or for some of them if `any`.
    pub fn query(&self, wanted: &[Wanted], any: bool) -> BoxedQuery {
        if wanted.is_empty() {
            return Box::new(AllQuery);
        }
        let occur = if any { Occur::Should } else { Occur::Must };
        let clauses = wanted.iter().map(|wanted| (occur, self.one(wanted)));
        Box::new(BooleanQuery::new(clauses.collect()))
    }

    /// Returns true if [`Self::within`] narrows a query.
    pub fn narrows(filters: &Filters) -> bool {
        filters.offering.is_some() || filters.cruise.is_some()
    }

    /// Narrows a query to the documents that these filters can leave, so that the others are not looked at.
    pub fn within(&self, query: BoxedQuery, filters: &Filters) -> BoxedQuery {
        let narrower = match (filters.offering, &filters.cruise) {
            (Some(offering), _) => {
                let key = Term::from_field_u64(self.fields.key, Key::offering(offering).0);
                Box::new(TermQuery::new(key, IndexRecordOption::Basic))
            }
            (None, Some(_)) => self.term(self.fields.topics, &category_term(cruises::CATEGORY)),
            (None, None) => return query,
        };
        Box::new(BooleanQuery::new(vec![(Occur::Must, query), (Occur::Must, scored(narrower, 0.0))]))
    }

    fn one(&self, wanted: &Wanted) -> BoxedQuery {
        let ways = self.ways(wanted).into_iter().map(|(way, score)| scored(way, score));
        Box::new(DisjunctionMaxQuery::new(ways.collect()))
    }

    /// Returns the ways in which a document can match a word, with their scores. The best one counts.
    pub fn ways(&self, wanted: &Wanted) -> Vec<(BoxedQuery, f32)> {
        let Fields { name, place, about, topics, .. } = self.fields;
        let mut ways: Vec<(BoxedQuery, f32)> = Vec::new();
        for meaning in &wanted.meanings {
            match meaning {
                Meaning::Category(key) => ways.push((self.term(topics, &category_term(key)), CATEGORY)),
                Meaning::Subcategory(key) => ways.push((self.term(topics, &subcategory_term(key)), TOPIC)),
                Meaning::Topic(key) => ways.push((self.term(topics, &topic_term(key)), TOPIC)),
                Meaning::Town(town) => {
                    let words: Vec<_> = text::words(town);
                    ways.push((self.all(place, &words), PLACE));
                }
                _ => {}
            }
        }
        for (field, score) in [(name, NAME), (place, PLACE), (about, ABOUT)] {
            ways.push((self.all(field, &wanted.words), score));
        }
        if let [word] = wanted.words.as_slice()
            && !word.unspaced
        {
            self.add_unfinished(&mut ways, word, wanted);
        }
        ways
    }

    /// Adds words that begin with the last word of the query, and words similar to one that the index does not know.
    fn add_unfinished(&self, ways: &mut Vec<(BoxedQuery, f32)>, word: &Word, wanted: &Wanted) {
        let Fields { name, place, about, .. } = self.fields;
        let starting = |field: Field, distance: u8| -> BoxedQuery {
            Box::new(FuzzyTermQuery::new_prefix(Term::from_field_text(field, &word.text), distance, true))
        };
        if wanted.is_last {
            ways.push((starting(name, 0), NAME_PREFIX));
            ways.push((starting(place, 0), PLACE_PREFIX));
            if word.text.chars().count() > 2 {
                ways.push((starting(about, 0), ABOUT_PREFIX));
            }
        }
        let distance = u8::try_from(text::tolerance(&word.text)).unwrap_or(0);
        if distance == 0 || !wanted.meanings.is_empty() || self.is_known(&word.text) {
            return;
        }
        let similar = |field: Field| -> BoxedQuery {
            Box::new(FuzzyTermQuery::new(Term::from_field_text(field, &word.text), distance, true))
        };
        ways.push((similar(name), NAME_FUZZY));
        ways.push((similar(place), PLACE_FUZZY));
    }

    /// Returns the query for all these words in one field.
    fn all(&self, field: Field, words: &[Word]) -> BoxedQuery {
        let mut clauses: Vec<BoxedQuery> = words.iter().flat_map(terms).map(|term| self.term(field, &term)).collect();
        match clauses.pop() {
            Some(only) if clauses.is_empty() => only,
            Some(last) => {
                clauses.push(last);
                Box::new(BooleanQuery::intersection(clauses))
            }
            None => Box::new(tantivy::query::EmptyQuery),
        }
    }

    fn term(&self, field: Field, text: &str) -> BoxedQuery {
        Box::new(TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::Basic))
    }
}

pub(super) fn scored(query: BoxedQuery, score: f32) -> BoxedQuery {
    Box::new(ConstScoreQuery::new(query, score))
}
