//! Ratings of companies and offerings. Rows keep the sum and the count of the stars of their reviews.

use serde::Serialize;
use utoipa::ToSchema;

/// Rating as visitors see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct Rating {
    /// Mean of the stars, from 1 to 5, with one decimal. Null without reviews.
    #[schema(example = 4.6)]
    pub rating: Option<f64>,
    /// Number of reviews.
    pub rating_count: i64,
}

/// Columns of a rating.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub(crate) struct RatingRow {
    rating_sum: i64,
    rating_count: i64,
}

impl RatingRow {
    pub fn rating(self) -> Rating {
        Rating::new(self.rating_sum, self.rating_count)
    }
}

impl Rating {
    #[allow(clippy::cast_precision_loss, reason = "far fewer than 2^52 reviews")]
    pub(crate) fn new(sum: i64, count: i64) -> Self {
        let mean = (count > 0).then(|| (sum as f64 / count as f64 * 10.0).round() / 10.0);
        Self { rating: mean, rating_count: count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rating_is_mean_with_one_decimal_or_none() {
        assert_eq!(Rating::new(14, 3), Rating { rating: Some(4.7), rating_count: 3 });
        assert_eq!(Rating::new(0, 0), Rating { rating: None, rating_count: 0 });
    }
}
