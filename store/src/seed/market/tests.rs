//! Tests of the market script.

use std::collections::{HashMap, HashSet};

use super::*;
use crate::{
    account::Phone,
    catalogue::{
        category,
        detail::{self, Availability},
        feature,
    },
    types::validation::{Name, UserName},
};

fn full() -> MarketScript {
    script(Size::Full, 1).unwrap()
}

#[test]
fn market_depends_only_on_size_and_seed() {
    assert_eq!(full(), full());
    assert_ne!(full(), script(Size::Full, 2).unwrap());
}

#[test]
fn small_market_is_part_of_full_market() {
    let (small, full) = (script(Size::Small, 1).unwrap(), full());
    assert_eq!(small.companies.len(), 30);
    assert_eq!(small.companies.iter().filter(|company| company.city == "Barcelona").count(), 10);
    for company in &small.companies {
        let same = full.companies.iter().find(|known| known.name == company.name).unwrap();
        assert_eq!((&company.offerings.len(), &company.address), (&same.offerings.len(), &same.address));
    }
    let categories: HashSet<_> = small.companies.iter().flat_map(|company| &company.categories).collect();
    assert_eq!(categories.len(), 10);
}

#[test]
fn full_market_has_the_expected_numbers() {
    let market = full();
    let offerings: usize = market.companies.iter().map(|company| company.offerings.len()).sum();
    let reviews: usize = market.companies.iter().map(|company| company.reviews.len()).sum();
    assert_eq!((market.companies.len(), market.people.len(), reviews), (300, 3_000, 20_000));
    assert!((5_900..6_200).contains(&offerings), "{offerings} offerings");
    for (name, count) in [("Barcelona", 40), ("Paris", 15), ("Tokyo", 12)] {
        assert_eq!(market.companies.iter().filter(|company| company.city == name).count(), count, "{name}");
    }
}

