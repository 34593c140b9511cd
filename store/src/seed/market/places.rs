//! Countries, cities and neighbourhoods of the market.

use super::{
    super::random::SeededRng,
    text::{self, Row, unknown},
};
use crate::Result;

#[derive(Debug)]
pub struct Country {
    /// ISO 3166-1 alpha-2 code.
    pub code: &'static str,
    /// ISO 4217 code.
    pub currency: &'static str,
    /// Minor units for a euro cent at local prices, in thousandths.
    rate: i64,
    /// Smallest step of a price in minor units.
    step: i64,
    /// VAT rates in basis points.
    pub vat: Vat,
    address: &'static str,
    phone: &'static str,
    /// Minutes by which the evening begins later than at 19:00.
    pub late: i16,
    /// Day on which many companies are closed: 0 is Monday.
    pub day_off: Option<usize>,
    /// Fixed holidays: month, day and name.
    pub holidays: Vec<(u8, u8, &'static str)>,
    /// Words of offers that are not sold here.
    avoided: Vec<&'static str>,
}

#[derive(Clone, Copy, Debug)]
pub struct Vat {
    pub standard: u32,
    pub food: u32,
    pub lodging: u32,
    pub culture: u32,
}

#[derive(Debug)]
pub struct City {
    pub name: &'static str,
    pub country: &'static str,
    /// IANA time zone.
    pub zone: &'static str,
    phone_area: &'static str,
    areas: Vec<Area>,
}

/// Neighbourhood of a city.
#[derive(Debug)]
pub struct Area {
    pub name: &'static str,
    pub latitude: f64,
    pub longitude: f64,
    pub postal_code: &'static str,
    streets: Vec<&'static str>,
}

#[derive(Debug)]
pub struct Places {
    pub countries: Vec<Country>,
    pub cities: Vec<City>,
}

impl Places {
    pub fn read() -> Result<Self> {
        let countries =
            text::rows(include_str!("text/countries.tsv")).map(|row| country(&row)).collect::<Result<_>>()?;
        let areas: Vec<Row> = text::rows(include_str!("text/areas.tsv")).collect();
        let cities =
            text::rows(include_str!("text/cities.tsv")).map(|row| city(&row, &areas)).collect::<Result<_>>()?;
        Ok(Self { countries, cities })
    }

    pub fn country(&self, code: &str) -> Result<&Country> {
        self.countries.iter().find(|country| country.code == code).ok_or_else(|| unknown(code))
    }

    pub fn city(&self, name: &str) -> Result<&City> {
        self.cities.iter().find(|city| city.name == name).ok_or_else(|| unknown(name))
    }
}

fn country(row: &Row) -> Result<Country> {
    let rates: Vec<u32> = row.words(4, ' ').iter().filter_map(|rate| rate.parse().ok()).collect();
    let &[standard, food, lodging, culture] = &rates[..] else { return Err(unknown(row.cell(4))) };
    let holiday = |text: &&'static str| {
        let (date, name) = text.split_once(' ')?;
        let (month, day) = date.split_once('-')?;
        Some((month.parse().ok()?, day.parse().ok()?, name))
    };
    Ok(Country {
        code: row.cell(0),
        currency: row.cell(1),
        rate: row.number(2)?,
        step: row.number(3)?,
        vat: Vat { standard, food, lodging, culture },
        address: row.cell(5),
        phone: row.cell(6),
        late: row.number(7)?,
        day_off: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].iter().position(|day| *day == row.cell(8)),
        holidays: row.words(9, ';').iter().filter_map(holiday).collect(),
        avoided: row.words(10, ';'),
    })
}

fn city(row: &Row, areas: &[Row]) -> Result<City> {
    let here = areas.iter().filter(|area| area.cell(0) == row.cell(1));
    let areas = here.map(area).collect::<Result<_>>()?;
    Ok(City { country: row.cell(0), name: row.cell(1), zone: row.cell(2), phone_area: row.cell(3), areas })
}

fn area(row: &Row) -> Result<Area> {
    Ok(Area {
        name: row.cell(1),
        latitude: row.number(2)?,
        longitude: row.number(3)?,
        postal_code: row.cell(4),
        streets: row.words(5, ';'),
    })
}

impl Country {
    /// Converts a price to minor units of the currency, rounded as shops round.
    pub fn price(&self, euro_cents: i64, percent: i64) -> i64 {
        let exact = euro_cents * self.rate * percent / 100_000;
        let mut magnitude = 1;
        while magnitude * 100 <= exact {
            magnitude *= 10;
        }
        let step = (magnitude / 2).max(self.step);
        ((exact + step / 2) / step * step).max(self.step)
    }

    /// Returns true if this is sold in the country.
    pub fn sells(&self, words: &[&str]) -> bool {
        let text = words.join(" ").to_lowercase();
        !self.avoided.iter().any(|word| text.contains(&word.to_lowercase()))
    }

    fn address(&self, street: &str, dice: &mut SeededRng) -> String {
        let number = dice.between(1, 148).to_string();
        let block = format!("{}-{}-{}", dice.between(1, 8), dice.between(1, 24), dice.between(1, 18));
        self.address.replace("{street}", street).replace("{n}", &number).replace("{block}", &block)
    }

    fn phone(&self, area: &str, dice: &mut SeededRng) -> String {
        let digit = |c: char| if c == '#' { char::from_digit(dice.upto(9), 10).unwrap_or('0') } else { c };
        self.phone.replace("{area}", area).chars().map(digit).collect()
    }
}

/// Address and position of a company.
pub struct Location {
    pub area: &'static str,
    pub address: String,
    pub postal_code: &'static str,
    pub latitude: f64,
    pub longitude: f64,
    pub phone: String,
}

impl City {
    /// Returns a place in the named neighbourhood, else in any.
    pub fn location(&self, country: &Country, area: &str, dice: &mut SeededRng) -> Result<Location> {
        let named = self.areas.iter().find(|known| known.name == area);
        let area = named.or_else(|| dice.pick(&self.areas)).ok_or_else(|| unknown(self.name))?;
        let street = dice.pick(&area.streets).copied().unwrap_or_default();
        // At most 350 m from the centre of the neighbourhood, rounded to a metre.
        let mut near = |centre: f64| ((centre * 1e5).round() + f64::from(dice.upto(640)) - 320.0) / 1e5;
        let (latitude, longitude) = (near(area.latitude), near(area.longitude));
        Ok(Location {
            area: area.name,
            address: country.address(street, dice),
            postal_code: area.postal_code,
            latitude,
            longitude,
            phone: country.phone(self.phone_area, dice),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn price_is_rounded_in_minor_units_of_currency() {
        let places = Places::read().unwrap();
        let price = |code: &str| places.country(code).unwrap().price(1_250, 100);
        assert_eq!((price("FR"), price("JP"), price("TH"), price("RU")), (1_250, 1_400, 21_500, 65_000));
    }

    #[test]
    fn every_city_has_country_and_neighbourhoods() {
        let places = Places::read().unwrap();
        assert_eq!(places.countries.len(), 14);
        for city in &places.cities {
            assert!(places.country(city.country).is_ok() && city.areas.len() >= usize::from(city.country != "HR") * 2);
            assert!(city.areas.iter().all(|area| !area.streets.is_empty()), "{}", city.name);
        }
    }
}
