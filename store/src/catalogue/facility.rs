//! Facilities of a place as static data, such as parking or a terrace.

use serde::Serialize;
use utoipa::ToSchema;

use crate::types::language::Language;

/// Facility that a company can list.
#[derive(Debug, PartialEq, Eq)]
pub struct Facility {
    /// Stable key, used in the database and in translation keys.
    pub key: &'static str,
    en: &'static str,
    fr: &'static str,
}

/// Facility in a list, in the requested language (French, else English).
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

macro_rules! facilities {
    ($($key:literal $en:literal $fr:literal,)*) => {
        &[$(Facility { key: $key, en: $en, fr: $fr }),*]
    };
}

/// The facilities, grouped by subject.
pub const FACILITIES: &[Facility] = facilities! {
    "wifi" "Wi-Fi" "Wi-Fi",
    "power_outlets" "Power outlets" "Prises électriques",
    "air_conditioning" "Air conditioning" "Climatisation",
    "heating" "Heating" "Chauffage",
    "fireplace" "Fireplace" "Cheminée",
    "television" "Television" "Télévision",
    "live_music" "Live music" "Musique live",
    "parking" "Parking" "Parking",
    "bicycle_parking" "Bicycle parking" "Parking à vélos",
    "valet_parking" "Valet parking" "Voiturier",
    "charging_station" "Charging station for cars" "Borne de recharge",
    "shuttle" "Shuttle" "Navette",
    "wheelchair_access" "Wheelchair access" "Accès en fauteuil roulant",
    "lift" "Lift" "Ascenseur",
    "accessible_toilet" "Accessible toilet" "Toilettes accessibles",
    "hearing_loop" "Hearing loop" "Boucle magnétique",
    "braille" "Braille and tactile signs" "Braille et repères tactiles",
    "terrace" "Terrace" "Terrasse",
    "garden" "Garden" "Jardin",
    "rooftop" "Rooftop" "Toit-terrasse",
    "sea_view" "Sea view" "Vue sur la mer",
    "private_room" "Private room" "Salon privé",
    "smoking_area" "Smoking area" "Espace fumeurs",
    "toilets" "Toilets" "Toilettes",
    "changing_rooms" "Changing rooms" "Cabines pour se changer",
    "showers" "Showers" "Douches",
    "lockers" "Lockers" "Casiers",
    "cloakroom" "Cloakroom" "Vestiaire",
    "luggage_storage" "Luggage storage" "Bagagerie",
    "laundry" "Laundry" "Blanchisserie",
    "swimming_pool" "Swimming pool" "Piscine",
    "sauna" "Sauna" "Sauna",
    "gym" "Gym" "Salle de sport",
    "bar" "Bar" "Bar",
    "breakfast" "Breakfast" "Petit-déjeuner",
    "takeaway" "Takeaway" "Vente à emporter",
    "high_chairs" "High chairs" "Chaises hautes",
    "baby_changing" "Baby changing table" "Table à langer",
    "play_area" "Play area" "Aire de jeux",
    "pets_allowed" "Pets allowed" "Animaux acceptés",
    "card_payment" "Card payment" "Paiement par carte",
    "reception_24h" "24-hour reception" "Réception 24 h/24",
};

impl Facility {
    pub fn label(&self, language: Language) -> &'static str {
        if language.code() == "FR" { self.fr } else { self.en }
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
        for text in [|one: &Facility| one.key, |one: &Facility| one.en, |one: &Facility| one.fr] {
            let texts: HashSet<_> = FACILITIES.iter().map(text).collect();
            assert_eq!(texts.len(), FACILITIES.len());
        }
    }

    #[test]
    fn label_is_french_for_fr_and_english_otherwise() {
        let view = |code: &str| find("lift").unwrap().view(code.parse().unwrap());
        assert_eq!((view("FR").label, view("US").label, view("JP").label), ("Ascenseur", "Lift", "Lift"));
        assert_eq!(view("FR").name_key, "facility.lift");
        assert_eq!(find("gold"), None);
    }
}
