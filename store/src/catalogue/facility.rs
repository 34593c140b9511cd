//! Facilities of a place as static data, such as parking or a terrace.

use serde::Serialize;
use utoipa::ToSchema;

use crate::types::{
    language::Language,
    localized::{Localized, TextsByKey},
};

/// Facility that a company can list.
#[derive(Debug, PartialEq, Eq)]
pub struct Facility {
    /// Stable key, used in the database and in translation keys.
    pub key: &'static str,
}

/// Facility in a list, in the requested language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FacilityView {
    #[schema(example = "wifi")]
    pub key: &'static str,
    /// Translation key of the web app.
    #[schema(example = "facility.wifi")]
    pub name_key: String,
    #[schema(example = "Wi-Fi")]
    pub label: &'static str,
}

/// Labels by key. The web app shows the same texts.
pub(crate) static LABELS: Localized<TextsByKey> = crate::localized!("../web/src/locales", "facility");

macro_rules! facilities {
    ($($key:literal,)*) => {
        &[$(Facility { key: $key }),*]
    };
}

/// The facilities, grouped by subject.
pub const FACILITIES: &[Facility] = facilities! {
    "wifi",
    "power_outlets",
    "air_conditioning",
    "heating",
    "fireplace",
    "television",
    "live_music",
    "parking",
    "bicycle_parking",
    "valet_parking",
    "charging_station",
    "shuttle",
    "wheelchair_access",
    "lift",
    "accessible_toilet",
    "hearing_loop",
    "braille",
    "terrace",
    "garden",
    "rooftop",
    "sea_view",
    "private_room",
    "smoking_area",
    "toilets",
    "changing_rooms",
    "showers",
    "lockers",
    "cloakroom",
    "luggage_storage",
    "laundry",
    "swimming_pool",
    "sauna",
    "gym",
    "bar",
    "breakfast",
    "takeaway",
    "high_chairs",
    "baby_changing",
    "play_area",
    "pets_allowed",
    "card_payment",
    "reception_24h",
};

impl Facility {
    pub fn label(&self, language: Language) -> &'static str {
        LABELS.text(self.key, language).unwrap_or(self.key)
    }

    pub fn view(&self, language: Language) -> FacilityView {
        FacilityView { key: self.key, name_key: format!("facility.{}", self.key), label: self.label(language) }
    }
}

/// Finds the facility with this key.
pub fn find(key: &str) -> Option<&'static Facility> {
    FACILITIES.iter().find(|facility| facility.key == key)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn facility_keys_and_labels_are_unique() {
        let keys: HashSet<_> = FACILITIES.iter().map(|one| one.key).collect();
        assert_eq!(keys.len(), FACILITIES.len());
        for labels in LABELS.all() {
            let labels: HashSet<_> = FACILITIES.iter().map(|one| &labels[one.key]).collect();
            assert_eq!(labels.len(), FACILITIES.len());
        }
    }

    #[test]
    fn label_follows_the_language() {
        let view = |code: &str| find("lift").unwrap().view(code.parse().unwrap());
        assert_eq!((view("FR").label, view("US").label), ("Ascenseur", "Lift"));
        assert_eq!(view("FR").name_key, "facility.lift");
        assert_eq!(find("gold"), None);
    }
}
