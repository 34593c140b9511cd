//! Variants of an offering: sizes, colours, ticket and cabin classes.

use super::{super::random::SeededRng, places::Country};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantScript {
    pub name: String,
    /// Minor units of the company's currency.
    pub price: i64,
    pub color: Option<&'static str>,
    pub size: Option<&'static str>,
    /// Pieces, seats or cabins.
    pub stock: u32,
}

/// A class: name, percent of the price, percent of the capacity.
type Class = (&'static str, i64, u32);

const COLORS: [&str; 10] =
    ["Black", "Ivory", "Indigo", "Terracotta", "Sage", "Mustard", "Burgundy", "Sand", "Sky blue", "Charcoal"];
const SIZES: [&str; 5] = ["XS", "S", "M", "L", "XL"];
const SHOE_SIZES: [&str; 8] = ["37", "38", "39", "40", "41", "42", "43", "44"];

/// Classes of each scheme, named by its key.
const CLASSES: &[(&str, &[Class])] = &[
    ("volume", &[("50 ml", 100, 60), ("100 ml", 170, 40)]),
    ("weight", &[("50 g", 100, 40), ("100 g", 180, 40), ("250 g", 410, 20)]),
    ("format", &[("Paperback", 100, 60), ("Hardcover", 160, 40)]),
    ("seats", &[("Balcony", 70, 30), ("Stalls", 100, 50), ("Front rows", 150, 20)]),
    ("entries", &[("Early entry", 70, 30), ("Entry", 100, 60), ("Fast lane", 160, 10)]),
    ("cabins", &[("Inside", 100, 30), ("Ocean view", 130, 35), ("Balcony", 175, 28), ("Suite", 290, 7)]),
];

/// Returns the variants of an offering at this price in euro cents with this capacity in all.
pub fn variants(
    scheme: &str,
    euro_cents: i64,
    capacity: u32,
    (country, percent): (&Country, i64),
    dice: &mut SeededRng,
) -> Vec<VariantScript> {
    let variant = |color, size, share: i64, stock| VariantScript {
        name: [color, size].into_iter().flatten().collect::<Vec<_>>().join(", "),
        price: country.price(euro_cents, percent * share / 100),
        color,
        size,
        stock,
    };
    if let Some((_, classes)) = CLASSES.iter().find(|(key, _)| *key == scheme) {
        let class = |(name, share, part): &Class| variant(None, Some(*name), *share, (capacity * part / 100).max(1));
        return classes.iter().map(class).collect();
    }
    let sizes: &[&'static str] = match scheme {
        "clothes" => &SIZES,
        "shoes" => &SHOE_SIZES,
        "colours" => &[],
        _ => return Vec::new(),
    };
    let mut colors = COLORS.to_vec();
    dice.thin(&mut colors, if sizes.is_empty() { 3 } else { 2 });
    let sizes: Vec<_> = if sizes.is_empty() { vec![None] } else { sizes.iter().copied().map(Some).collect() };
    let each = capacity / u32::try_from(colors.len() * sizes.len()).unwrap_or(1).max(1);
    let mut all = Vec::new();
    for color in colors {
        for size in &sizes {
            // A few are sold out.
            let stock = if dice.chance(8) { 0 } else { dice.between(1, each.max(1) * 2) };
            all.push(variant(Some(color), *size, 100, stock));
        }
    }
    all
}
