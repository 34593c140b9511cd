//! Sailings of cruise companies.

use serde_json::json;

use super::{
    super::random::SeededRng,
    offers::{Context, OfferingScript, Session},
    text::{self, unknown},
    variants::variants,
};
use crate::{
    Result,
    catalogue::{
        detail::{Availability, OfferingKind},
        port,
    },
};

/// Cabins of a small ship for coasts and rivers, and of a large one.
const SHIPS: [u32; 2] = [24, 120];
const WEEKS: u32 = 13;
const NAMES: [&str; 10] = [
    "Aurora",
    "Meridian",
    "Stella Maris",
    "Albatross",
    "Serenade",
    "North Star",
    "Coral Queen",
    "Zephyr",
    "Oceana",
    "Halcyon",
];

/// Returns the decks of a ship from the top. The classes are those of the scheme `cabins`.
fn decks(cabins: u32) -> &'static [&'static str] {
    if cabins == SHIPS[0] {
        &["Sun deck: Suite, Balcony", "Main deck: Ocean view, Inside"]
    } else {
        &[
            "Deck 9: Suite, Balcony",
            "Deck 8: Balcony, Inside",
            "Deck 7: Balcony, Ocean view, Inside",
            "Deck 6: Ocean view, Inside",
            "Deck 5: Ocean view",
        ]
    }
}

/// Returns the sailings from the company's home port.
pub fn sailings(on: &Context, dice: &mut SeededRng) -> Result<Vec<OfferingScript>> {
    let cabins = dice.pick(&SHIPS).copied().unwrap_or_default();
    let ship = dice.pick(&NAMES).copied().unwrap_or_default();
    let rows = text::rows(include_str!("text/cruises.tsv")).filter(|row| row.cell(0) == on.city);
    rows.map(|row| {
        let (nights, euro_cents) = (row.number::<u32>(1)?, row.number(2)?);
        let ports = row.words(4, ' ');
        if let Some(code) = ports.iter().find(|code| port::find(code).is_none()) {
            return Err(unknown(code));
        }
        // A ship is back before it leaves again.
        let interval = nights.div_ceil(7) * 2;
        let weekday = dice.upto(6);
        let first = dice.upto(interval);
        let weeks = (first..WEEKS).step_by(usize::try_from(interval).unwrap_or(1));
        Ok(OfferingScript {
            description: format!("{}.", row.cell(5)),
            duration_minutes: nights * 24 * 60,
            capacity: cabins,
            folder: "Sailings",
            members_max: 6,
            details: json!({
                "ship": ship,
                "nights": nights,
                "departure_port": ports.first(),
                "destination_port": ports.last(),
                "ports": ports,
                "decks": decks(cabins),
            }),
            variants: variants("cabins", euro_cents, cabins, (on.country, on.percent), dice),
            sessions: weeks.map(|week| Session { week, weekday, minute: 17 * 60 }).collect(),
            pictures: on.picture("cabin"),
            ..on.offering(OfferingKind::Ticket, Availability::Occurrence, row.cell(3), euro_cents)
        })
    })
    .collect()
}
