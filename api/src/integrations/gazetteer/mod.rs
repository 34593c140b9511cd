//! Gazetteer of the world's towns with 1,000 inhabitants or more, embedded in the binary.
//!
//! The file is GeoNames' (CC BY 4.0; `gazetteer/make.mjs` generates it). The first query unpacks it into some 5 MB of
//! memory. Queries stay inside the process: no third party sees them, and no paid API key is needed. It has no streets.
//! Postal codes are those of France (Licence Ouverte) and the United States (BSD), for towns with up to 30.

mod fold;

use std::{
    collections::{HashMap, HashSet},
    io::{BufRead as _, BufReader},
    ops::Range,
    sync::OnceLock,
};

use flate2::read::GzDecoder;
use store::types::{
    country::Country,
    language::{LANGUAGES, Language},
};

use fold::folded;

static FILE: &[u8] = include_bytes!("places.tsv.gz");

/// Units per degree. Positions in the file are 10,000ths of a degree: 11 m.
const UNITS: f64 = 10_000.0;
/// Maximum distance to the nearest place in km. Farther positions have no address.
const NEAR_KM: f64 = 100.0;
const EARTH_RADIUS_KM: f64 = 6_371.0;
/// Kilometres in a degree of latitude.
const DEGREE_KM: f64 = 111.2;

/// Town.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Number in this build's file.
    pub id: u32,
    pub name: String,
    /// Empty if the country has no regions, or the region is unknown.
    pub region: String,
    pub country: Country,
    pub latitude: f64,
    pub longitude: f64,
    pub population: u32,
    /// In order. Empty if unknown.
    pub postal_codes: Vec<String>,
}

struct Region {
    country: Country,
    name: Box<str>,
}

/// Place in memory: 16 bytes besides its name.
struct Row {
    /// Latitude in 10,000ths of a degree.
    latitude: i32,
    longitude: i32,
    population: u32,
    region: u16,
}

pub struct Gazetteer {
    regions: Vec<Region>,
    rows: Vec<Row>,
    /// Postal codes by row, separated by spaces.
    codes: HashMap<usize, Box<str>>,
    /// All names in the order of the rows, which is that of [`folded`], and the end of each name.
    names: String,
    ends: Vec<u32>,
    /// Rows ordered by square degree, and the first row of each square degree.
    by_cell: Vec<u32>,
    cells: Vec<u32>,
}

/// Square degrees around the world, and from pole to pole.
const AROUND: i32 = 360;
const UP: i32 = 180;

/// Returns the gazetteer. The first call unpacks it in some 100 ms of a core: do not call on a worker thread.
pub fn gazetteer() -> Result<&'static Gazetteer, String> {
    static LOADED: OnceLock<Result<Gazetteer, String>> = OnceLock::new();
    LOADED.get_or_init(|| Gazetteer::read(FILE)).as_ref().map_err(Clone::clone)
}

impl Gazetteer {
    fn read(file: &[u8]) -> Result<Self, String> {
        let mut lines = BufReader::new(GzDecoder::new(file)).lines();
        let mut line = || lines.next().ok_or("the list of places ends too early")?.map_err(|cause| cause.to_string());
        let mut cells = |count: usize| -> Result<Vec<String>, String> {
            let line = line()?;
            let cells: Vec<_> = line.split('\t').map(str::to_owned).collect();
            if cells.len() == count { Ok(cells) } else { Err(format!("the list of places has a line “{line}”")) }
        };
        let number = |text: &str| text.parse::<i32>().map_err(|_| format!("the list of places has a number “{text}”"));

        let counts = cells(2)?;
        let count = |place: usize| number(&counts[place]).map(|count| usize::try_from(count).unwrap_or(0));
        let mut regions = Vec::with_capacity(count(0)?);
        for _ in 0..regions.capacity() {
            let cells = cells(2)?;
            let country = cells[0].parse().map_err(|_| format!("the list of places has a country {}", cells[0]))?;
            regions.push(Region { country, name: cells[1].as_str().into() });
        }
        let mut rows = Vec::with_capacity(count(1)?);
        let (mut names, mut ends) = (String::new(), Vec::with_capacity(rows.capacity()));
        let mut codes = HashMap::new();
        for row in 0..rows.capacity() {
            let cells = cells(6)?;
            let region = u16::try_from(number(&cells[1])?).map_err(|cause| cause.to_string())?;
            if usize::from(region) >= regions.len() {
                return Err(format!("the list of places has no region {region}"));
            }
            names.push_str(&cells[0]);
            if !cells[5].is_empty() {
                codes.insert(row, cells[5].as_str().into());
            }
            ends.push(u32::try_from(names.len()).map_err(|cause| cause.to_string())?);
            rows.push(Row {
                latitude: number(&cells[2])?,
                longitude: number(&cells[3])?,
                population: number(&cells[4])?.unsigned_abs(),
                region,
            });
        }
        names.shrink_to_fit();
        let mut gazetteer = Self { regions, rows, codes, names, ends, by_cell: Vec::new(), cells: Vec::new() };
        gazetteer.sort_into_cells();
        Ok(gazetteer)
    }

