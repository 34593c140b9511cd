//! Conditions and counts of the filters by detail fields, in the category that is asked for.

use super::query::{DetailFacet, FacetCount};
use crate::catalogue::{
    category::Category,
    detail_filter::{DetailValues, FilterField},
};

/// Number of bits of [`DetailValues`].
pub(super) const VALUES: usize = 64;

/// Filters of a category. A field of which no value is chosen lets everything pass.
pub(super) struct DetailScan {
    fields: Vec<FilterField>,
    chosen: Vec<Chosen>,
}

/// Chosen values of a field.
struct Chosen {
    wanted: u64,
    /// All values of the field.
    field: u64,
    needs_every_value: bool,
}

impl Chosen {
    fn is_met(&self, values: u64) -> bool {
        let met = values & self.wanted;
        if self.needs_every_value { met == self.wanted } else { met != 0 }
    }
}

impl DetailScan {
    /// Returns none for a category without such filters.
    pub fn new(category: &Category, DetailValues(wanted): DetailValues) -> Option<Self> {
        let fields: Vec<_> = category.filter_fields().collect();
        let of_field = |field: &FilterField| Chosen {
            wanted: wanted & field.bits(),
            field: field.bits(),
            needs_every_value: field.needs_every_value(),
        };
        let chosen = fields.iter().map(of_field).filter(|chosen| chosen.wanted != 0).collect();
        (!fields.is_empty()).then_some(Self { fields, chosen })
    }

    /// Returns true if nothing is chosen.
    pub fn is_open(&self) -> bool {
        self.chosen.is_empty()
    }

    /// Returns true if an offering with these values meets the choice.
    pub fn meets(&self, DetailValues(values): DetailValues) -> bool {
        self.chosen.iter().all(|chosen| chosen.is_met(values))
    }

    /// Returns the values for which an offering counts. A field of which one value is enough counts as if nothing of it were
    /// chosen: a further value adds results. A further value of the others takes results away.
    pub fn counted(&self, DetailValues(values): DetailValues) -> u64 {
        let mut failed = self.chosen.iter().filter(|chosen| !chosen.is_met(values));
        match (failed.next(), failed.next()) {
            (None, _) => values,
            (Some(Chosen { field, needs_every_value: false, .. }), None) => values & field,
            _ => 0,
        }
    }

    /// Names the counts of the values. Values and fields without results are left out.
    pub fn facets(&self, counts: &[u64; VALUES]) -> Vec<DetailFacet> {
        let facet = |field: &FilterField| {
            let values = field.values().map(|(bit, key)| FacetCount { key, count: counts[bit] });
            DetailFacet { key: field.key, values: values.filter(|value| value.count > 0).collect() }
        };
        self.fields.iter().map(facet).filter(|facet| !facet.values.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::catalogue::{
        category::find,
        detail_filter::{choose, met_by},
    };

    #[test]
    fn each_chosen_diet_is_needed_and_one_language_is_enough() {
        let scan = |category, wanted| {
            let chosen = choose(Some(category), &serde_json::from_value(wanted).unwrap()).unwrap();
            DetailScan::new(category, chosen).unwrap()
        };
        let food = find("food").unwrap();
        let dish = |diets: &[&str]| met_by(food, &json!({ "diets": diets }));
        let vegan_and_halal = scan(food, json!({"diets": ["vegan", "halal"]}));
        assert!(vegan_and_halal.meets(dish(&["halal", "kosher", "vegan"])));
        assert!(!vegan_and_halal.meets(dish(&["vegan"])));
        assert_eq!(vegan_and_halal.counted(dish(&["vegan"])), 0);
        let tours = find("tours").unwrap();
        let tour = |languages: &[&str]| met_by(tours, &json!({ "languages": languages }));
        let english_or_french = scan(tours, json!({"languages": ["US", "FR"]}));
        assert!(english_or_french.meets(tour(&["FR", "DE"])));
        assert!(!english_or_french.meets(tour(&["DE"])));
        assert_eq!(english_or_french.counted(tour(&["DE"])), tour(&["DE"]).0);
    }

    #[test]
    fn field_counts_as_if_it_were_not_chosen() {
        let hotels = find("hotels").unwrap();
        let room = |beds: i64, breakfast: bool| met_by(hotels, &json!({"beds": beds, "breakfast_included": breakfast}));
        let wanted = serde_json::from_value(json!({"beds": ["3", "4"], "breakfast_included": ["true"]})).unwrap();
        let scan = DetailScan::new(hotels, choose(Some(hotels), &wanted).unwrap()).unwrap();
        assert!(scan.meets(room(3, true)) && scan.meets(room(4, true)));
        assert!(!scan.meets(room(2, true)) && !scan.meets(room(3, false)));
        assert_eq!(scan.counted(room(4, true)), room(4, true).0);
        assert_eq!(scan.counted(room(2, true)), room(2, false).0);
        assert_eq!((scan.counted(room(4, false)), scan.counted(room(2, false))), (0, 0));
        assert!(DetailScan::new(hotels, DetailValues::default()).unwrap().is_open());
        assert!(DetailScan::new(find("shops").unwrap(), DetailValues::default()).is_none());
    }
}
