//! Building blocks of a category: how its offerings are counted, priced and described.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::port;
use crate::types::language::Language;

/// Unit of a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    Item,
    Person,
    Night,
}

/// Way in which a booking counts its party.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Party {
    Persons,
    /// A booking says how many of its persons are children.
    AdultsAndChildren,
}

/// Kind of availability, which decides the allocator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Availability {
    /// Times of a member of staff. Exclusive.
    Appointment,
    /// Table of a restaurant or club. Exclusive.
    Table,
    /// Starts with a number of places each. Counted.
    TimedEntry,
    /// Nights of a room type. Counted.
    Nights,
    /// Dated occurrences with classes: concerts, sailings, workshops. Counted.
    Occurrence,
    /// Units in stock. Counted.
    Stock,
    /// Made to order: a dish. Not counted.
    Unlimited,
}

/// Kind of an offering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum OfferingKind {
    Product,
    Service,
    Ticket,
}

impl OfferingKind {
    /// Returns the stored key.
    pub fn key(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Service => "service",
            Self::Ticket => "ticket",
        }
    }
}

impl Availability {
    /// Returns true if the offering is booked for a time, not bought.
    pub fn is_booked(self) -> bool {
        !matches!(self, Self::Stock | Self::Unlimited)
    }

    /// Returns true if a booking takes staff or tables.
    pub fn takes_resources(self) -> bool {
        matches!(self, Self::Appointment | Self::Table)
    }

    /// Returns true if a booking buys units for a time, one for each person: tickets and timed entries.
    pub fn is_sold_by_unit(self) -> bool {
        matches!(self, Self::TimedEntry | Self::Occurrence)
    }

    /// Returns true if weekly rules and opening hours decide when a booking starts.
    pub fn has_rules(self) -> bool {
        self.takes_resources() || self == Self::TimedEntry
    }
}

/// Detail field of the offerings of a category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DetailField {
    /// Key in `details`. The web's label is `catalogue:field.<key>`.
    #[schema(example = "beds")]
    pub key: &'static str,
    #[serde(flatten)]
    pub kind: FieldKind,
    /// Filter of searches in the category. Null if there is none.
    pub filter: Option<FieldFilter>,
}

/// Filter by a detail field: the values that a search can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum FieldFilter {
    /// The value itself: an option, a language code, or `true` of a flag. Of several, one is enough.
    Value,
    /// An option like those of `value`. Of several, each is needed.
    EveryValue,
    /// A number that is not below the step. The web's label is `catalogue:step.<key>`.
    AtLeast { steps: &'static [i64] },
    /// A number that is not above the step, with a label like the former.
    AtMost { steps: &'static [i64] },
}

impl DetailField {
    pub(super) const fn new(key: &'static str, kind: FieldKind) -> Self {
        Self { key, kind, filter: None }
    }

    pub(super) const fn filtered(self, filter: FieldFilter) -> Self {
        Self { filter: Some(filter), ..self }
    }
}

/// Type and limits of a detail field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FieldKind {
    Number {
        min: i64,
        max: i64,
    },
    /// Text of at most `max` characters.
    Text {
        max: usize,
    },
    /// One of `options`. The web's label is `catalogue:option.<option>`.
    Choice {
        options: &'static [&'static str],
    },
    /// Some of `options`.
    Many {
        options: &'static [&'static str],
    },
    Flag,
    /// Interface languages, by code.
    Languages,
    /// UN/LOCODE of a cruise port.
    Port,
    Ports,
    /// Decks of a ship from the top, each as `name: class, class`. The classes are names of variants.
    Decks,
}

pub(super) const ALLERGENS: &[&str] = &[
    "gluten",
    "crustaceans",
    "eggs",
    "fish",
    "peanuts",
    "soy",
    "milk",
    "nuts",
    "celery",
    "mustard",
    "sesame",
    "sulphites",
    "lupin",
    "molluscs",
];
pub(super) const DIETS: &[&str] = &["halal", "kosher", "vegetarian", "vegan", "gluten_free", "lactose_free"];
/// Facilities of a ship.
pub const FACILITIES: &[&str] = &[
    "pool",
    "spa",
    "gym",
    "restaurants",
    "bars",
    "theatre",
    "casino",
    "cinema",
    "kids_club",
    "library",
    "wifi",
    "step_free",
];
/// Maximum elements of a field with several values.
const ELEMENTS: usize = 20;
/// Maximum characters of a deck's name.
const DECK_NAME_MAX: usize = 40;
/// Maximum classes on a deck, and maximum characters of their names.
const DECK_CLASSES: usize = 12;
const CLASS_NAME_MAX: usize = 80;

pub(super) const fn number(min: i64, max: i64) -> FieldKind {
    FieldKind::Number { min, max }
}

/// Filter by one of the chosen values.
pub(super) const VALUE: FieldFilter = FieldFilter::Value;
/// Filter by all chosen values.
pub(super) const EVERY_VALUE: FieldFilter = FieldFilter::EveryValue;

pub(super) const fn at_least(steps: &'static [i64]) -> FieldFilter {
    FieldFilter::AtLeast { steps }
}

