//! Addresses that the demo's orders are delivered to, in the town of each shop.

use std::collections::HashMap;

use super::{Customer, Place};
use crate::{
    Db, Result,
    account::delivery_address::{AddressKind, DeliveryAddress},
    on,
    seed::random::SeededRng,
    types::{ids::AddressId, position::Position},
};

/// Kilometres of a degree of latitude.
const DEGREE_KM: f64 = 111.2;

/// Names of streets by town, from the addresses of companies.
pub type Streets = HashMap<String, Vec<String>>;

/// Reads the streets of each town.
pub async fn streets(db: &Db) -> Result<Streets> {
    let rows: Vec<(String, String)> =
        on!(db.read(), at => sqlx::query_as("SELECT city, address FROM company ORDER BY id").fetch_all(at).await)?;
    let mut streets = Streets::new();
    for (city, address) in rows {
        let street = address.trim_matches(|letter: char| letter.is_ascii_digit() || " ,".contains(letter));
        let known = streets.entry(city).or_default();
        if !street.is_empty() && known.iter().all(|other| other != street) {
            known.push(street.to_owned());
        }
    }
    Ok(streets)
}

/// Returns an address of a customer at this distance from the shop.
pub fn address(
    place: &Place,
    metres: i64,
    customer: &Customer,
    streets: &Streets,
    random: &mut SeededRng,
) -> DeliveryAddress {
    let road = streets.get(&place.city).and_then(|streets| random.pick(streets)).cloned();
    let position = place.position.and_then(|from| moved(from, metres, f64::from(random.upto(359)).to_radians()));
    DeliveryAddress {
        id: AddressId(0),
        kind: AddressKind::Home,
        first_name: customer.first_name.clone(),
        last_name: customer.last_name.clone(),
        phone_number: phone(customer),
        house: random.between(1, 180).to_string(),
        road: road.unwrap_or_else(|| place.city.clone()),
        pincode: place.postal_code.clone(),
        city: place.city.clone(),
        state: place.city.clone(),
        country: place.country.clone(),
        latitude: position.map(|at| at.latitude),
        longitude: position.map(|at| at.longitude),
        instructions: String::new(),
        is_default: true,
    }
}

/// Returns a phone number of a customer. It belongs to nobody.
pub fn phone(customer: &Customer) -> String {
    format!("+3460000{:04}", customer.id.0 % 10_000)
}

/// Returns the position at a distance in a direction, in radians from the north.
fn moved(from: Position, metres: i64, direction: f64) -> Option<Position> {
    let km = f64::from(i32::try_from(metres).ok()?) / 1_000.0;
    let latitude = from.latitude + km * direction.cos() / DEGREE_KM;
    let longitude = from.longitude + km * direction.sin() / (DEGREE_KM * from.latitude.to_radians().cos());
    Position::new(latitude, longitude)
}
