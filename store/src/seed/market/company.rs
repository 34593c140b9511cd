//! Companies of the market.

use std::collections::{HashMap, HashSet};

use super::{
    super::{people as demo, random::SeededRng, script::Size},
    cruises, fulfilment,
    hours::{self, Week},
    kinds::{Kind, Kinds},
    menus::{self, Menus},
    motifs::{Motifs, PictureKey},
    offers::{Context, OfferingScript, Offers},
    people::{self, Names, PersonScript},
    places::{City, Country, Location, Places},
    reviews::ReviewScript,
    seed_of,
    tables::{self, TableScript},
    text::{self, Block, Row, unknown},
};
use crate::{Result, fulfilment::FulfilmentOption, types::fold::fold};

/// Number of offerings among the pictures of a company.
const SHOWN: usize = 4;
/// Maximum characters of a user name.
const USER_NAME_MAX: usize = 30;

#[derive(Clone, Debug, PartialEq)]
pub struct CompanyScript {
    /// User name of the demo user who owns it, else there is a manager.
    pub owner: Option<&'static str>,
    /// Owner who is no other demo user.
    pub manager: Option<PersonScript>,
    /// Writes for the company beside the owner.
    pub employee: Option<PersonScript>,
    /// User name of an employee of another company who works here too.
    pub shared_employee: Option<&'static str>,
    /// Unique.
    pub name: &'static str,
    /// Unique; letters, digits and hyphens.
    pub handle: String,
    pub categories: Vec<&'static str>,
    pub subcategories: Vec<&'static str>,
    pub features: Vec<&'static str>,
    pub description: String,
    pub address: String,
    pub area: &'static str,
    pub city: &'static str,
    pub postal_code: &'static str,
    /// ISO 3166-1 alpha-2 code.
    pub country: &'static str,
    pub latitude: f64,
    pub longitude: f64,
    /// IANA time zone.
    pub zone: &'static str,
    /// ISO 4217 code.
    pub currency: &'static str,
    /// E.164.
    pub phone: String,
    pub website: String,
    /// 1 to 4.
    pub price_level: u32,
    pub hours: Week,
    pub holidays: Vec<Holiday>,
    /// The first one is the cover.
    pub pictures: Vec<PictureKey>,
    pub logo: Option<PictureKey>,
    pub news: Vec<NewsScript>,
    pub terms: Terms,
    pub fulfilment: Vec<FulfilmentOption>,
    pub staff: Vec<StaffScript>,
    pub tables: Vec<TableScript>,
    pub offerings: Vec<OfferingScript>,
    pub reviews: Vec<ReviewScript>,
    /// Family of the reviews.
    pub family: &'static str,
}

/// A day of each year on which the company is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holiday {
    pub month: u8,
    pub day: u8,
    pub name: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffScript {
    pub first_name: String,
    pub last_name: String,
    pub role: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewsScript {
    pub title: &'static str,
    pub text: &'static str,
    pub days_ago: u32,
}

/// Terms of bookings and orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    pub free_cancel_hours: u32,
    /// Fee of a later cancellation.
    pub cancel_fee_percent: u32,
    pub notice_minutes: u32,
    pub horizon_days: u32,
    /// Minor units of the company's currency.
    pub minimum_order: i64,
}

impl CompanyScript {
    /// Returns the user name of the owner.
    pub fn owner_name(&self) -> &str {
        let manager = self.manager.as_ref().map(|manager| manager.user_name.as_str());
        self.owner.or(manager).unwrap_or_default()
    }
}

/// Text pools shared by all companies.
struct Stock<'a> {
    places: &'a Places,
    kinds: Kinds,
    menus: Menus,
    offers: Offers,
    names: Vec<Names>,
    motifs: Motifs,
    sentences: Vec<Block>,
    news: Vec<Block>,
}

/// Returns the companies of this size.
pub fn companies(places: &Places, size: Size, seed: u64) -> Result<Vec<CompanyScript>> {
    let stock = Stock {
        places,
        kinds: Kinds::read()?,
        menus: Menus::read()?,
        offers: Offers::read(),
        names: Names::read(),
        motifs: Motifs::read(),
        sentences: text::blocks(include_str!("text/descriptions.txt")),
        news: text::blocks(include_str!("text/news.txt")),
    };
    let rows = text::rows(include_str!("text/companies.tsv"));
    let present = rows.filter(|row| size == Size::Full || row.cell(3) == "*");
    let mut companies: Vec<_> = present.map(|row| stock.company(&row, seed)).collect::<Result<_>>()?;
    name_handles(&mut companies);
    number_pictures(&mut companies);
    Ok(companies)
}

