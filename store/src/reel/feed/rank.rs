//! Ranking of reels: one pure function of what is known of a reel and its viewer. All weights are in [`WEIGHTS`].

use serde::Serialize;
use utoipa::ToSchema;

use crate::types::timestamp::Timestamp;

/// Weights of the parts of a score. Each part is from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    pub follow: f64,
    pub near: f64,
    pub fresh: f64,
    pub popular: f64,
    /// The viewer has liked reels of the company.
    pub taste: f64,
    /// Malus: the viewer has skipped reels of the company.
    pub skips: f64,
    /// Malus: the viewer has watched the reel.
    pub seen: f64,
    /// Malus: the viewer has skipped this very reel.
    pub skipped: f64,
}

pub const WEIGHTS: Weights =
    Weights { follow: 3.0, near: 2.0, fresh: 2.0, popular: 2.0, taste: 1.5, skips: 2.0, seen: 4.0, skipped: 3.0 };

/// Time after which freshness has fallen to a half.
const HALF_LIFE: f64 = (3 * Timestamp::DAY) as f64;
/// Distance at which nearness has fallen to a half.
const HALF_DISTANCE_KM: f64 = 15.0;
/// Reactions that count as the greatest popularity.
const MANY_REACTIONS: f64 = 10_000.0;
/// A reason is told if its part of the score is at least this share of its weight.
const TELLING: f64 = 0.5;
/// Reels between two of one company, as far as there are others.
const APART: usize = 3;

/// Facts about a reel and its viewer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Signals {
    pub followed: bool,
    /// `None` if a position is unknown.
    pub distance_km: Option<f64>,
    pub age_ms: i64,
    pub likes: i64,
    pub comments: i64,
    pub shares: i64,
    pub views: i64,
    /// Reels of the company that the viewer likes.
    pub company_likes: i64,
    /// Reels of the company that the viewer has skipped.
    pub company_skips: i64,
    pub seen: bool,
    pub skipped: bool,
}

/// Reason for the place of a reel in a feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeedReason {
    /// The caller follows the company.
    Follow,
    Near,
    Fresh,
    /// Many people react to it.
    Popular,
    /// The caller likes reels of the company.
    Taste,
}

/// Score of a reel and its reasons, the strongest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    pub value: f64,
    pub why: Vec<FeedReason>,
}

/// Returns the score of a reel for its viewer.
pub fn score(signals: &Signals) -> Score {
    score_with(signals, &WEIGHTS)
}

#[allow(clippy::cast_precision_loss, reason = "counts need no more than 53 bits")]
fn score_with(signals: &Signals, weights: &Weights) -> Score {
    let near = signals.distance_km.map_or(0.0, |distance| halved(distance, HALF_DISTANCE_KM));
    let parts = [
        (FeedReason::Follow, weights.follow, f64::from(u8::from(signals.followed))),
        (FeedReason::Near, weights.near, near),
        (FeedReason::Fresh, weights.fresh, halved(signals.age_ms.max(0) as f64, HALF_LIFE)),
        (FeedReason::Popular, weights.popular, popularity(signals)),
        (FeedReason::Taste, weights.taste, saturated(signals.company_likes)),
    ];
    let malus = weights.skips * saturated(signals.company_skips)
        + weights.seen * f64::from(u8::from(signals.seen))
        + weights.skipped * f64::from(u8::from(signals.skipped));
    let mut telling: Vec<_> = parts.into_iter().filter(|(.., part)| *part >= TELLING).collect();
    telling.sort_by(|(_, a, one), (_, b, other)| (b * other).total_cmp(&(a * one)));
    Score {
        value: parts.iter().map(|(_, weight, part)| weight * part).sum::<f64>() - malus,
        why: telling.into_iter().map(|(reason, ..)| reason).collect(),
    }
}

/// Returns 1 at 0, and half as much with each further `half`.
fn halved(value: f64, half: f64) -> f64 {
    0.5_f64.powf(value.max(0.0) / half)
}

/// Returns 0 for none, a half for two, and nearly 1 for many.
#[allow(clippy::cast_precision_loss, reason = "counts need no more than 53 bits")]
fn saturated(count: i64) -> f64 {
    let count = count.max(0) as f64;
    count / (count + 2.0)
}

