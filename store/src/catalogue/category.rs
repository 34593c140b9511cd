//! The ten categories as static data, and the favourite categories of an account.
//!
//! A row says everything that differs between categories: unit, availability, detail fields. Server and web read it.

use serde::Serialize;
use utoipa::ToSchema;

use super::detail::{
    ALLERGENS, Availability, DIETS, DetailField, EVERY_VALUE, FACILITIES, FieldKind, Party, Unit, VALUE, at_least,
    at_most, choice, many, number, text,
};
use crate::{
    Db, Result, each, on,
    types::{
        ids::UserId,
        language::Language,
        localized::{Localized, TextsByKey},
    },
};

/// Minimum number of favourite categories per account.
pub const FAVOURITES_MIN: usize = 3;

/// Category of offers.
#[derive(Debug, PartialEq, Eq)]
pub struct Category {
    /// Stable key, used in the database and in translation keys.
    pub key: &'static str,
    /// Type of its companies in the vocabulary of schema.org: a kind of `LocalBusiness`.
    pub schema_type: &'static str,
    pub subcategories: &'static [Subcategory],
    /// Unit of a price: shown beside it.
    pub unit: Unit,
    /// Party of a booking.
    pub party: Party,
    /// Availability kinds of its offerings, the usual one first.
    pub availability: &'static [Availability],
    /// Detail fields of its offerings.
    pub fields: &'static [DetailField],
}

#[derive(Debug, PartialEq, Eq)]
pub struct Subcategory {
    pub key: &'static str,
}

/// Category in a list, in the requested language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CategoryView {
    #[schema(example = "food")]
    pub key: &'static str,
    /// Translation key of the web app.
    #[schema(example = "category.food")]
    pub name_key: String,
    #[schema(example = "Food and drink")]
    pub label: &'static str,
    pub subcategories: Vec<OfferedSubcategory>,
    pub unit: Unit,
    pub party: Party,
    pub availability: &'static [Availability],
    pub fields: &'static [DetailField],
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OfferedSubcategory {
    #[schema(example = "fast_food")]
    pub key: &'static str,
    #[schema(example = "category.food.fast_food")]
    pub name_key: String,
    #[schema(example = "Fast food")]
    pub label: &'static str,
}

/// Labels by key: `food`, and `food.fast_food` for a subcategory. The web app shows the same texts.
pub(crate) static LABELS: Localized<TextsByKey> = crate::localized!("../web/src/locales", "category");

/// Minimum ages that a filter offers.
const AGES: &[i64] = &[3, 6, 12, 16];

macro_rules! categories {
    ($($key:literal $schema_type:literal
        [$($sub:literal),* $(,)?]
        $unit:ident $party:ident [$($availability:ident),*] [$($field:literal: $kind:expr $(=> $filter:expr)?),* $(,)?];)*) => {
        &[$(Category {
            key: $key,
            schema_type: $schema_type,
            subcategories: &[$(Subcategory { key: $sub }),*],
            unit: Unit::$unit,
            party: Party::$party,
            availability: &[$(Availability::$availability),*],
            fields: &[$(DetailField::new($field, $kind)$(.filtered($filter))?),*],
        }),*]
    };
}