#[test]
fn names_handles_and_user_names_are_unique_and_valid() {
    let market = full();
    let mut seen = HashSet::new();
    for company in &market.companies {
        assert!(seen.insert(company.name) && seen.insert(&company.handle), "{}", company.name);
        assert!(company.handle.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'));
        assert!(company.phone.starts_with('+') && company.phone.parse::<Phone>().is_ok(), "{}", company.phone);
        assert!(company.features.iter().all(|key| feature::is_flag(key)), "{:?}", company.features);
        assert!(company.phone.len() >= 9 && company.phone.len() <= 16, "{}", company.phone);
    }
    for person in &market.people {
        assert!(person.user_name.parse::<UserName>().is_ok() && seen.insert(&person.user_name), "{person:?}");
        assert!(person.first_name.parse::<Name>().is_ok() && person.last_name.parse::<Name>().is_ok(), "{person:?}");
    }
}

#[test]
fn every_category_and_country_has_companies() {
    let market = full();
    let mut categories: HashMap<&str, usize> = HashMap::new();
    let mut countries: HashMap<&str, usize> = HashMap::new();
    for company in &market.companies {
        *categories.entry(company.categories[0]).or_default() += 1;
        *countries.entry(company.country).or_default() += 1;
    }
    assert!(categories.len() == 10 && categories.values().all(|count| *count >= 9), "{categories:?}");
    assert!(countries.len() == 14 && countries.values().filter(|count| **count >= 12).count() == 13, "{countries:?}");
}

#[test]
fn prices_are_whole_steps_of_the_currency() {
    for company in &full().companies {
        for offering in &company.offerings {
            let free = offering.availability == Availability::Table && offering.category == "food";
            assert_eq!(offering.price == 0, free, "{} of {}", offering.name, company.name);
            let prices = offering.variants.iter().map(|variant| variant.price).chain([offering.price]);
            let step = match company.currency {
                "USD" => 25,
                "CNY" | "SAR" => 100,
                "THB" | "SEK" => 500,
                "RUB" => 1_000,
                _ => 10,
            };
            assert!(
                prices.clone().all(|price| price % step == 0 && price >= 0),
                "{} of {}",
                offering.name,
                company.name
            );
            assert!(offering.vat_rate <= 2_700);
        }
    }
}

#[test]
fn offerings_have_what_their_availability_needs() {
    for company in &full().companies {
        let mut names = HashSet::new();
        for offering in &company.offerings {
            let at = format!("{} of {}", offering.name, company.name);
            assert!(names.insert(&offering.name), "{at}");
            assert!(!offering.description.is_empty() && offering.members_max > 0, "{at}");
            assert!(
                !offering.pictures.is_empty() && offering.pictures.iter().all(|key| key.picture().is_some()),
                "{at}"
            );
            let category = category::find(offering.category).unwrap();
            let errors = detail::check(category.fields, offering.details.as_object().unwrap());
            assert!(errors.is_empty(), "{at}: {errors:?}");
            let known = |key: &str| category.subcategories.iter().any(|sub| sub.key == key);
            assert!(
                offering.subcategory.is_none_or(known) && category.availability.contains(&offering.availability),
                "{at}"
            );
            match offering.availability {
                Availability::Appointment => {
                    assert!(offering.duration_minutes > 0 && !company.staff.is_empty(), "{at}")
                }
                Availability::TimedEntry => assert!(offering.duration_minutes > 0 && offering.capacity > 0, "{at}"),
                Availability::Nights => assert!(offering.capacity > 0 && offering.min_nights > 0, "{at}"),
                Availability::Occurrence => assert!(!offering.sessions.is_empty() && offering.capacity > 0, "{at}"),
                Availability::Table => assert!(company.tables.len() >= 4, "{at}"),
                Availability::Stock => assert!(offering.capacity > 0, "{at}"),
                Availability::Unlimited => assert!(!offering.folder.is_empty(), "{at}"),
            }
        }
    }
}

#[test]
fn tables_lie_on_the_plan_and_do_not_overlap() {
    for company in &full().companies {
        for (at, one) in company.tables.iter().enumerate() {
            assert!(one.x + one.w <= tables::PLAN.0 && one.y + one.h <= tables::PLAN.1, "{one:?}");
            for other in &company.tables[at + 1..] {
                let apart = one.x + one.w <= other.x || other.x + other.w <= one.x;
                assert!(apart || one.y + one.h <= other.y || other.y + other.h <= one.y, "{one:?} {other:?}");
            }
        }
    }
}

#[test]
fn neighbours_of_a_category_have_different_pictures() {
    for market in [full(), script(Size::Small, 1).unwrap()] {
        let mut covers = HashMap::new();
        for company in &market.companies {
            let cover = company.pictures[0].picture().unwrap().name;
            let before = covers.insert((company.city, company.categories[0]), cover);
            assert_ne!(before, Some(cover), "{}", company.name);
            for pair in company.offerings.windows(2) {
                let [one, other] = [0, 1].map(|at| pair[at].pictures[0].picture().unwrap().name);
                assert_ne!(one, other, "{}: {} and {}", company.name, pair[0].name, pair[1].name);
            }
        }
    }
}

#[test]
fn reviews_name_known_people_once_per_company() {
    let market = full();
    let mut comments: HashMap<&str, HashSet<&str>> = HashMap::new();
    let mut ratings = [0_usize; 6];
    for company in &market.companies {
        let mut authors = HashSet::new();
        for review in &company.reviews {
            assert!(authors.insert(review.author) && review.author < market.people.len());
            assert!(review.offering.is_none_or(|at| at < company.offerings.len()));
            assert!((1..=5).contains(&review.rating) && !review.comment.is_empty());
            ratings[review.rating as usize] += 1;
            comments.entry(company.family).or_default().insert(&review.comment);
        }
    }
    assert!(comments.len() == 6 && comments.values().all(|set| set.len() >= 150));
    let mean = (1..=5).map(|rating| rating * ratings[rating]).sum::<usize>() as f64 / 20_000.0;
    assert!((4.0..4.6).contains(&mean), "{mean}");
}
