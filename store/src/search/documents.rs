//! Documents of the index, made from rows: offerings that are for sale, and companies. Those of reels are in [`super::reels`].

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use super::{
    company_table::{CompanyEntry, Quality, category_number, subcategory_number},
    lexicon::lexicon,
    reels::ReelRow,
    text::indexed,
};
use crate::{
    Db, Result,
    catalogue::{
        category,
        detail::{Availability, FieldKind},
        detail_filter::{DetailValues, met_by},
    },
    each, on,
    types::{
        country::Country,
        currency::ComparablePrice,
        ids::{CompanyId, OfferingId, ReelId},
        language::Language,
    },
};

/// Offerings of a company with one topic that give it to the company.
const TOPIC_OFFERINGS: usize = 2;

/// Document of the index.
#[derive(Clone, Debug)]
pub(super) struct Document {
    pub key: Key,
    pub company: CompanyId,
    pub attributes: Attributes,
    pub price: ComparablePrice,
    /// Filters by detail fields that an offering meets.
    pub details: DetailValues,
    pub name: Vec<String>,
    /// Name and town of the company.
    pub place: Vec<String>,
    pub about: Vec<String>,
    /// Categories and topics by key.
    pub topics: Vec<String>,
}

/// Kind of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Company,
    Offering,
    Reel,
}

/// Kind and id of a result. The two lowest bits tell the kinds apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Key(pub u64);

impl Key {
    pub fn company(id: CompanyId) -> Self {
        Self(id.0.unsigned_abs() << 2)
    }

    pub fn offering(id: OfferingId) -> Self {
        Self(id.0.unsigned_abs() << 2 | 1)
    }

    pub fn reel(id: ReelId) -> Self {
        Self(id.0.unsigned_abs() << 2 | 2)
    }

    pub fn kind(self) -> Kind {
        match self.0 & 3 {
            0 => Kind::Company,
            1 => Kind::Offering,
            _ => Kind::Reel,
        }
    }

    pub fn is_company(self) -> bool {
        self.kind() == Kind::Company
    }

    pub fn is_offering(self) -> bool {
        self.kind() == Kind::Offering
    }

    pub fn id(self) -> i64 {
        i64::try_from(self.0 >> 2).unwrap_or(i64::MAX)
    }
}

/// Attributes of an offering that conditions read, packed into one column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Attributes(pub u64);