pub const CATEGORIES: &[Category] = categories! {
    "food" "Restaurant" [
        "fast_food", "rooftop", "themed_dining", "themed_bars", "brunches", "bakeries", "hotel_dining", "gourmet",
    ] Item Persons [Unlimited, Table, Stock] [
        "calories": number(0, 5_000) => at_most(&[300, 500, 700, 900]), "spiciness": number(0, 3) => at_most(&[0, 1]),
        "allergens": many(ALLERGENS), "diets": many(DIETS) => EVERY_VALUE,
    ];
    "hotels" "Hotel" [] Night AdultsAndChildren [Nights, Stock] [
        "beds": number(1, 12) => at_least(&[2, 3, 4]), "size_m2": number(5, 1_000) => at_least(&[20, 30, 40, 60]),
        "adults": number(1, 20) => at_least(&[2, 3, 4, 6]), "children": number(0, 20) => at_least(&[1, 2, 3]),
        "view": text(60), "breakfast_included": FieldKind::Flag => VALUE,
    ];
    "cruises" "TravelAgency" [] Person AdultsAndChildren [Occurrence] [
        "ship": text(80), "nights": number(1, 180) => at_most(&[3, 7, 10, 14]), "departure_port": FieldKind::Port,
        "destination_port": FieldKind::Port,
        "ports": FieldKind::Ports, "decks": FieldKind::Decks, "facilities": many(FACILITIES),
    ];
    "beauty" "BeautySalon" [] Item Persons [Appointment, Stock] [
        "audience": choice(&["everyone", "women", "men"]) => VALUE, "patch_test": FieldKind::Flag,
    ];
    "relaxation" "DaySpa" [] Item Persons [Appointment, TimedEntry, Stock] [
        "audience": choice(&["everyone", "women", "men", "couples"]) => VALUE, "includes": text(200),
    ];
    "art" "ArtGallery" [] Person Persons [TimedEntry, Occurrence, Stock] [
        "exhibition": text(120), "age_min": number(0, 99) => at_most(AGES), "languages": FieldKind::Languages => VALUE,
    ];
    "music" "EntertainmentBusiness" ["concerts", "nightclubs"] Person Persons [Occurrence, Table] [
        "artists": text(200), "genre": text(60), "age_min": number(0, 99) => at_most(AGES), "doors_open": text(20),
    ];
    "experiences" "SportsActivityLocation" [
        "amusement", "children", "animals", "sports", "workshops",
    ] Person Persons [TimedEntry, Occurrence, Appointment] [
        "age_min": number(0, 99) => at_most(AGES), "level": choice(&["beginner", "intermediate", "advanced"]) => VALUE,
        "includes": text(200), "meeting_point": text(200), "languages": FieldKind::Languages => VALUE,
    ];
    "tours" "TravelAgency" [] Person Persons [TimedEntry, Occurrence] [
        "languages": FieldKind::Languages => VALUE, "meeting_point": text(200), "distance_km": number(0, 500) => at_most(&[3, 5, 10, 20]), "includes": text(200), "private": FieldKind::Flag => VALUE,
    ];
    "shops" "Store" [] Item Persons [Stock, Unlimited] [
        "brand": text(80), "material": text(80), "weight_g": number(0, 1_000_000), "origin": text(80),
    ];
};

impl Category {
    pub fn label(&self, language: Language) -> &'static str {
        LABELS.text(self.key, language).unwrap_or(self.key)
    }

    /// Returns its labels in every language, for search.
    pub(crate) fn labels(&self) -> impl Iterator<Item = &'static str> {
        LABELS.texts(self.key.to_owned())
    }

    /// Returns the labels of a subcategory in every language, for search.
    pub(crate) fn subcategory_labels(&self, key: &str) -> impl Iterator<Item = &'static str> {
        LABELS.texts(self.label_key(key))
    }

    fn label_key(&self, subcategory: &str) -> String {
        format!("{}.{subcategory}", self.key)
    }

    pub fn offered(&self, language: Language) -> CategoryView {
        let subcategory = |sub: &Subcategory| OfferedSubcategory {
            key: sub.key,
            name_key: format!("category.{}.{}", self.key, sub.key),
            label: LABELS.text(&self.label_key(sub.key), language).unwrap_or(sub.key),
        };
        CategoryView {
            key: self.key,
            name_key: format!("category.{}", self.key),
            label: self.label(language),
            subcategories: self.subcategories.iter().map(subcategory).collect(),
            unit: self.unit,
            party: self.party,
            availability: self.availability,
            fields: self.fields,
        }
    }
}

/// Finds the key of a subcategory.
pub fn find_subcategory(key: &str) -> Option<&'static str> {
    subcategory_keys().find(|known| *known == key)
}

/// Finds the category with this key.
pub fn find(key: &str) -> Option<&'static Category> {
    CATEGORIES.iter().find(|category| category.key == key)
}

/// Returns the categories with these keys, without duplicates and in catalogue order. The error is the message shown at
/// the form field.
pub fn choose(keys: &[String], at_least: usize) -> Result<Vec<&'static Category>, String> {
    // Browsers also send empty fields.
    let keys = keys.iter().map(|key| key.trim()).filter(|key| !key.is_empty());
    if let Some(unknown) = keys.clone().find(|key| find(key).is_none()) {
        let shown: String = unknown.chars().filter(|c| !c.is_control()).take(40).collect();
        return Err(format!("There is no category “{shown}”."));
    }
    let chosen: Vec<_> = CATEGORIES.iter().filter(|category| keys.clone().any(|key| key == category.key)).collect();
    match at_least {
        _ if chosen.len() >= at_least => Ok(chosen),
        1 => Err("Choose at least one category.".to_owned()),
        _ => Err(format!("Choose at least {at_least} categories.")),
    }
}

