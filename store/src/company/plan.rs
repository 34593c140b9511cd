//! Plans of companies: each sets how much a company may have. A plan costs nothing, and the owner changes it at any time.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::employee::MAX_MEMBERS;
use crate::{
    Db, Result,
    db::{Aggregate, Tx},
    on,
    types::{ids::CompanyId, timestamp::Timestamp},
};

/// Key of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum PlanKey {
    /// Plan of a new company.
    Start,
    Team,
    House,
}

/// Plan and its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Plan {
    pub key: PlanKey,
    /// Maximum members of the team, the owner included.
    pub members: i64,
    /// Maximum promo codes, ended ones included.
    pub promo_codes: i64,
    /// Maximum advertisements at a time.
    pub advertisements: i64,
}

/// All plans, the smallest first.
pub const PLANS: &[Plan] = &[
    Plan { key: PlanKey::Start, members: 5, promo_codes: 10, advertisements: 1 },
    Plan { key: PlanKey::Team, members: 25, promo_codes: 100, advertisements: 5 },
    Plan { key: PlanKey::House, members: MAX_MEMBERS, promo_codes: 500, advertisements: 50 },
];

impl Plan {
    fn allows(&self, used: &PlanUse) -> bool {
        used.members <= self.members
            && used.promo_codes <= self.promo_codes
            && used.advertisements <= self.advertisements
    }
}

impl PlanKey {
    pub fn plan(self) -> &'static Plan {
        PLANS.iter().find(|plan| plan.key == self).unwrap_or(&PLANS[0])
    }
}

/// Use of the limits of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct PlanUse {
    pub members: i64,
    /// Promo codes that have not ended and are not used up.
    pub promo_codes: i64,
    /// Advertisements that run or will.
    pub advertisements: i64,
}

/// Plan of a company, its use, and all plans.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CompanyPlan {
    pub plan: PlanKey,
    #[serde(rename = "use")]
    pub used: PlanUse,
    /// The smallest first.
    pub plans: &'static [Plan],
}

/// Result of a change of plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Done,
    /// The company has more than the plan allows.
    TooSmall(PlanUse),
}

/// Returns the plan of a company and its use.
pub async fn subscription(db: &Db, company: CompanyId, now: Timestamp) -> Result<CompanyPlan> {
    let (plan,): (PlanKey,) = on!(db.read(), at => sqlx::query_as("SELECT plan FROM company WHERE id = $1")
        .bind(company).fetch_one(at).await)?;
    let used = on!(db.read(), at => sqlx::query_as(USE).bind(company).bind(now).fetch_one(at).await)?;
    Ok(CompanyPlan { plan, used, plans: PLANS })
}

const USE: &str = "SELECT (SELECT COUNT(*) FROM company_member WHERE company_id = $1) AS members,
    (SELECT COUNT(*) FROM promo_code WHERE company_id = $1 AND ends_at > $2
        AND (limit_total IS NULL OR used < limit_total)) AS promo_codes,
    (SELECT COUNT(*) FROM advertisement WHERE company_id = $1 AND ends_at > $2 AND NOT paused) AS advertisements";

/// Changes the plan of a company, unless the company has more than the plan allows.
pub async fn change(db: &Db, company: CompanyId, key: PlanKey, now: Timestamp) -> Result<Change> {
    let mut tx = db.begin().await?;
    tx.lock_company(company).await?;
    tx.changes(Aggregate::Company(company));
    let used: PlanUse = on!(tx.at(), at => sqlx::query_as(USE).bind(company).bind(now).fetch_one(at).await)?;
    if !key.plan().allows(&used) {
        return Ok(Change::TooSmall(used));
    }
    on!(tx.at(), at => sqlx::query("UPDATE company SET plan = $2, changed_at = $3 WHERE id = $1")
        .bind(company).bind(key).bind(now).execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok(Change::Done)
}

/// Returns the plan of a company whose row is locked.
pub(crate) async fn of(tx: &mut Tx, company: CompanyId) -> Result<&'static Plan> {
    let (plan,): (PlanKey,) = on!(tx.at(), at => sqlx::query_as("SELECT plan FROM company WHERE id = $1")
        .bind(company).fetch_one(at).await)?;
    Ok(plan.plan())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_plan_allows_more_than_the_one_before() {
        for pair in PLANS.windows(2) {
            assert!(pair[0].members < pair[1].members && pair[0].promo_codes < pair[1].promo_codes);
            assert!(pair[0].advertisements < pair[1].advertisements);
        }
        assert!(PLANS.iter().all(|plan| plan.key.plan() == plan));
    }
}
