//! Lists of companies: search, filters, distance.

use serde::Serialize;
use utoipa::ToSchema;

use super::public::{self, CompanySummary};
use crate::{
    Db, Result,
    catalogue::filter::{Filter, Window},
    types::{ids::CompanyId, timestamp::Timestamp},
};

/// Company in a list, with its distance from the position of the filter.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ListedCompany {
    #[serde(flatten)]
    pub company: CompanySummary,
    /// Null without a position.
    pub distance_km: Option<f64>,
}

/// Returns a page of the companies that match, and their total.
pub async fn list(db: &Db, filter: &Filter, window: Window, now: Timestamp) -> Result<(Vec<ListedCompany>, i64)> {
    list_with(db, filter, window, now, async |ids| public::summaries(db, ids, now).await).await
}

/// Same, with `summaries` to read the companies of the page in the given order.
pub async fn list_with(
    db: &Db,
    filter: &Filter,
    window: Window,
    now: Timestamp,
    summaries: impl AsyncFnOnce(&[CompanyId]) -> Result<Vec<CompanySummary>>,
) -> Result<(Vec<ListedCompany>, i64)> {
    let selected = filter.select(db, &filter.companies(), window, now).await?;
    let ids: Vec<_> = selected.ids.iter().copied().map(CompanyId).collect();
    let listed = summaries(&ids).await?.into_iter().map(|company| {
        let distance_km = selected.distances.get(&company.id.0).map(|distance| (distance * 10.0).round() / 10.0);
        ListedCompany { company, distance_km }
    });
    Ok((listed.collect(), selected.total))
}
