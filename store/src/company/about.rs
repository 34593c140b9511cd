//! Practical information about a company: hours, facilities, policies, address.

use serde::Serialize;
use utoipa::ToSchema;

use super::public::{self, Relation};
use crate::{
    Db, Result,
    catalogue::opening_hours::{OpeningHours, OpeningState},
    on,
    types::{
        ids::{CompanyId, PolicyId},
        local_time::TimeZone,
        timestamp::Timestamp,
    },
};

/// Maximum policies and facilities that are shown.
const POLICIES: i64 = 300;

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CompanyAbout {
    pub id: CompanyId,
    pub name: String,
    pub description: String,
    pub opening: OpeningState,
    pub hours: OpeningHours,
    pub time_zone: TimeZone,
    pub facilities: Vec<CompanyFacility>,
    pub policies: PoliciesByKind,
    pub address: String,
    pub city: String,
    pub postal_code: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub phone: String,
    pub email: String,
    pub website: Option<String>,
    /// Keys of the filter features that the company states.
    pub features: Vec<String>,
    /// Time at which the opening state or the dates of exceptions change.
    #[serde(skip)]
    pub changes_at: Timestamp,
}

/// Facility of a company: one of the list, or its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CompanyFacility {
    pub id: PolicyId,
    /// Key of a listed facility.
    #[schema(example = "wifi")]
    pub facility: Option<String>,
    pub title: String,
    pub text: String,
}

/// Policies that customers read, by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct PoliciesByKind {
    pub cancellation: Vec<PolicyText>,
    pub rule: Vec<PolicyText>,
    pub refund: Vec<PolicyText>,
    pub privacy: Vec<PolicyText>,
    pub directions: Vec<PolicyText>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PolicyText {
    pub id: PolicyId,
    /// Key of the category that it applies to. Null: all.
    pub category: Option<String>,
    pub title: String,
    pub text: String,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: PolicyId,
    kind: String,
    category: Option<String>,
    title: String,
    text: String,
    facility: Option<String>,
}

/// Returns the information about the company with this id or handle.
pub async fn about(db: &Db, key: &str, now: Timestamp) -> Result<CompanyAbout> {
    let details = public::details(db, key, Relation::default(), now).await?;
    let summary = details.summary;
    let (facilities, policies) = policies(db, summary.id).await?;
    Ok(CompanyAbout {
        facilities,
        policies,
        id: summary.id,
        name: summary.name,
        description: details.description,
        opening: summary.opening,
        hours: details.hours,
        time_zone: summary.time_zone,
        address: details.address,
        city: summary.city,
        postal_code: details.postal_code,
        country: summary.country,
        latitude: summary.latitude,
        longitude: summary.longitude,
        phone: details.phone,
        email: details.email,
        website: details.website,
        features: summary.features,
        changes_at: details.changes_at,
    })
}

async fn policies(db: &Db, company: CompanyId) -> Result<(Vec<CompanyFacility>, PoliciesByKind)> {
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(
        "SELECT id, kind, category, title, text, facility FROM policy WHERE company_id = $1
         ORDER BY kind, position, id LIMIT $2")
        .bind(company).bind(POLICIES).fetch_all(at).await)?;
    let (mut facilities, mut policies) = (Vec::new(), PoliciesByKind::default());
    for Row { id, kind, category, title, text, facility } in rows {
        let shown = match kind.as_str() {
            "cancellation" => &mut policies.cancellation,
            "rule" => &mut policies.rule,
            "refund" => &mut policies.refund,
            "privacy" => &mut policies.privacy,
            "directions" => &mut policies.directions,
            _ => {
                facilities.push(CompanyFacility { id, facility, title, text });
                continue;
            }
        };
        shown.push(PolicyText { id, category, title, text });
    }
    Ok((facilities, policies))
}