impl Stock<'_> {
    fn company(&self, row: &Row, seed: u64) -> Result<CompanyScript> {
        let name = row.cell(2);
        let mut dice = SeededRng(seed_of(seed, name));
        let city = self.places.city(row.cell(0))?;
        let country = self.places.country(city.country)?;
        let kinds: Vec<&Kind> = row.words(1, '+').into_iter().map(|key| self.kinds.find(key)).collect::<Result<_>>()?;
        let main = *kinds.first().ok_or_else(|| unknown(name))?;
        let place = placed(row, city.location(country, row.cell(5), &mut dice)?);
        let percent = i64::from(dice.between(88, 116));

        let mut offerings = Vec::new();
        let mut pictures = Vec::new();
        for kind in &kinds {
            let on = Context { kind, city: city.name, country, percent, motifs: &self.motifs };
            offerings.extend(self.offerings(&on, &mut dice)?);
            pictures.extend(kind.motifs.iter().flat_map(|motif| on.picture(motif)));
        }
        pictures.extend(shown(&offerings, &mut dice));
        let seated = kinds.iter().any(|kind| is_seated(kind));
        let rows = if main.price_level == 1 { 1 } else { 2 + dice.upto(1) };
        Ok(CompanyScript {
            owner: demo::find(row.cell(4)).map(|person| person.user_name),
            manager: if row.cell(4).is_empty() { Some(self.manager(name, city, &mut dice)?) } else { None },
            employee: people::employee(row.cell(4)),
            shared_employee: people::shared_employee(row.cell(4)),
            name,
            handle: handle(name),
            categories: distinct(kinds.iter().map(|kind| kind.category)),
            subcategories: distinct(kinds.iter().map(|kind| kind.subcategory).filter(|key| !key.is_empty())),
            features: distinct(kinds.iter().flat_map(|kind| kind.features.iter().copied()).filter(|_| dice.chance(72))),
            description: self.description(row, main, place.area, &mut dice)?,
            address: place.address,
            area: place.area,
            city: city.name,
            postal_code: place.postal_code,
            country: country.code,
            latitude: place.latitude,
            longitude: place.longitude,
            zone: city.zone,
            currency: country.currency,
            phone: place.phone,
            website: format!("https://{}.example", handle(name)),
            price_level: (main.price_level + dice.upto(4) / 4).min(4),
            hours: hours::week(main.hours, country),
            holidays: holidays(main, country),
            pictures,
            logo: Some(PictureKey { category: "logos", motif: "", index: 0 }),
            news: self.news(main, &mut dice),
            terms: terms(main, country)?,
            fulfilment: fulfilment::options(main, country)?,
            staff: self.staff(&kinds, country, &mut dice)?,
            tables: if seated { tables::tables(rows, &mut dice) } else { Vec::new() },
            offerings,
            reviews: Vec::new(),
            family: main.family,
        })
    }

    fn offerings(&self, on: &Context, dice: &mut SeededRng) -> Result<Vec<OfferingScript>> {
        let kind = on.kind;
        let mut offerings = Vec::new();
        if kind.category == "food" {
            offerings = self.menus.of(&kind.pools, on, dice)?;
        } else if kind.pools == ["cruise"] {
            offerings = cruises::sailings(on, dice)?;
        } else {
            for pool in &kind.pools {
                offerings.extend(self.offers.of(pool, on, dice)?);
            }
        }
        if is_seated(kind) {
            offerings.push(menus::reservation(on));
        }
        Ok(offerings)
    }

    fn staff(&self, kinds: &[&Kind], country: &Country, dice: &mut SeededRng) -> Result<Vec<StaffScript>> {
        let mut staff: Vec<StaffScript> = Vec::new();
        for kind in kinds.iter().filter(|kind| !kind.roles.is_empty()) {
            let names = Names::of(&self.names, country.code)?;
            for at in 0..2 + dice.below(4) {
                let (first_name, last_name, _) = names.draw(dice);
                staff.push(StaffScript { first_name, last_name, role: kind.roles[at % kind.roles.len()] });
            }
        }
        Ok(staff)
    }

    /// Returns an owner whose user name is the company's.
    fn manager(&self, name: &str, city: &City, dice: &mut SeededRng) -> Result<PersonScript> {
        let (first_name, last_name, gender) = Names::of(&self.names, city.country)?.draw(dice);
        let dob = format!("{}-{:02}-{:02}", dice.between(1958, 1996), dice.between(1, 12), dice.between(1, 28));
        let mut user_name = handle(name).replace('-', "_");
        user_name.truncate(USER_NAME_MAX);
        Ok(PersonScript { user_name, first_name, last_name, city: city.name, country: city.country, dob, gender })
    }

    /// Returns at most two news items.
    fn news(&self, kind: &Kind, dice: &mut SeededRng) -> Vec<NewsScript> {
        let family = texts_of(kind);
        let items = self.news.iter().filter(|block| block.heading == [family]).flat_map(Block::rows);
        let mut news: Vec<_> = items
            .map(|row| NewsScript { title: row.cell(0), text: row.cell(1), days_ago: dice.between(1, 60) })
            .collect();
        let count = dice.below(3);
        dice.thin(&mut news, count);
        news
    }

    /// Returns a sentence of each part for this kind.
    fn description(&self, row: &Row, kind: &Kind, area: &str, dice: &mut SeededRng) -> Result<String> {
        let family = texts_of(kind);
        let mut text = Vec::new();
        for part in ["who", "what", "more"] {
            let block = self.sentences.iter().find(|block| block.heading == [family, part]);
            let block = block.ok_or_else(|| unknown(family))?;
            let line = dice.pick(&block.lines).copied().unwrap_or_default();
            let line = line.replace("{name}", row.cell(2)).replace("{city}", row.cell(0)).replace("{area}", area);
            // The last sentence is optional.
            if part != "more" || dice.chance(70) {
                text.push(line);
            }
        }
        Ok(text.join(" "))
    }
}

