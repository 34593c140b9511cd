//! Validation of an offering against its category, as pure functions. Messages are shown at the form fields.

use std::collections::HashSet;

use super::{
    FieldMessages,
    offering_form::{Attributes, Draft, OfferingForm, VariantForm},
};
use crate::catalogue::{
    category::{self, Category},
    detail::{self, Availability},
    offering_details::OptionGroup,
    party::UNITS_MAX,
};

/// Maximum price in minor units.
const PRICE_MAX: i64 = 1_000_000_000_000;
const CAPACITY_MAX: i64 = 1_000_000;
const MEMBERS_MAX: i64 = 100;
const VARIANTS_MAX: usize = 100;
const PICTURES_MAX: usize = 12;
const RESOURCES_MAX: usize = 200;
const GROUPS_MAX: usize = 10;
const CHOICES_MAX: usize = 30;
/// Message of a category that the company does not have.
pub(super) const OTHER_CATEGORY: &str = "Choose one of the categories of your company.";

/// Collects messages by field.
#[derive(Default)]
struct Errors(FieldMessages);

impl Errors {
    fn add(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.0.push((field.into(), message.into()));
    }

    fn text(&mut self, field: impl Into<String>, text: &str, min: usize, max: usize) {
        let length = text.trim().chars().count();
        if length < min {
            self.add(field, "This is required.");
        } else if length > max {
            self.add(field, format!("Enter at most {max} characters."));
        } else if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
            self.add(field, "Enter plain text.");
        }
    }

    fn number(&mut self, field: impl Into<String>, number: i64, min: i64, max: i64) {
        if !(min..=max).contains(&number) {
            self.add(field, format!("Enter a number from {min} to {max}."));
        }
    }

    fn at_most<T>(&mut self, field: &str, list: &[T], max: usize) {
        if list.len() > max {
            self.add(field, format!("Choose at most {max}."));
        }
    }
}

/// Returns the errors of fields that a new offering requires.
pub(super) fn missing(form: &OfferingForm) -> FieldMessages {
    let required = [
        ("category", form.category.is_none()),
        ("kind", form.kind.is_none()),
        ("name", form.name.is_none()),
        ("variants", form.variants.is_none()),
    ];
    let missing = required.into_iter().filter(|(_, is_missing)| *is_missing);
    missing.map(|(field, _)| (field.to_owned(), "This is required.".to_owned())).collect()
}

/// Returns the errors of an offering of a company with these categories.
pub(super) fn check(draft: &Draft, categories: &[String]) -> FieldMessages {
    let mut errors = Errors::default();
    errors.text("name", &draft.name, 1, 120);
    errors.text("description", &draft.description, 0, 4_000);
    errors.number("vat_rate", draft.vat_rate, 0, 10_000);
    if let Some(price) = draft.delivery_price {
        errors.number("delivery_price", price, 0, PRICE_MAX);
    }
    match category::find(&draft.category).filter(|category| categories.iter().any(|key| key == category.key)) {
        Some(category) => check_category(&mut errors, draft, category),
        None => errors.add("category", OTHER_CATEGORY),
    }
    check_times(&mut errors, draft);
    check_members(&mut errors, draft);
    check_options(&mut errors, &draft.options);
    check_variants(&mut errors, &draft.variants);
    check_capacities(&mut errors, draft);
    errors.at_most("pictures", &draft.pictures, PICTURES_MAX);
    errors.at_most("resources", &draft.resources, RESOURCES_MAX);
    errors.0
}

fn check_category(errors: &mut Errors, draft: &Draft, category: &Category) {
    let is_known = |key: &String| category.subcategories.iter().any(|sub| sub.key == *key);
    if draft.subcategory.as_ref().is_some_and(|key| !is_known(key)) {
        errors.add("subcategory", "Choose a subcategory of this category.");
    }
    if !category.availability.contains(&draft.availability) {
        errors.add("availability", "This category does not offer this kind of availability.");
    }
    errors.0.extend(detail::check(category.fields, &draft.details));
}

fn check_times(errors: &mut Errors, draft: &Draft) {
    let needs_duration = matches!(draft.availability, Availability::Appointment | Availability::TimedEntry);
    errors.number("duration_minutes", draft.duration_minutes, if needs_duration { 5 } else { 0 }, 1_440);
    let has_starts = needs_duration || draft.availability == Availability::Table;
    errors.number("step_minutes", draft.step_minutes, if has_starts { 5 } else { 0 }, 1_440);
    errors.number("buffer_minutes", draft.buffer_minutes, 0, 480);
    // A tick of exclusive allocation has five minutes.
    for (field, minutes) in [
        ("duration_minutes", draft.duration_minutes),
        ("step_minutes", draft.step_minutes),
        ("buffer_minutes", draft.buffer_minutes),
    ] {
        if minutes % 5 != 0 {
            errors.add(field, "Enter a multiple of 5 minutes.");
        }
    }
}

fn check_members(errors: &mut Errors, draft: &Draft) {
    let is_sold_by_unit = draft.availability.is_sold_by_unit();
    let most = if is_sold_by_unit { UNITS_MAX } else { MEMBERS_MAX };
    errors.number("members_min", draft.members_min, 1, most);
    errors.number("members_max", draft.members_max, 1, MEMBERS_MAX);
    if !is_sold_by_unit && draft.members_min > draft.members_max {
        errors.add("members_max", format!("Enter at least the minimum, {}.", draft.members_min));
    }
}