/// Sorts stored keys into catalogue order. Omits keys of removed categories.
pub(crate) fn in_catalogue_order(stored: &[(String,)]) -> Vec<String> {
    let keys = CATEGORIES.iter().map(|category| category.key);
    keys.filter(|key| stored.iter().any(|(known,)| known == key)).map(str::to_owned).collect()
}

/// Splits keys that a query joined with commas, and sorts them into the order of `known`. Omits other keys.
pub(crate) fn split_keys<'k>(joined: Option<&str>, known: impl Iterator<Item = &'k str>) -> Vec<String> {
    let stored: Vec<_> = joined.unwrap_or_default().split(',').collect();
    known.filter(|key| stored.contains(key)).map(str::to_owned).collect()
}

/// Returns the keys of all subcategories.
pub(crate) fn subcategory_keys() -> impl Iterator<Item = &'static str> {
    CATEGORIES.iter().flat_map(|category| category.subcategories).map(|sub| sub.key)
}

/// Returns the keys of the account's favourite categories.
pub async fn favourites(db: &Db, owner: UserId) -> Result<Vec<String>> {
    let rows: Vec<(String,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT category FROM favourite_category WHERE account_id = $1").bind(owner).fetch_all(at).await)?;
    Ok(in_catalogue_order(&rows))
}

/// Replaces the account's favourite categories.
pub async fn save_favourites(db: &Db, owner: UserId, chosen: &[&Category]) -> Result<()> {
    let mut tx = db.begin().await?;
    on!(tx.at(), at => sqlx::query("DELETE FROM favourite_category WHERE account_id = $1")
        .bind(owner).execute(at).await.map(drop))?;
    let at = tx.at();
    let sql = each!(
        at,
        "INSERT INTO favourite_category (account_id, category) SELECT $2, value->>0 FROM ",
        " WHERE TRUE ON CONFLICT DO NOTHING"
    );
    let keys = serde_json::to_string(&chosen.iter().map(|category| [category.key]).collect::<Vec<_>>())?;
    on!(at, at => sqlx::query(sql).bind(keys).bind(owner).execute(at).await.map(drop))?;
    tx.commit().await
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn keys(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn categories_number_ten_and_keys_are_unique() {
        assert_eq!(CATEGORIES.len(), 10);
        let mut seen = HashSet::new();
        for category in CATEGORIES {
            assert!(seen.insert(category.key));
            for sub in category.subcategories {
                assert!(seen.insert(sub.key), "{}", sub.key);
            }
        }
        let food: Vec<_> = find("food").unwrap().subcategories.iter().map(|sub| sub.key).collect();
        assert_eq!(food.len(), 8);
    }

    #[test]
    fn label_follows_the_language() {
        let label = |code: &str| find("tours").unwrap().offered(code.parse().unwrap()).label;
        assert_eq!((label("FR"), label("US")), ("Visites guidées", "Guided tours"));
        let food = find("food").unwrap().offered(Language::FALLBACK);
        assert_eq!(
            (food.name_key.as_str(), food.subcategories[0].name_key.as_str()),
            ("category.food", "category.food.fast_food")
        );
    }

    #[test]
    fn categories_have_labels_in_every_language() {
        for labels in LABELS.all() {
            for category in CATEGORIES {
                let of_subcategories = category.subcategories.iter().map(|sub| category.label_key(sub.key));
                for key in of_subcategories.chain([category.key.to_owned()]) {
                    assert!(labels.contains_key(&key), "{key}");
                }
            }
        }
        let food = find("food").unwrap();
        let labels: Vec<_> = food.labels().chain(food.subcategory_labels("fast_food")).collect();
        assert!(
            ["Food and drink", "Restauration", "Fast food"].iter().all(|label| labels.contains(label)),
            "{labels:?}"
        );
        assert_eq!(food.subcategory_labels("concerts").count(), 0);
    }

    #[test]
    fn choose_orders_keys_and_rejects_unknown_or_too_few() {
        let chosen = choose(&keys("music food art food"), 3).unwrap();
        assert_eq!(chosen.iter().map(|it| it.key).collect::<Vec<_>>(), ["food", "art", "music"]);
        assert_eq!(choose(&keys("food food art"), 3).unwrap_err(), "Choose at least 3 categories.");
        assert_eq!(choose(&[], 1).unwrap_err(), "Choose at least one category.");
        assert_eq!(choose(&keys("food gold art"), 3).unwrap_err(), "There is no category “gold”.");
        assert_eq!(choose(&["a\0".repeat(500)], 1).unwrap_err(), format!("There is no category “{}”.", "a".repeat(40)));
    }
}