/// Returns the family of the texts about a kind. Ships share their reviews with hotels, not their texts.
fn texts_of(kind: &Kind) -> &'static str {
    if kind.category == "cruises" { "sea" } else { kind.family }
}

fn terms(kind: &Kind, country: &Country) -> Result<Terms> {
    let mut rows = text::rows(include_str!("text/terms.tsv"));
    let row = rows.find(|row| row.cell(0) == kind.category).ok_or_else(|| unknown(kind.category))?;
    let minimum: i64 = row.number(5)?;
    Ok(Terms {
        free_cancel_hours: row.number(1)?,
        cancel_fee_percent: row.number(2)?,
        notice_minutes: row.number(3)?,
        horizon_days: row.number(4)?,
        minimum_order: if minimum == 0 { 0 } else { country.price(minimum, 100) },
    })
}

/// Returns true if guests reserve tables.
fn is_seated(kind: &Kind) -> bool {
    kind.category == "food" || kind.subcategory == "nightclubs"
}

/// The companies of demo users keep their address.
fn placed(row: &Row, place: Location) -> Location {
    let Some(person) = demo::find(row.cell(4)) else { return place };
    let street = person.address.split_once(", ").map_or(person.address, |(_, street)| street);
    Location { address: street.to_owned(), phone: row.cell(6).to_owned(), postal_code: row.cell(7), ..place }
}

/// Hotels, cruises and nightlife are open on holidays.
fn holidays(kind: &Kind, country: &Country) -> Vec<Holiday> {
    if matches!(kind.hours, "always" | "office" | "night" | "late") {
        return Vec::new();
    }
    country.holidays.iter().map(|&(month, day, name)| Holiday { month, day, name }).collect()
}

/// Returns pictures of a few offerings, with different motifs if there are enough.
fn shown(offerings: &[OfferingScript], dice: &mut SeededRng) -> Vec<PictureKey> {
    let mut seen = HashSet::new();
    let all = || offerings.iter().filter_map(|offering| offering.pictures.first()).copied();
    let mut shown: Vec<_> = all().filter(|key| seen.insert((key.category, key.motif))).collect();
    shown.extend(all().take(SHOWN.saturating_sub(shown.len())));
    dice.thin(&mut shown, SHOWN);
    shown
}

/// Folds a name to letters, digits and single hyphens.
fn handle(name: &str) -> String {
    let plain = fold(name);
    plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Adds the city to a handle that another company has.
fn name_handles(companies: &mut [CompanyScript]) {
    let mut taken = HashSet::new();
    for company in companies {
        if !taken.insert(company.handle.clone()) {
            company.handle = format!("{}-{}", company.handle, handle(company.city));
            taken.insert(company.handle.clone());
        }
    }
}

/// Numbers the pictures of each motif: those of companies by town, those of offerings within a company. Neighbours in a
/// list have successive numbers and thus different pictures.
fn number_pictures(companies: &mut [CompanyScript]) {
    let mut by_town = HashMap::new();
    let mut logos = HashMap::new();
    for company in companies {
        number(&mut company.logo, "logos", &mut logos);
        number(&mut company.pictures, company.city, &mut by_town);
        let mut within = HashMap::new();
        number(company.offerings.iter_mut().flat_map(|offering| &mut offering.pictures), company.name, &mut within);
    }
}

/// Numbers pictures from a start that depends on the place.
fn number<'a>(
    pictures: impl IntoIterator<Item = &'a mut PictureKey>,
    place: &'static str,
    used: &mut HashMap<(&'static str, &'static str, &'static str), usize>,
) {
    let first = usize::try_from(seed_of(0, place) % 97).unwrap_or_default();
    for picture in pictures {
        let next = used.entry((place, picture.category, picture.motif)).or_insert(first);
        picture.index = *next;
        *next += 1;
    }
}

fn distinct(keys: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut seen = HashSet::new();
    keys.filter(|key| seen.insert(*key)).collect()
}
