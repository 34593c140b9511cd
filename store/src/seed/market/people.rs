//! People of the market, with names of their country.

use std::collections::HashSet;

use super::{
    super::random::SeededRng,
    places::Places,
    text::{self, Row, unknown},
};
use crate::{Result, account::Gender, types::fold::fold};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonScript {
    /// Unique; valid as a user name.
    pub user_name: String,
    pub first_name: String,
    pub last_name: String,
    pub city: &'static str,
    /// ISO 3166-1 alpha-2 code.
    pub country: &'static str,
    /// Date of birth, `YYYY-MM-DD`.
    pub dob: String,
    pub gender: Gender,
}

/// Returns the employee of the company of this demo user.
pub fn employee(owner: &str) -> Option<PersonScript> {
    (owner == "chef").then(|| PersonScript {
        user_name: "nuria".to_owned(),
        first_name: "Núria".to_owned(),
        last_name: "Vidal".to_owned(),
        city: "Barcelona",
        country: "ES",
        dob: "1994-09-12".to_owned(),
        gender: Gender::Female,
    })
}

/// Returns the user name of an employee of another company who also works for the company of this demo user.
pub fn shared_employee(owner: &str) -> Option<&'static str> {
    (owner == "samuel").then_some("nuria")
}

/// Names of a country.
pub struct Names {
    country: &'static str,
    women: Vec<&'static str>,
    men: Vec<&'static str>,
    families: Vec<&'static str>,
}

impl Names {
    pub fn read() -> Vec<Self> {
        let names = |row: Row| Self {
            country: row.cell(0),
            women: row.words(1, ' '),
            men: row.words(2, ' '),
            families: row.words(3, ' '),
        };
        text::rows(include_str!("text/names.tsv")).map(names).collect()
    }

    pub fn of<'a>(all: &'a [Self], country: &str) -> Result<&'a Self> {
        all.iter().find(|names| names.country == country).ok_or_else(|| unknown(country))
    }

    /// Returns a first name, a family name and the gender. A space in a name is written as "~".
    pub fn draw(&self, dice: &mut SeededRng) -> (String, String, Gender) {
        let (first, gender) = if dice.chance(52) { (&self.women, Gender::Female) } else { (&self.men, Gender::Male) };
        let name = |from: &[&str], dice: &mut SeededRng| dice.pick(from).copied().unwrap_or_default().replace('~', " ");
        let first = name(first, dice);
        (first, self.family(&name(&self.families, dice), gender), gender)
    }

    /// A Russian family name has a form for women.
    fn family(&self, name: &str, gender: Gender) -> String {
        let ends = |endings: [&str; 3]| endings.iter().any(|ending| name.ends_with(ending));
        if self.country == "RU" && gender == Gender::Female && ends(["ov", "ev", "in"]) {
            format!("{name}a")
        } else {
            name.to_owned()
        }
    }
}

/// Returns people of all countries with names, one country after the other.
pub fn people(places: &Places, count: usize, dice: &mut SeededRng) -> Result<Vec<PersonScript>> {
    let names = Names::read();
    let mut taken = HashSet::new();
    let mut people = Vec::with_capacity(count);
    for (at, country) in names.iter().enumerate() {
        let cities: Vec<_> = places.cities.iter().filter(|city| city.country == country.country).collect();
        // Rounded so that the sum is `count`.
        for _ in count * at / names.len()..count * (at + 1) / names.len() {
            let (first_name, last_name, gender) = country.draw(dice);
            let city = dice.pick(&cities).ok_or_else(|| unknown(country.country))?.name;
            let dob = format!("{}-{:02}-{:02}", dice.between(1955, 2006), dice.between(1, 12), dice.between(1, 28));
            let user_name = user_name(&first_name, &last_name, &mut taken);
            people.push(PersonScript { user_name, first_name, last_name, city, country: country.country, dob, gender });
        }
    }
    Ok(people)
}

/// Returns the first free user name.
fn user_name(first: &str, last: &str, taken: &mut HashSet<String>) -> String {
    let plain = |text: &str| fold(text).chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let base = format!("{}.{}", plain(first), plain(last));
    let mut name = base.clone();
    let mut number = 1;
    while !taken.insert(name.clone()) {
        number += 1;
        name = format!("{base}{number}");
    }
    name
}
