//! What is left of dated occurrences, for pages that show several.

use std::ops::Range;

use futures_util::future::try_join;

use super::{counted, plan};
use crate::{
    Db, Result,
    types::{ids::OfferingId, timestamp::Timestamp},
};

/// Reads the units left of each of these occurrences, given by offering and start, over all classes. Classes without a
/// capacity have no end, and what a company marked as sold out has none left. The time until which one can book is not
/// looked at.
pub async fn left(db: &Db, occurrences: &[(OfferingId, Timestamp)], now: Timestamp) -> Result<Vec<i64>> {
    let Some(Range { start, end }) = span(occurrences) else { return Ok(Vec::new()) };
    let mut offerings: Vec<_> = occurrences.iter().map(|(offering, _)| *offering).collect();
    offerings.sort_unstable();
    offerings.dedup();
    let (classes, taken) =
        try_join(plan::classes_of(db, &offerings), counted::taken(db, &offerings, start, end, now)).await?;
    let left = |(offering, starts_at): &(OfferingId, Timestamp)| {
        let of_offering = classes.iter().filter(|class| class.offering_id == *offering);
        let units = of_offering.map(|class| match class.capacity {
            _ if class.sold_out => 0,
            Some(capacity) => counted::left(&taken, class.id, *starts_at, capacity),
            None => i64::MAX,
        });
        units.fold(0_i64, i64::saturating_add)
    };
    Ok(occurrences.iter().map(left).collect())
}

/// Returns the time from the first start until after the last.
fn span(occurrences: &[(OfferingId, Timestamp)]) -> Option<Range<Timestamp>> {
    let starts = || occurrences.iter().map(|(_, starts_at)| *starts_at);
    Some(starts().min()?..starts().max()?.plus(1))
}
