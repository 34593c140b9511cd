//! Rows of reviews, and the followers that reviews bring.

use serde_json::{Value, json};

use super::{
    super::{market::PersonScript, run},
    Known, MarketRows, Site,
};
use crate::{Result, db::Tx, each, types::timestamp::Timestamp};

/// Demo users who follow the companies of the other demo users.
const FOLLOWERS: [&str; 3] = ["alice", "bruno", "sofia"];

impl MarketRows {
    /// Adds the reviews of a company. Returns the accounts that follow it.
    pub(super) fn reviews(
        &mut self,
        site: &Site,
        offerings: &[i64],
        people: &[PersonScript],
        known: &Known,
    ) -> Vec<i64> {
        let friends = FOLLOWERS.iter().filter(|_| site.script.owner.is_some());
        let mut followers: Vec<i64> = friends.filter_map(|name| known.accounts.get(*name)).copied().collect();
        for (at, review) in site.script.reviews.iter().enumerate() {
            let author = known.account(&people[review.author].user_name);
            // Half of the happy customers follow.
            if review.rating == 5 && at % 2 == 0 {
                followers.push(author);
            }
            let day = |days_ago: u32| known.now.plus(-i64::from(days_ago) * Timestamp::DAY - minutes(at));
            let replied = review.reply.as_ref();
            let replied_at = replied
                .map(|reply| day(reply.days_ago).max(day(review.days_ago).plus(Timestamp::HOUR)).min(known.now).0);
            self.reviews.push(json!([
                known.ids.next(known.now),
                site.id,
                review.offering.and_then(|offering| offerings.get(offering)),
                author,
                review.rating,
                review.service_fast,
                review.as_described,
                review.meets_expectations,
                review.product_quality,
                review.comment,
                replied.map(|reply| &reply.text),
                replied_at,
                day(review.days_ago).0
            ]));
        }
        followers
    }
}

/// Returns a time of day that differs between neighbours, so that reviews have an order.
fn minutes(at: usize) -> i64 {
    let minute = i64::try_from(at * 37 % 1380).unwrap_or_default() + 60;
    minute * Timestamp::MINUTE
}

pub async fn insert(tx: &mut Tx, reviews: &[Value]) -> Result<()> {
    let at = tx.at();
    let sql = each!(
        at,
        "INSERT INTO review (id, company_id, offering_id, author_id, rating, service_fast, as_described, meets_expectations,
            product_quality, comments, reply, replied_at, created_at)
         SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), CAST(value->>3 AS BIGINT),
            CAST(value->>4 AS BIGINT), CAST(value->>5 AS BOOLEAN), CAST(value->>6 AS BOOLEAN),
            CAST(value->>7 AS BOOLEAN), value->>8, value->>9, value->>10, CAST(value->>11 AS BIGINT),
            CAST(value->>12 AS BIGINT) FROM ",
        ""
    );
    run(tx, sql, reviews).await
}