    fn sort_into_cells(&mut self) {
        let cell_of = |row: &Row| cell(row.latitude.div_euclid(10_000), row.longitude.div_euclid(10_000));
        let mut starts = vec![0_u32; (AROUND * UP) as usize + 1];
        for row in &self.rows {
            starts[cell_of(row) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        self.by_cell = vec![0; self.rows.len()];
        for (number, row) in (0_u32..).zip(&self.rows) {
            let place = &mut next[cell_of(row)];
            self.by_cell[*place as usize] = number;
            *place += 1;
        }
        self.cells = starts;
    }

    fn name(&self, row: usize) -> &str {
        let start = if row == 0 { 0 } else { self.ends[row - 1] as usize };
        &self.names[start..self.ends[row] as usize]
    }

    fn place(&self, row: usize) -> Place {
        let known = &self.rows[row];
        let region = &self.regions[usize::from(known.region)];
        Place {
            id: u32::try_from(row).unwrap_or(u32::MAX),
            name: self.name(row).to_owned(),
            region: region.name.to_string(),
            country: region.country,
            latitude: f64::from(known.latitude) / UNITS,
            longitude: f64::from(known.longitude) / UNITS,
            population: known.population,
            postal_codes: self
                .codes
                .get(&row)
                .map_or_else(Vec::new, |codes| codes.split(' ').map(str::to_owned).collect()),
        }
    }

    /// Returns places whose name begins with `typed`, the most populous first. After a comma a region or a country may
    /// follow, in any language of the interface: `par`, `Paris, France`, `paris, tex`.
    pub fn search(&self, typed: &str, country: Option<Country>, limit: usize) -> Vec<Place> {
        let mut parts = typed.split(',').map(folded);
        let start = parts.next().unwrap_or_default();
        if start.is_empty() {
            return Vec::new();
        }
        let within: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
        // Countries first: there are fewer of them than regions, and each has thirteen names.
        let countries: Vec<Vec<Country>> = within.iter().map(|part| countries_called(part)).collect();
        let fits = |region: &Region| {
            let called = |(part, countries): (&String, &Vec<Country>)| {
                countries.contains(&region.country) || folded(&region.name).starts_with(part)
            };
            country.is_none_or(|wanted| wanted == region.country) && within.iter().zip(&countries).all(called)
        };
        let fitting: Vec<bool> = self.regions.iter().map(fits).collect();
        let mut found: Vec<usize> =
            self.beginning_with(&start).filter(|row| fitting[usize::from(self.rows[*row].region)]).collect();
        // Stable sort: equal populations keep the order of the file.
        found.sort_by_key(|row| std::cmp::Reverse(self.rows[*row].population));
        let mut shown = HashSet::new();
        // Namesakes in a region have the same label. Only the largest is shown.
        found.retain(|row| shown.len() < limit && shown.insert((self.name(*row), self.rows[*row].region)));
        found.into_iter().map(|row| self.place(row)).collect()
    }

    /// Returns the rows whose folded names begin with `start`. The rows are adjacent, so the binary search folds only a
    /// few names. A single letter begins ten thousand of them.
    fn beginning_with(&self, start: &str) -> Range<usize> {
        let first = self.first_row(0, |name| name >= start);
        first..self.first_row(first, |name| !name.starts_with(start))
    }

    /// Returns the first row from `low` on whose folded name satisfies `is_so`. All later rows must satisfy it too.
    fn first_row(&self, mut low: usize, is_so: impl Fn(&str) -> bool) -> usize {
        let mut high = self.rows.len();
        while low < high {
            let middle = low.midpoint(high);
            if is_so(&folded(self.name(middle))) { high = middle } else { low = middle + 1 }
        }
        low
    }

    /// Returns the place nearest to a position in degrees, if within 100 km.
    #[allow(clippy::cast_possible_truncation, reason = "degrees are small")]
    pub fn nearest(&self, latitude: f64, longitude: f64) -> Option<Place> {
        let span = NEAR_KM / DEGREE_KM;
        let (south, north) = ((latitude - span).floor() as i32, (latitude + span).floor() as i32);
        // Meridians converge: towards a pole all of them are near.
        let widest = (latitude.abs() + span).min(90.0).to_radians().cos() * DEGREE_KM;
        let reach = (NEAR_KM / widest.max(0.1)).min(180.0);
        let (west, east) = ((longitude - reach).floor() as i32, (longitude + reach).floor() as i32);
        let east = east.min(west + AROUND - 1);
        (south.max(-90)..=north.min(89))
            .flat_map(|row| (west..=east).map(move |column| cell(row, column)))
            .flat_map(|cell| &self.by_cell[self.cells[cell] as usize..self.cells[cell + 1] as usize])
            .map(|row| {
                let known = &self.rows[*row as usize];
                let (to_lat, to_lon) = (f64::from(known.latitude) / UNITS, f64::from(known.longitude) / UNITS);
                (distance_km(latitude, longitude, to_lat, to_lon), *row as usize)
            })
            .filter(|(km, _)| *km <= NEAR_KM)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, row)| self.place(row))
    }
}

