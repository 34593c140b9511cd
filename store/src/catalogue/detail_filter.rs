//! Filters of a search by detail fields. Each value that the fields of a category offer is one bit.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    category::Category,
    detail::{DetailField, FieldFilter, FieldKind},
};
use crate::types::language::LANGUAGES;

/// Maximum values of one search.
pub const VALUES_MAX: usize = 20;
/// Maximum characters of an unknown key in a message.
const SHOWN: usize = 40;

/// Values of the filters of one category, one bit each: those that an offering meets, or those that a search asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DetailValues(pub(crate) u64);

/// Field with a filter, and the place of its values among those of the category.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FilterField {
    pub key: &'static str,
    kind: FieldKind,
    filter: FieldFilter,
    first: usize,
}

impl Category {
    /// Returns the fields with a filter.
    pub(crate) fn filter_fields(&self) -> impl Iterator<Item = FilterField> {
        let mut next = 0;
        self.fields.iter().filter_map(move |DetailField { key, kind, filter }| {
            let field = FilterField { key, kind: *kind, filter: (*filter)?, first: next };
            next += field.len();
            Some(field)
        })
    }
}

impl FilterField {
    fn len(self) -> usize {
        match (self.filter, self.kind) {
            (FieldFilter::AtLeast { steps } | FieldFilter::AtMost { steps }, _) => steps.len(),
            (_, FieldKind::Choice { options } | FieldKind::Many { options }) => options.len(),
            (_, FieldKind::Languages) => LANGUAGES.len(),
            _ => 1,
        }
    }

    /// Returns true if an offering must meet each of the chosen values.
    pub fn needs_every_value(self) -> bool {
        self.filter == FieldFilter::EveryValue
    }

    /// Returns the bits of its values.
    pub fn bits(self) -> u64 {
        ((1 << self.len()) - 1) << self.first
    }

    /// Returns its values as texts, each with its bit number.
    pub fn values(self) -> impl Iterator<Item = (usize, String)> {
        (0..self.len()).map(move |at| (self.first + at, self.text(at)))
    }

    fn text(self, at: usize) -> String {
        match (self.filter, self.kind) {
            (FieldFilter::AtLeast { steps } | FieldFilter::AtMost { steps }, _) => steps[at].to_string(),
            (_, FieldKind::Choice { options } | FieldKind::Many { options }) => options[at].to_owned(),
            (_, FieldKind::Languages) => LANGUAGES[at].code.to_owned(),
            _ => "true".to_owned(),
        }
    }

    /// Returns the bits that the value of an offering meets.
    fn met_by(self, value: &Value) -> u64 {
        let steps = |steps: &[i64], meets: &dyn Fn(i64, i64) -> bool| {
            let number = value.as_i64();
            bits_where(steps.len(), |at| number.is_some_and(|number| meets(number, steps[at])))
        };
        let has = |key: &str| {
            value.as_str() == Some(key) || value.as_array().is_some_and(|all| all.iter().any(|one| one == key))
        };
        let bits = match (self.filter, self.kind) {
            (FieldFilter::AtLeast { steps: all }, _) => steps(all, &|number, step| number >= step),
            (FieldFilter::AtMost { steps: all }, _) => steps(all, &|number, step| number <= step),
            (_, FieldKind::Choice { options } | FieldKind::Many { options }) => {
                bits_where(options.len(), |at| has(options[at]))
            }
            (_, FieldKind::Languages) => bits_where(LANGUAGES.len(), |at| has(LANGUAGES[at].code)),
            _ => u64::from(value == &Value::Bool(true)),
        };
        bits << self.first
    }
}

fn bits_where(len: usize, is_met: impl Fn(usize) -> bool) -> u64 {
    (0..len).fold(0, |bits, at| bits | u64::from(is_met(at)) << at)
}

/// Returns the values that the details of an offering meet.
pub(crate) fn met_by(category: &Category, details: &Value) -> DetailValues {
    DetailValues(category.filter_fields().fold(0, |bits, field| bits | field.met_by(&details[field.key])))
}