/// Reads and writes some bits of [`Attributes`].
macro_rules! parts {
    ($($(#[$doc:meta])* $name:ident $with:ident $at:literal $size:literal;)*) => {
        impl Attributes {
            $(
                $(#[$doc])*
                pub fn $name(self) -> u64 {
                    self.0 >> $at & ((1 << $size) - 1)
                }

                pub(super) fn $with(self, value: u64) -> Self {
                    Self(self.0 | (value & ((1 << $size) - 1)) << $at)
                }
            )*
        }
    };
}

parts! {
    category with_category 1 4;
    /// Number of the subcategory and 1. 0: none.
    subcategory with_subcategory 5 6;
    availability with_availability 11 3;
    sold_out with_sold_out 16 1;
    tenths with_tenths 17 6;
    prior with_prior 23 9;
    /// Place among the offerings, or the reels, of the company, from 0. Later ones share the last.
    place with_place 32 5;
}

/// Last place that is told apart.
pub(super) const PLACE_LAST: i64 = 31;

/// Availabilities by the number that [`Attributes`] hold.
pub(super) const AVAILABILITIES: [Availability; 7] = [
    Availability::Appointment,
    Availability::Table,
    Availability::TimedEntry,
    Availability::Nights,
    Availability::Occurrence,
    Availability::Stock,
    Availability::Unlimited,
];

/// Row of an offering that is for sale.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct OfferingRow {
    pub id: OfferingId,
    pub company_id: CompanyId,
    category: String,
    subcategory: Option<String>,
    availability: Availability,
    name: String,
    description: String,
    folder: Option<String>,
    details: String,
    price: i64,
    sold_out: bool,
    rating_sum: i64,
    rating_count: i64,
    /// Offerings of the company before it, counted up to [`PLACE_LAST`].
    place: i64,
}

/// Reads the offerings of companies that are for sale.
pub(super) async fn offerings_of(db: &Db, companies: &[CompanyId]) -> Result<Vec<OfferingRow>> {
    let ids = serde_json::to_string(&companies.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql = each!(
        at,
        "SELECT o.id, o.company_id, o.category, o.subcategory, o.availability, o.name, o.description,
            f.name AS folder, o.details, o.price, o.sold_out, o.rating_sum, o.rating_count,
            row_number() OVER (PARTITION BY o.company_id ORDER BY o.position, o.id) - 1 AS place
         FROM offering o LEFT JOIN offering_folder f ON f.id = o.folder_id
         WHERE o.state = 'active' AND o.company_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    Ok(on!(at, at => sqlx::query_as(sql).bind(&ids).fetch_all(at).await)?)
}

/// Reads those of these offerings that are for sale.
pub(super) async fn offerings(db: &Db, offerings: &[OfferingId]) -> Result<Vec<OfferingRow>> {
    let ids = serde_json::to_string(&offerings.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql = each!(
        at,
        "SELECT o.id, o.company_id, o.category, o.subcategory, o.availability, o.name, o.description,
            f.name AS folder, o.details, o.price, o.sold_out, o.rating_sum, o.rating_count,
            (SELECT count(*) FROM (
                SELECT 1 FROM offering p WHERE p.company_id = o.company_id AND p.state = 'active'
                    AND (p.position < o.position OR (p.position = o.position AND p.id < o.id)) LIMIT $2) AS before) AS place
         FROM offering o LEFT JOIN offering_folder f ON f.id = o.folder_id
         WHERE o.state = 'active' AND o.id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    Ok(on!(at, at => sqlx::query_as(sql).bind(&ids).bind(PLACE_LAST).fetch_all(at).await)?)
}

impl OfferingRow {
    /// Makes the document. Returns the topics of the offering with it.
    pub fn document(&self, company: &CompanyEntry) -> (Document, Vec<&'static str>) {
        let texts = [self.name.as_str(), &self.description, self.folder.as_deref().unwrap_or_default()];
        let topics: Vec<_> = lexicon().topics_of(&texts, &self.category).into_iter().collect();
        let details = serde_json::from_str(&self.details).unwrap_or(Value::Null);
        let about = format!("{} {} {}", self.description, texts[2], detail_texts(&self.category, &details));
        let rating = Quality::new(self.rating_sum, self.rating_count);
        // Without reviews of its own, an offering is as good as its company.
        let rating = if rating.tenths == 0 { company.rating } else { rating };
        let subcategory = self.subcategory.as_deref().and_then(subcategory_number).map_or(0, |number| number + 1);
        let availability = AVAILABILITIES.iter().position(|one| *one == self.availability).unwrap_or_default();
        let attributes = Attributes::default()
            .with_category(category_number(&self.category).map_or(15, u64::from))
            .with_subcategory(u64::from(subcategory))
            .with_availability(availability as u64)
            .with_sold_out(u64::from(self.sold_out))
            .with_tenths(rating.tenths)
            .with_prior(rating.prior)
            .with_place(self.place.clamp(0, PLACE_LAST).unsigned_abs());
        let mut keys = vec![category_term(&self.category)];
        keys.extend(self.subcategory.as_deref().map(subcategory_term));
        keys.extend(topics.iter().map(|topic| topic_term(topic)));
        let document = Document {
            key: Key::offering(self.id),
            company: self.company_id,
            attributes,
            price: ComparablePrice::new(self.price, company.currency),
            details: category::find(&self.category).map(|one| met_by(one, &details)).unwrap_or_default(),
            name: indexed(&self.name),
            place: indexed(&format!("{} {}", company.name, company.city)),
            about: indexed(&about),
            topics: keys,
        };
        (document, topics)
    }
}

/// Makes the document of a company. `topics` are those of its offerings.
pub(super) fn company(entry: &CompanyEntry, topics: &HashMap<&'static str, usize>) -> Document {
    let categories = || category::CATEGORIES.iter().filter(|one| has(entry.categories, category_number(one.key)));
    let subcategories = category::subcategory_keys().filter(|key| has(entry.subcategories, subcategory_number(key)));
    let own = categories().flat_map(|one| lexicon().topics_of(&[&entry.name, &entry.description], one.key));
    let frequent = topics.iter().filter(|(_, count)| **count >= TOPIC_OFFERINGS).map(|(key, _)| *key);
    let mut keys: Vec<_> = own.chain(frequent).map(topic_term).collect();
    keys.sort_unstable();
    keys.dedup();
    keys.extend(categories().map(|one| category_term(one.key)));
    keys.extend(subcategories.map(subcategory_term));
    let country = entry.country.parse::<Country>().ok();
    let countries = country.map(|country| Language::ALL.map(|language| country.name(language)).join(" "));
    Document {
        key: Key::company(entry.id),
        company: entry.id,
        attributes: Attributes::default().with_tenths(entry.rating.tenths).with_prior(entry.rating.prior),
        price: entry.comparable.map_or_else(ComparablePrice::default, |(low, _)| low),
        // Those of its offerings are in the table of companies.
        details: DetailValues::default(),
        name: indexed(&entry.name),
        place: indexed(&format!("{} {}", entry.city, countries.unwrap_or_default())),
        about: indexed(&entry.description),
        topics: keys,
    }
}

fn has(bits: u32, number: Option<u8>) -> bool {
    number.is_some_and(|number| bits >> number & 1 == 1)
}

pub(super) fn category_term(key: &str) -> String {
    format!("category {key}")
}

pub(super) fn subcategory_term(key: &str) -> String {
    format!("subcategory {key}")
}

pub(super) fn topic_term(key: &str) -> String {
    format!("topic {key}")
}

/// Returns the texts among the details of an offering: artists, brand, what it includes.
fn detail_texts(category: &str, details: &Value) -> String {
    let fields = category::find(category).map(|category| category.fields).unwrap_or_default();
    let texts = fields.iter().filter(|field| matches!(field.kind, FieldKind::Text { .. }));
    texts.filter_map(|field| details[field.key].as_str()).collect::<Vec<_>>().join(" ")
}

/// Makes the documents of companies, of all their offerings and of their reels.
pub(super) fn all(companies: &[CompanyEntry], offerings: &[OfferingRow], reels: &[ReelRow]) -> Vec<Document> {
    let mut documents = Vec::with_capacity(companies.len() + offerings.len() + reels.len());
    let shown: HashMap<_, _> =
        companies.iter().filter(|entry| !entry.is_closed).map(|entry| (entry.id, entry)).collect();
    documents.extend(reels.iter().filter_map(|reel| Some(reel.document(shown.get(&reel.company_id)?))));
    let mut by_company: BTreeMap<CompanyId, Vec<&OfferingRow>> = BTreeMap::new();
    for offering in offerings {
        by_company.entry(offering.company_id).or_default().push(offering);
    }
    for entry in companies.iter().filter(|entry| !entry.is_closed) {
        let mut topics: HashMap<&'static str, usize> = HashMap::new();
        for offering in by_company.get(&entry.id).into_iter().flatten() {
            let (document, found) = offering.document(entry);
            documents.push(document);
            for topic in found {
                *topics.entry(topic).or_default() += 1;
            }
        }
        documents.push(company(entry, &topics));
    }
    documents
}