/// Returns the countries with this folded code or with a name, in any interface language, that begins with this text.
fn countries_called(part: &str) -> Vec<Country> {
    let languages: Vec<Language> = LANGUAGES.iter().filter_map(|language| language.code.parse().ok()).collect();
    let is_called = |country: &Country| {
        country.code().eq_ignore_ascii_case(part)
            || languages.iter().any(|language| folded(country.name(*language)).starts_with(part))
    };
    Country::all().filter(is_called).collect()
}

/// Returns the number of the square degree with this south-western corner.
fn cell(latitude: i32, longitude: i32) -> usize {
    let row = (latitude + 90).clamp(0, UP - 1);
    let column = (longitude + 180).rem_euclid(AROUND);
    (row * AROUND + column) as usize
}

/// Returns the great-circle distance (haversine).
fn distance_km(lat_a: f64, lon_a: f64, lat_b: f64, lon_b: f64) -> f64 {
    let (from, to) = (lat_a.to_radians(), lat_b.to_radians());
    let half = |a: f64, b: f64| ((b - a) / 2.0).sin().powi(2);
    let a = half(from, to) + from.cos() * to.cos() * half(lon_a.to_radians(), lon_b.to_radians());
    2.0 * EARTH_RADIUS_KM * a.sqrt().min(1.0).asin()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(typed: &str, country: Option<&str>) -> Vec<String> {
        let found = gazetteer().unwrap().search(typed, country.map(|code| code.parse().unwrap()), 8);
        found.into_iter().map(|place| format!("{} {}", place.name, place.country.code())).collect()
    }

    #[test]
    fn file_is_complete_and_sorted_for_search() {
        let all = gazetteer().unwrap();
        assert!(all.rows.len() > 130_000);
        let keys: Vec<_> = (0..all.rows.len()).map(|row| folded(all.name(row))).collect();
        if let Some(row) = (1..keys.len()).find(|row| keys[row - 1] > keys[*row]) {
            panic!("{:?} {:?} ({:?})", keys[row - 1], keys[row], all.name(row));
        }
        assert!(all.rows.iter().all(|row| row.latitude.abs() <= 900_000 && row.longitude.abs() <= 1_800_000));
        assert_eq!(all.by_cell.iter().collect::<HashSet<_>>().len(), all.rows.len());
    }

    #[test]
    fn search_ignores_accents_and_returns_largest_first() {
        assert_eq!(names("paris", None)[0], "Paris FR");
        assert_eq!(names("SAINT etienne", None)[0], "Saint-Étienne FR");
        assert_eq!(names("Zuri", None)[0], "Zürich CH");
        assert_eq!(names("gotebor", None)[0], "Göteborg SE");
        assert_eq!(names("Łód", None)[0], names("lod", None)[0]);
        assert_eq!(names("mosc", None)[0], "Moscow RU");
        assert_eq!(names("s", None).len(), 8);
        assert!(names("", None).is_empty() && names(" , France", None).is_empty() && names("xqzw", None).is_empty());
    }

    #[test]
    fn towns_have_the_postal_codes_that_are_known() {
        let codes = |typed, country: &str| {
            gazetteer().unwrap().search(typed, Some(country.parse().unwrap()), 1).remove(0).postal_codes
        };
        assert_eq!(codes("Chartres", "FR"), ["28000"]);
        assert_eq!(codes("Saint-Étienne", "FR"), ["42000", "42100", "42230"]);
        assert_eq!(codes("paris, ile-de-france", "FR").len(), 21);
        assert_eq!(codes("beverly hills, california", "US"), ["90209", "90210", "90211", "90212", "90213"]);
        // Too many to choose from, and a country whose codes are unknown.
        assert_eq!([codes("Houston", "US"), codes("Barcelona", "ES")], [const { Vec::<String>::new() }; 2]);
    }

    #[test]
    fn prefix_search_matches_linear_scan() {
        let all = gazetteer().unwrap();
        let names: Vec<_> = (0..all.rows.len()).map(|row| folded(all.name(row))).collect();
        let letters = ('a'..='z').map(String::from);
        let longer = ["0", "sa", "san", "saint", "san jose", "zyw", "zz", "aa", "l", "lo", "york", "\u{4e00}"];
        for start in letters.chain(longer.map(str::to_owned)) {
            let found: Vec<_> = all.beginning_with(&start).collect();
            let slow: Vec<_> = (0..names.len()).filter(|row| names[*row].starts_with(&start)).collect();
            assert_eq!(found, slow, "{start}");
        }
    }

    #[test]
    fn search_is_narrowed_by_country_or_comma_suffix() {
        assert_eq!(names("paris", Some("CA")), ["Paris CA"]);
        assert_eq!(names("paris, tex", None), ["Paris US"]);
        assert_eq!(names("paris, france", None)[0], "Paris FR");
        assert_eq!(names("lyon, Frankreich", None), ["Lyon FR"]);
        assert_eq!(names("lyon, auvergne, fr", None), ["Lyon FR"]);
        assert!(names("lyon, japan", None).is_empty());
    }

    #[test]
    fn nearest_returns_none_in_open_sea() {
        let nearest = |lat, lon| gazetteer().unwrap().nearest(lat, lon).map(|place| place.name);
        assert_eq!(nearest(48.8566, 2.3522).as_deref(), Some("Paris"));
        assert_eq!(nearest(45.764, 4.8357).as_deref(), Some("Lyon"));
        assert_eq!(nearest(78.2232, 15.6267).as_deref(), Some("Longyearbyen"));
        // On both sides of the antimeridian.
        let taveuni = gazetteer().unwrap().nearest(-16.8, 179.99).unwrap();
        let across = gazetteer().unwrap().nearest(-16.8, -179.99).unwrap();
        assert_eq!((taveuni.country.code(), across.country.code()), ("FJ", "FJ"));
        for (lat, lon) in [(0.0, -30.0), (90.0, 0.0), (-90.0, 180.0), (-48.9, -123.4)] {
            assert_eq!(nearest(lat, lon), None, "{lat} {lon}");
        }
    }

    #[test]
    fn nearest_matches_linear_scan() {
        let all = gazetteer().unwrap();
        for (lat, lon) in [(52.5, 13.4), (40.7, -74.0), (-33.9, 151.2), (64.1, -21.9), (70.0, 25.0), (1.3, 103.8)] {
            let slow = (0..all.rows.len()).map(|row| all.place(row)).min_by(|a, b| {
                let km = |place: &Place| distance_km(lat, lon, place.latitude, place.longitude);
                km(a).total_cmp(&km(b))
            });
            assert_eq!(all.nearest(lat, lon), slow);
        }
    }
}
