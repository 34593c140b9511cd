//! Menus of restaurants, bars and bakeries, and the reservation of their tables.

use serde_json::json;

use super::{
    super::random::SeededRng,
    offers::{Context, OfferingScript},
    text::{self, Block, Row, unknown},
};
use crate::{
    Result,
    catalogue::detail::{Availability, OfferingKind},
};

/// Number of dishes of a house, from and to.
const DISHES: (u32, u32) = (28, 36);

/// Motifs of drinks that have the standard VAT rate.
const ALCOHOL: [&str; 4] = ["drinks-wine", "drinks-beer", "drinks-cocktail", "drinks-sake"];

pub struct Menus {
    pools: Vec<Block>,
    nutrition: Vec<Nutrition>,
}

impl Menus {
    pub fn read() -> Result<Self> {
        let nutrition =
            text::rows(include_str!("text/dishes.tsv")).map(|row| nutrition(&row)).collect::<Result<_>>()?;
        Ok(Self { pools: text::blocks(include_str!("text/menus.tsv")), nutrition })
    }

    /// Returns the dishes of these pools.
    pub fn of(&self, pools: &[&str], on: &Context, dice: &mut SeededRng) -> Result<Vec<OfferingScript>> {
        let mut rows: Vec<Row> = Vec::new();
        for pool in pools {
            let block = self.pools.iter().find(|block| block.heading == [*pool]).ok_or_else(|| unknown(pool))?;
            let new = block.rows().filter(|row| on.country.sells(&[row.cell(1), row.cell(3), row.cell(4)]));
            // Two pools may have the same dish.
            let new: Vec<Row> = new.filter(|row| rows.iter().all(|known| known.cell(3) != row.cell(3))).collect();
            rows.extend(new);
        }
        let count = usize::try_from(dice.between(DISHES.0, DISHES.1)).unwrap_or_default();
        dice.thin(&mut rows, count);
        rows.iter().map(|row| self.dish(row, on, dice)).collect()
    }
}

/// Facts about the dishes of a motif.
struct Nutrition {
    motif: &'static str,
    calories: u32,
    allergens: Vec<&'static str>,
    diets: Vec<&'static str>,
}

fn nutrition(row: &Row) -> Result<Nutrition> {
    Ok(Nutrition {
        motif: row.cell(0),
        calories: row.number(1)?,
        allergens: row.words(2, ' '),
        diets: row.words(3, ' '),
    })
}

/// Words that contradict a diet.
const CONTRADICTIONS: &[(&[&str], &[&str])] = &[
    (&["vegetarian", "vegan"], &["meat", "ham", "bacon", "beef", "pork", "chicken", "lamb", "duck", "veal"]),
    (&["vegetarian", "vegan"], &["fish", "salmon", "prawn", "anchov", "sausage", "speck", "spek", "eel", "egg white"]),
    (&["gluten_free"], &["bread", "toast", "brez", "cracker", "flatbread", "croute", "pain", "pasta", "crust"]),
    (&["lactose_free", "vegan"], &["milk", "cream", "butter", "cheese", "yoghurt", "béchamel", "grädde"]),
];

impl Menus {
    fn dish(&self, row: &Row, on: &Context, dice: &mut SeededRng) -> Result<OfferingScript> {
        let motif = row.cell(1);
        let facts = self.nutrition.iter().find(|facts| facts.motif == motif).ok_or_else(|| unknown(motif))?;
        let text = format!("{} {}", row.cell(3), row.cell(4)).to_lowercase();
        let contradicted = |diet: &str| {
            let wrong = |words: &[&str]| words.iter().any(|word| text.contains(word));
            CONTRADICTIONS.iter().any(|(diets, words)| diets.contains(&diet) && wrong(words))
        };
        let mut diets = facts.diets.clone();
        diets.retain(|diet| !contradicted(diet));
        let base = on.offering(OfferingKind::Product, Availability::Unlimited, row.cell(3), row.number(2)?);
        let calories = facts.calories * dice.between(85, 115) / 100;
        Ok(OfferingScript {
            description: format!("{}.", row.cell(4)),
            folder: row.cell(0),
            vat_rate: if ALCOHOL.contains(&motif) { on.country.vat.standard } else { base.vat_rate },
            details: json!({ "calories": calories, "allergens": facts.allergens, "diets": diets }),
            pictures: on.picture(motif),
            ..base
        })
    }
}

/// Returns the reservation of a table. Nightclubs ask a minimum to spend.
pub fn reservation(on: &Context) -> OfferingScript {
    let (name, text, minutes, euro_cents) = match on.kind.category {
        "music" => {
            ("Table with bottle service", "A table for the night; the price counts towards drinks.", 240, 15_000)
        }
        _ => ("Table reservation", "A table for your party, held for fifteen minutes.", 105, 0),
    };
    OfferingScript {
        description: text.to_owned(),
        duration_minutes: minutes,
        step_minutes: 15,
        members_max: 8,
        pictures: on.kind.motifs.iter().take(1).flat_map(|motif| on.picture(motif)).collect(),
        ..on.offering(OfferingKind::Service, Availability::Table, name, euro_cents)
    }
}