/// Reads the values that a search asks for, by field. The errors are messages by field.
pub fn choose(
    category: Option<&Category>,
    wanted: &BTreeMap<String, Vec<String>>,
) -> Result<DetailValues, Vec<(String, String)>> {
    let error = |field: &str, says: String| vec![(field.to_owned(), says)];
    if wanted.is_empty() {
        return Ok(DetailValues::default());
    }
    let Some(category) = category else {
        return Err(error("details", "Choose a category first.".to_owned()));
    };
    if wanted.len().max(wanted.values().map(Vec::len).sum()) > VALUES_MAX {
        return Err(error("details", format!("Choose at most {VALUES_MAX} values.")));
    }
    let fields: Vec<_> = category.filter_fields().collect();
    let mut bits = 0;
    let mut errors = Vec::new();
    for (key, values) in wanted {
        let Some(field) = fields.iter().find(|field| field.key == key) else {
            let shown: String = key.chars().filter(|c| !c.is_control()).take(SHOWN).collect();
            errors.push((format!("details.{shown}"), "This category has no such filter.".to_owned()));
            continue;
        };
        for value in values {
            match field.values().find(|(_, known)| known == value) {
                Some((bit, _)) => bits |= 1 << bit,
                None => {
                    let known: Vec<_> = field.values().map(|(_, text)| text).collect();
                    errors.push((format!("details.{key}"), format!("Choose one of: {}.", known.join(", "))));
                    break;
                }
            }
        }
    }
    if errors.is_empty() { Ok(DetailValues(bits)) } else { Err(errors) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::catalogue::category::{CATEGORIES, find};

    fn wanted(value: Value) -> BTreeMap<String, Vec<String>> {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn filters_fit_their_fields() {
        for category in CATEGORIES {
            for field in category.fields {
                let fits = match (field.filter, field.kind) {
                    (None, _)
                    | (Some(FieldFilter::Value), FieldKind::Choice { .. } | FieldKind::Flag | FieldKind::Languages)
                    | (Some(FieldFilter::EveryValue), FieldKind::Many { .. }) => true,
                    (
                        Some(FieldFilter::AtLeast { steps } | FieldFilter::AtMost { steps }),
                        FieldKind::Number { min, max },
                    ) => steps.is_sorted() && !steps.is_empty() && steps.iter().all(|step| (min..=max).contains(step)),
                    _ => false,
                };
                assert!(fits, "{} {}", category.key, field.key);
            }
            let values: usize = category.filter_fields().map(FilterField::len).sum();
            assert!(values < 64, "{}", category.key);
        }
    }

    #[test]
    fn details_meet_steps_options_and_flags() {
        let hotels = find("hotels").unwrap();
        let met = |details: Value| {
            let DetailValues(bits) = met_by(hotels, &details);
            let all =
                hotels.filter_fields().flat_map(|field| field.values().map(move |(bit, text)| (field.key, bit, text)));
            all.filter(|(_, bit, _)| bits >> bit & 1 == 1)
                .map(|(key, _, text)| format!("{key}:{text}"))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            met(json!({"beds": 3, "breakfast_included": true})),
            ["beds:2", "beds:3", "breakfast_included:true"]
        );
        assert!(met(json!({"beds": 1, "breakfast_included": false, "view": "Sea"})).is_empty());
        let DetailValues(bits) = met_by(find("beauty").unwrap(), &json!({"audience": "women"}));
        assert_eq!(bits, 0b10);
        let DetailValues(bits) = met_by(find("food").unwrap(), &json!({"calories": 500, "diets": ["vegan", "halal"]}));
        assert_eq!(bits, 0b10_0100_1110);
        let tours = find("tours").unwrap();
        let spoken = choose(Some(tours), &wanted(json!({"languages": ["FR", "US"]})));
        assert_eq!(spoken, Ok(met_by(tours, &json!({"languages": ["US", "FR"]}))));
    }

    #[test]
    fn unknown_fields_and_values_are_errors_by_field() {
        let beauty = find("beauty");
        let fields = |value: Value| {
            let errors = choose(beauty, &wanted(value)).unwrap_err();
            errors.into_iter().map(|(field, _)| field).collect::<Vec<_>>()
        };
        assert_eq!(choose(beauty, &wanted(json!({"audience": ["men", "women", "men"]}))), Ok(DetailValues(0b110)));
        assert_eq!(choose(beauty, &wanted(json!({"audience": []}))), Ok(DetailValues(0)));
        assert_eq!(
            fields(json!({"audience": ["cats"], "patch_test": ["true"]})),
            ["details.audience", "details.patch_test"]
        );
        assert_eq!(fields(json!({"audience": vec!["men"; 21]})), ["details"]);
        assert_eq!(choose(None, &wanted(json!({"beds": ["2"]}))).unwrap_err()[0].0, "details");
        assert_eq!(fields(json!({"x\n".repeat(99): []})), [format!("details.{}", "x".repeat(40))]);
    }
}