/// Popularity by the logarithm of reactions: comments and shares tell more than likes. A reel that many watch without a
/// reaction has less.
#[allow(clippy::cast_precision_loss, reason = "counts need no more than 53 bits")]
fn popularity(signals: &Signals) -> f64 {
    let reactions = (signals.likes + 2 * signals.comments + 3 * signals.shares).max(0) as f64;
    let share = (reactions + 1.0) / (signals.views.max(0) as f64 + 10.0);
    let size = reactions.ln_1p() / MANY_REACTIONS.ln_1p();
    size.min(1.0) * (0.5 + 0.5 * (share * 10.0).min(1.0))
}

/// Moves reels of one company apart and keeps the order otherwise: each place goes to the first whose company is not
/// among the three before it, or to the first at all.
pub fn spread<T, K: PartialEq>(mut sorted: Vec<T>, company: impl Fn(&T) -> K) -> Vec<T> {
    let mut spread: Vec<T> = Vec::with_capacity(sorted.len());
    while !sorted.is_empty() {
        let recent: Vec<_> = spread.iter().rev().take(APART).map(&company).collect();
        let next = sorted.iter().position(|one| !recent.contains(&company(one))).unwrap_or(0);
        spread.push(sorted.remove(next));
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Signals = Signals {
        followed: false,
        distance_km: None,
        age_ms: 10 * Timestamp::DAY,
        likes: 20,
        comments: 2,
        shares: 0,
        views: 200,
        company_likes: 0,
        company_skips: 0,
        seen: false,
        skipped: false,
    };

    fn value(signals: Signals) -> f64 {
        score(&signals).value
    }

    #[test]
    fn each_signal_moves_the_score_its_way() {
        let plain = value(PLAIN);
        for better in [
            Signals { followed: true, ..PLAIN },
            Signals { distance_km: Some(2.0), ..PLAIN },
            Signals { age_ms: 0, ..PLAIN },
            Signals { likes: 2_000, ..PLAIN },
            Signals { comments: 200, ..PLAIN },
            Signals { shares: 50, ..PLAIN },
            Signals { company_likes: 3, ..PLAIN },
        ] {
            assert!(value(better) > plain, "{better:?}");
        }
        for worse in [
            Signals { company_skips: 4, ..PLAIN },
            Signals { seen: true, ..PLAIN },
            Signals { skipped: true, ..PLAIN },
            Signals { age_ms: 60 * Timestamp::DAY, ..PLAIN },
            Signals { views: 1_000_000, ..PLAIN },
        ] {
            assert!(value(worse) < plain, "{worse:?}");
        }
        assert!(
            value(Signals { distance_km: Some(1.0), ..PLAIN }) > value(Signals { distance_km: Some(60.0), ..PLAIN })
        );
    }

    #[test]
    fn followed_reel_that_was_seen_comes_after_a_new_one() {
        let fresh = Signals { age_ms: Timestamp::HOUR, ..PLAIN };
        assert!(value(Signals { followed: true, seen: true, ..PLAIN }) < value(fresh));
    }

    #[test]
    fn reasons_name_the_strongest_parts_first() {
        let signals = Signals { followed: true, distance_km: Some(3.0), ..PLAIN };
        assert_eq!(score(&signals).why[..2], [FeedReason::Follow, FeedReason::Near]);
        assert!(score(&Signals { likes: 0, comments: 0, ..PLAIN }).why.is_empty());
    }

    #[test]
    fn score_is_finite_for_extreme_counts() {
        let extreme = Signals { likes: 1 << 50, views: 0, age_ms: i64::MIN, distance_km: Some(f64::MAX), ..PLAIN };
        assert!(value(extreme).is_finite() && value(Signals { age_ms: i64::MAX, ..PLAIN }).is_finite());
    }

    #[test]
    fn spread_keeps_companies_apart_while_it_can() {
        let sorted = vec!["a1", "a2", "a3", "b1", "c1", "d1"];
        let spread = spread(sorted, |name| name.chars().next());
        assert_eq!(spread, ["a1", "b1", "c1", "d1", "a2", "a3"]);
    }
}