pub(super) const fn at_most(steps: &'static [i64]) -> FieldFilter {
    FieldFilter::AtMost { steps }
}

pub(super) const fn text(max: usize) -> FieldKind {
    FieldKind::Text { max }
}

pub(super) const fn choice(options: &'static [&'static str]) -> FieldKind {
    FieldKind::Choice { options }
}

pub(super) const fn many(options: &'static [&'static str]) -> FieldKind {
    FieldKind::Many { options }
}

impl FieldKind {
    /// Checks a value. The error is the message shown at the form field.
    fn check(self, value: &Value) -> Result<(), String> {
        let each = |known: &dyn Fn(&str) -> bool| {
            value
                .as_array()
                .is_some_and(|all| all.len() <= ELEMENTS && all.iter().all(|one| one.as_str().is_some_and(known)))
        };
        let is_language = |code: &str| code.parse::<Language>().is_ok();
        let is_port = |code: &str| port::find(code).is_some();
        let fits = match self {
            Self::Number { min, max } => value.as_i64().is_some_and(|number| (min..=max).contains(&number)),
            Self::Text { max } => value.as_str().is_some_and(|text| text.chars().count() <= max),
            Self::Choice { options } => value.as_str().is_some_and(|one| options.contains(&one)),
            Self::Many { options } => each(&|one| options.contains(&one)),
            Self::Flag => value.is_boolean(),
            Self::Languages => each(&is_language),
            Self::Port => value.as_str().is_some_and(is_port),
            Self::Ports => each(&is_port),
            Self::Decks => each(&is_deck),
        };
        if fits { Ok(()) } else { Err(self.expected()) }
    }

    fn expected(self) -> String {
        match self {
            Self::Number { min, max } => format!("Enter a whole number from {min} to {max}."),
            Self::Text { max } => format!("Enter at most {max} characters."),
            Self::Choice { options } => format!("Choose one of: {}.", options.join(", ")),
            Self::Many { options } => format!("Choose some of: {}.", options.join(", ")),
            Self::Flag => "Expected true or false.".to_owned(),
            Self::Languages => "Enter a list of language codes.".to_owned(),
            Self::Port => "Choose a port from the list.".to_owned(),
            Self::Ports => "Choose ports from the list.".to_owned(),
            Self::Decks => format!("Enter at most {ELEMENTS} decks, each with a name and 1 to {DECK_CLASSES} classes."),
        }
    }
}

/// Returns true for the name of a deck, a colon and its classes.
fn is_deck(text: &str) -> bool {
    let fits = |part: &str, max: usize| (1..=max).contains(&part.trim().chars().count());
    text.split_once(':').is_some_and(|(name, classes)| {
        fits(name, DECK_NAME_MAX)
            && classes.split(',').count() <= DECK_CLASSES
            && classes.split(',').all(|class| fits(class, CLASS_NAME_MAX))
    })
}

/// Checks the details of an offering against the fields of its category. Returns the errors by field.
pub fn check(fields: &[DetailField], details: &Map<String, Value>) -> Vec<(String, String)> {
    let mut errors = Vec::new();
    for (key, value) in details {
        match fields.iter().find(|field| field.key == key) {
            None => errors.push((format!("details.{key}"), "This category has no such field.".to_owned())),
            Some(field) => {
                errors.extend(field.kind.check(value).err().map(|expected| (format!("details.{key}"), expected)));
            }
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn details_are_checked_by_type_and_limit() {
        let fields = [
            DetailField::new("beds", number(1, 12)),
            DetailField::new("audience", choice(&["women", "men"])),
            DetailField::new("languages", FieldKind::Languages),
        ];
        let errors = |value: Value| {
            check(&fields, value.as_object().unwrap()).into_iter().map(|(key, _)| key).collect::<Vec<_>>()
        };
        assert!(errors(json!({"beds": 2, "audience": "men", "languages": ["US", "FR"]})).is_empty());
        assert_eq!(errors(json!({"beds": 13})), ["details.beds"]);
        assert_eq!(errors(json!({"beds": "2"})), ["details.beds"]);
        assert_eq!(errors(json!({"audience": "all", "wings": 1})), ["details.audience", "details.wings"]);
        assert_eq!(errors(json!({"languages": ["XX"]})), ["details.languages"]);
    }

    #[test]
    fn deck_has_a_name_and_classes() {
        let is_fine = |value: Value| FieldKind::Decks.check(&value).is_ok();
        assert!(is_fine(json!(["Sun deck: Suite", "Main deck: Inside, Ocean view"])));
        for wrong in ["Sun deck", "Sun deck:", ": Suite", "Sun deck: Suite,", "Sun deck: ,Suite"] {
            assert!(!is_fine(json!([wrong])), "{wrong}");
        }
        assert!(!is_fine(json!([format!("{}: Suite", "x".repeat(41))])));
        assert!(!is_fine(json!([format!("Deck: {}", ["Suite"; 13].join(","))])));
        assert!(!is_fine(json!(vec!["Deck: Suite"; 21])) && !is_fine(json!("Deck: Suite")));
    }
}
