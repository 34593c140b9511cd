//! Filter features of the specification: flags that a company states, and the two ranges.

use serde::Serialize;
use utoipa::ToSchema;

/// Filter feature in a list of filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Feature {
    /// The web's label is `catalogue:feature.<key>`.
    #[schema(example = "gluten_free")]
    pub key: &'static str,
    pub kind: FeatureKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeatureKind {
    /// A maximum.
    Range,
    /// A flag of the company.
    Flag,
}

const fn range(key: &'static str) -> Feature {
    Feature { key, kind: FeatureKind::Range }
}

const fn flag(key: &'static str) -> Feature {
    Feature { key, kind: FeatureKind::Flag }
}

/// The 23 filter features, in the order of the specification.
pub const FEATURES: &[Feature] = &[
    range("distance_km"),
    range("price"),
    flag("halal"),
    flag("organic"),
    flag("kosher"),
    flag("gluten_free"),
    flag("lactose_free"),
    flag("vegetarian"),
    flag("vegan"),
    flag("plant_based"),
    flag("no_added_sugar"),
    flag("ketogenic"),
    flag("artisanal"),
    flag("rooftop"),
    flag("free_parking"),
    flag("free_wifi"),
    flag("wheelchair"),
    flag("pet_friendly"),
    flag("swimming_pool"),
    flag("hammam_spa"),
    flag("referral_programme"),
    flag("recruitment"),
    flag("free_cancellation"),
];

/// Finds the flag with this key.
pub fn find_flag(key: &str) -> Option<&'static str> {
    FEATURES.iter().find(|feature| feature.key == key && feature.kind == FeatureKind::Flag).map(|feature| feature.key)
}

/// Returns true if a company can state this feature.
pub fn is_flag(key: &str) -> bool {
    FEATURES.iter().any(|feature| feature.key == key && feature.kind == FeatureKind::Flag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_number_twenty_three() {
        assert_eq!(FEATURES.len(), 23);
        assert!(is_flag("halal") && !is_flag("price") && !is_flag("gold"));
    }
}
