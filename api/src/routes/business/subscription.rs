//! Plan of the caller's company.

use actix_web::{get, put};
use serde::Deserialize;
use store::{
    company::{
        Permission,
        plan::{self, Change, CompanyPlan, PlanKey},
    },
    types::timestamp::Timestamp,
};
use utoipa::ToSchema;

use crate::{
    auth::permission::company_for,
    error::{Error, Result},
    http::{
        extract::{App, Body, Pro},
        openapi::ServiceConfig,
        response::Envelope,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(show_subscription).service(change_subscription);
}

/// Get the plan of your company
///
/// With the use of its limits, and all plans. Plans cost nothing.
#[utoipa::path(
    tag = "business", operation_id = "business_show_subscription",
    responses((status = 200, body = Envelope<CompanyPlan>)), security(("bearer" = []))
)]
#[get("/userprofessional/subscription/")]
async fn show_subscription(app: App, user: Pro) -> Result<Envelope<CompanyPlan>> {
    let company = company_for(&app, user.user, Permission::Company).await?;
    Ok(Envelope::ok(plan::subscription(&app.db, company, Timestamp::now()).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanChoice {
    plan: PlanKey,
}

/// Change the plan of your company
///
/// Applies at once. A plan that allows less than the company has is refused with `business.plan_too_small`.
#[utoipa::path(
    tag = "business", operation_id = "business_change_subscription", request_body = PlanChoice,
    responses((status = 200, body = Envelope<CompanyPlan>)), security(("bearer" = []))
)]
#[put("/userprofessional/subscription/")]
async fn change_subscription(app: App, user: Pro, form: Body<PlanChoice>) -> Result<Envelope<CompanyPlan>> {
    let company = company_for(&app, user.user, Permission::Company).await?;
    match plan::change(&app.db, company, form.0.plan, Timestamp::now()).await? {
        Change::Done => Ok(Envelope::ok(plan::subscription(&app.db, company, Timestamp::now()).await?)),
        Change::TooSmall(_) => {
            Err(Error::conflict("business.plan_too_small", "Your company has more than this plan allows."))
        }
    }
}