fn check_options(errors: &mut Errors, groups: &[OptionGroup]) {
    errors.at_most("options", groups, GROUPS_MAX);
    for (at, group) in groups.iter().enumerate() {
        errors.text(format!("options.{at}.name"), &group.name, 1, 60);
        if group.choices.is_empty() || group.choices.len() > CHOICES_MAX {
            errors.add(format!("options.{at}.choices"), format!("Enter 1 to {CHOICES_MAX} choices."));
            continue;
        }
        let count = i64::try_from(group.choices.len()).unwrap_or(i64::MAX);
        errors.number(format!("options.{at}.max"), group.max, 1, count);
        for (place, choice) in group.choices.iter().enumerate() {
            errors.text(format!("options.{at}.choices.{place}.name"), &choice.name, 1, 60);
            errors.number(format!("options.{at}.choices.{place}.price"), choice.price, 0, PRICE_MAX);
        }
    }
}

fn check_variants(errors: &mut Errors, variants: &[VariantForm]) {
    if variants.is_empty() {
        errors.add("variants", "Enter at least one price.");
    }
    errors.at_most("variants", variants, VARIANTS_MAX);
    let mut seen = HashSet::new();
    for (at, variant) in variants.iter().enumerate() {
        let Attributes { color, size } = &variant.attributes;
        let is_named = !variant.name.is_empty() || color.is_some() || size.is_some();
        errors.text(format!("variants.{at}.name"), &variant.name, 0, 80);
        if variants.len() > 1 && !is_named {
            errors.add(format!("variants.{at}.name"), "This is required.");
        }
        if is_named && !seen.insert((&variant.name, &variant.attributes)) {
            errors.add(format!("variants.{at}.name"), "Another variant has this name.");
        }
        for (key, text) in [("color", color), ("size", size)] {
            errors.text(format!("variants.{at}.{key}"), text.as_deref().unwrap_or_default(), 0, 40);
        }
        errors.text(format!("variants.{at}.sku"), variant.sku.as_deref().unwrap_or_default(), 0, 60);
        errors.number(format!("variants.{at}.price"), variant.price, 0, PRICE_MAX);
        if let Some(capacity) = variant.capacity {
            errors.number(format!("variants.{at}.capacity"), capacity, 0, CAPACITY_MAX);
        }
    }
}

/// Nights, starts and occurrences need a number of places.
fn check_capacities(errors: &mut Errors, draft: &Draft) {
    use Availability::{Nights, Occurrence, TimedEntry};
    if !matches!(draft.availability, Nights | Occurrence | TimedEntry) {
        return;
    }
    for (at, _) in draft.variants.iter().enumerate().filter(|(_, variant)| variant.capacity.is_none()) {
        errors.add(format!("variants.{at}.capacity"), "This is required.");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn fields(change: Value) -> Vec<String> {
        let mut form = json!({
            "category": "beauty", "kind": "service", "availability": "appointment", "name": "Facial",
            "duration_minutes": 60, "variants": [{"price": 4500}],
        });
        for (key, value) in change.as_object().unwrap() {
            form[key] = value.clone();
        }
        let mut draft = Draft::blank();
        draft.apply(&serde_json::from_value(form).unwrap());
        let mut fields: Vec<_> = check(&draft, &["beauty".to_owned(), "relaxation".to_owned()])
            .into_iter()
            .map(|(field, _)| field)
            .collect();
        fields.dedup();
        fields
    }

    #[test]
    fn valid_offering_has_no_errors() {
        assert!(fields(json!({})).is_empty());
        assert!(
            fields(json!({"variants": [{"name": "S", "price": 0}, {"attributes": {"size": "M"}, "price": 1}]}))
                .is_empty()
        );
    }

    #[test]
    fn units_limit_tickets_instead_of_the_stated_maximum() {
        let entry = |members_min| {
            fields(json!({
                "availability": "timed_entry", "category": "relaxation", "members_min": members_min,
                "variants": [{"price": 1, "capacity": 9}],
            }))
        };
        assert!(entry(3).is_empty());
        assert_eq!(entry(UNITS_MAX + 1), ["members_min"]);
    }

    #[test]
    fn each_limit_names_its_field() {
        for (change, expected) in [
            (json!({"name": " "}), "name"),
            (json!({"name": "x".repeat(121)}), "name"),
            (json!({"description": "x".repeat(4001)}), "description"),
            (json!({"vat_rate": 10_001}), "vat_rate"),
            (json!({"vat_rate": -1}), "vat_rate"),
            (json!({"category": "food"}), "category"),
            (json!({"subcategory": "fast_food"}), "subcategory"),
            (json!({"availability": "table"}), "availability"),
            (json!({"duration_minutes": 0}), "duration_minutes"),
            (json!({"duration_minutes": 1445}), "duration_minutes"),
            (json!({"step_minutes": 7}), "step_minutes"),
            (json!({"members_min": 3, "members_max": 2}), "members_max"),
            (json!({"members_max": 101}), "members_max"),
            (json!({"details": {"beds": 2}}), "details.beds"),
            (json!({"variants": []}), "variants"),
            (json!({"variants": [{"price": -1}]}), "variants.0.price"),
            (json!({"variants": [{"price": i64::MAX}]}), "variants.0.price"),
            (json!({"variants": [{"price": 1, "capacity": -1}]}), "variants.0.capacity"),
            (json!({"variants": [{"name": "S", "price": 1}, {"price": 1}]}), "variants.1.name"),
            (json!({"variants": [{"name": "S", "price": 1}, {"name": "S", "price": 1}]}), "variants.1.name"),
            (json!({"options": [{"name": "", "choices": [{"name": "A"}]}]}), "options.0.name"),
            (json!({"options": [{"name": "Sauce", "choices": []}]}), "options.0.choices"),
            (json!({"delivery_price": -1}), "delivery_price"),
            (json!({"pictures": (0..13).collect::<Vec<_>>()}), "pictures"),
        ] {
            assert_eq!(fields(change.clone()), [expected], "{change}");
        }
    }
}
