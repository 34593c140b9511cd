//! The market of the demo: companies in 13 countries, their offerings, people and reviews. Pure; the same seed gives
//! the same market. A company is the same in both sizes, because its random numbers depend on its name.

mod company;
mod cruises;
mod fulfilment;
mod hours;
mod kinds;
mod menus;
mod motifs;
mod offers;
mod people;
mod places;
mod reviews;
mod tables;
#[cfg(test)]
mod tests;
pub(super) mod text;
mod variants;

pub use company::{CompanyScript, Holiday, NewsScript, StaffScript, Terms};
pub use hours::{Opening, Week};
pub use motifs::PictureKey;
pub use offers::{OfferingScript, Session};
pub use people::PersonScript;
pub use reviews::{Aspect, ReviewReply, ReviewScript};
pub use tables::TableScript;
pub use variants::VariantScript;

use super::{random::SeededRng, script::Size};
use crate::Result;

/// Numbers of people and reviews, small and full.
const PEOPLE: [usize; 2] = [120, 3_000];
const REVIEWS: [usize; 2] = [600, 20_000];

#[derive(Debug, PartialEq)]
pub struct MarketScript {
    /// People who write reviews. They are not friends of the other demo users.
    pub people: Vec<PersonScript>,
    pub companies: Vec<CompanyScript>,
}

/// Returns the market of this size. An error means that the text files are invalid.
pub fn script(size: Size, seed: u64) -> Result<MarketScript> {
    let of = |numbers: [usize; 2]| numbers[usize::from(size == Size::Full)];
    let places = places::Places::read()?;
    let people = people::people(&places, of(PEOPLE), &mut SeededRng(seed))?;
    let mut companies = company::companies(&places, size, seed)?;
    reviews::add(&mut companies, &people, of(REVIEWS), seed)?;
    Ok(MarketScript { people, companies })
}

/// Returns the seed of a named part of the market (FNV-1a).
fn seed_of(seed: u64, name: &str) -> u64 {
    name.bytes()
        .fold(0xcbf2_9ce4_8422_2325 ^ seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
