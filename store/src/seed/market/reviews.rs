//! Reviews of companies: a rating, three aspects, a comment in a language of its author, and sometimes a reply.

use std::collections::HashSet;

use serde::Serialize;

use super::{
    super::random::SeededRng,
    company::CompanyScript,
    people::PersonScript,
    seed_of,
    text::{self, Block},
};
use crate::Result;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    Poor,
    Average,
    Good,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewScript {
    /// Index among the people.
    pub author: usize,
    /// Index of the offering that the author had.
    pub offering: Option<usize>,
    /// 1 to 5.
    pub rating: u32,
    pub service_fast: bool,
    pub as_described: bool,
    pub meets_expectations: bool,
    pub product_quality: Aspect,
    pub comment: String,
    pub days_ago: u32,
    pub reply: Option<ReviewReply>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewReply {
    pub text: String,
    pub days_ago: u32,
}

/// Percent of the ratings 1 to 4 of a weak, a usual and an excellent company. The others give 5.
const RATINGS: [[u32; 4]; 3] = [[5, 9, 19, 35], [3, 5, 11, 32], [1, 2, 6, 25]];

/// Weight of a company with many reviews.
const POPULAR: usize = 220;

struct Sentences(Vec<Block>);

impl Sentences {
    fn pick(&self, family: &str, tone: &str, part: &str, dice: &mut SeededRng) -> Option<&'static str> {
        let block = self.0.iter().find(|block| block.heading == [family, tone, part])?;
        dice.pick(&block.lines).copied()
    }

    /// Returns a comment in the language of the author's country, else in English.
    fn comment(&self, family: &str, tone: &str, author: &PersonScript, dice: &mut SeededRng) -> String {
        if dice.chance(45)
            && let Some(line) = self.pick("any", tone, author.country, dice)
        {
            return line.to_owned();
        }
        let mut parts = vec![self.pick(family, tone, "open", dice), self.pick(family, tone, "detail", dice)];
        if dice.chance(35) {
            parts.push(self.pick(family, tone, "close", dice));
        }
        // A short comment has one part.
        if dice.chance(18) {
            parts.remove(dice.below(2));
        }
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    fn reply(&self, tone: &str, author: &PersonScript, dice: &mut SeededRng) -> Option<String> {
        let block = self.0.iter().find(|block| block.heading == ["reply", tone])?;
        Some(dice.pick(&block.lines)?.replace("{first}", &author.first_name))
    }
}

/// Distributes `count` reviews over the companies: a few are popular, some are new.
pub fn add(companies: &mut [CompanyScript], people: &[PersonScript], count: usize, seed: u64) -> Result<()> {
    let sentences = Sentences(text::blocks(include_str!("text/reviews.txt")));
    let most = people.len() / 2;
    let weights: Vec<usize> = companies.iter().map(|company| weight(company, seed)).collect();
    let sum: usize = weights.iter().sum();
    let mut before = 0;
    for (company, weight) in companies.iter_mut().zip(weights) {
        let (from, to) = (count * before / sum, count * (before + weight) / sum);
        before += weight;
        let mut dice = SeededRng(seed_of(seed + 1, company.name));
        company.reviews = reviews(company, people, (to - from).min(most), &sentences, &mut dice);
    }
    Ok(())
}

fn weight(company: &CompanyScript, seed: u64) -> usize {
    let mut dice = SeededRng(seed_of(seed + 2, company.name));
    // A square spreads the numbers.
    let popular = 4 + dice.below(12);
    let weight = popular * popular;
    match company.owner {
        // The companies of demo users are well known.
        Some(_) => POPULAR,
        None if dice.chance(6) => 3,
        None => weight,
    }
}

fn reviews(
    company: &CompanyScript,
    people: &[PersonScript],
    count: usize,
    sentences: &Sentences,
    dice: &mut SeededRng,
) -> Vec<ReviewScript> {
    let neighbours: Vec<usize> = (0..people.len()).filter(|at| people[*at].country == company.country).collect();
    let quality = RATINGS[[0, 1, 1, 1, 2, 2][dice.below(6)]];
    let mut authors = HashSet::new();
    let mut comments = HashSet::new();
    let mut reviews = Vec::with_capacity(count);
    while reviews.len() < count {
        let near = dice.chance(60) && authors.len() * 2 < neighbours.len();
        let author = if near { neighbours[dice.below(neighbours.len())] } else { dice.below(people.len()) };
        if !authors.insert(author) {
            continue;
        }
        let review = review(company, (author, &people[author]), quality, sentences, dice);
        // The same company has a comment once or twice, as people repeat themselves.
        if comments.insert(review.comment.clone()) || dice.chance(8) {
            reviews.push(review);
        } else {
            authors.remove(&author);
        }
    }
    reviews
}

fn review(
    company: &CompanyScript,
    (author, person): (usize, &PersonScript),
    quality: [u32; 4],
    sentences: &Sentences,
    dice: &mut SeededRng,
) -> ReviewScript {
    let rating = rating(quality, dice);
    let (tone, product_quality) = match rating {
        4.. => ("good", Aspect::Good),
        3 => ("fair", Aspect::Average),
        _ => ("bad", Aspect::Poor),
    };
    let product_quality = if dice.chance(10) { Aspect::Average } else { product_quality };
    // Each point adds to the chance of a yes: 15 % at 1, 95 % at 5.
    let mut yes = || dice.chance(rating * 20 - 5);
    let (service_fast, as_described, meets_expectations) = (yes(), yes(), yes());
    let days_ago = age(dice);
    let reply = if dice.chance(if rating < 4 { 55 } else { 22 }) { sentences.reply(tone, person, dice) } else { None };
    let reply = reply.map(|text| ReviewReply { text, days_ago: days_ago.saturating_sub(dice.between(1, 4)) });
    ReviewScript {
        author,
        offering: dice.chance(70).then(|| dice.below(company.offerings.len())),
        rating,
        service_fast,
        as_described,
        meets_expectations,
        product_quality,
        comment: sentences.comment(company.family, tone, person, dice),
        days_ago,
        reply,
    }
}

fn rating(percents: [u32; 4], dice: &mut SeededRng) -> u32 {
    let mut rest = dice.upto(99);
    for (rating, percent) in (1..).zip(percents) {
        if rest < percent {
            return rating;
        }
        rest -= percent;
    }
    5
}

/// Returns an age in days: half of the reviews are from the last four months.
fn age(dice: &mut SeededRng) -> u32 {
    if dice.chance(50) { dice.between(0, 120) } else { dice.between(121, 390) }
}
