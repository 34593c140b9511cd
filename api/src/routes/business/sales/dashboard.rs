//! Dashboard of a company, and its earnings over a range of days.

use actix_web::get;
use serde::{Deserialize, Serialize};
use store::{
    company::Permission,
    dashboard::{self, Dashboard},
    sales::day::{self, DayFigures},
    types::timestamp::{Date, Timestamp},
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    auth::permission::company_for,
    error::{Error, Result},
    http::{
        extract::{App, Pro, Query},
        openapi::ServiceConfig,
        response::Envelope,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(show_dashboard).service(show_earnings);
}

/// Maximum days of a range.
const DAYS_MAX: i64 = 731;

/// Get the dashboard of your company
///
/// Today in the company's time zone, open orders, and what waits for you.
#[utoipa::path(
    tag = "business", operation_id = "business_show_dashboard", responses((status = 200, body = Envelope<Dashboard>)), security(("bearer" = []))
)]
#[get("/userprofessional/dashboard/")]
async fn show_dashboard(app: App, user: Pro) -> Result<Envelope<Dashboard>> {
    let company = company_for(&app, user.user, Permission::Orders).await?;
    Ok(Envelope::ok(dashboard::of_company(&app.db, company, Timestamp::now()).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EarningsQuery {
    /// First day.
    from: Date,
    /// Last day. At most 731 days.
    to: Date,
    /// Adds the days right before, as many.
    #[serde(default)]
    compare: bool,
}

/// Figures of a range of days. Days without orders are left out.
#[derive(Serialize, ToSchema)]
pub struct Earnings {
    from: Date,
    to: Date,
    days: Vec<DayFigures>,
    /// The range right before. Null if it was not asked for.
    before: Option<EarningsBefore>,
}

/// Range of days to compare with.
#[derive(Serialize, ToSchema)]
pub struct EarningsBefore {
    from: Date,
    to: Date,
    days: Vec<DayFigures>,
}

/// Get the earnings of your company
///
/// By day of the order, in the company's time zone. Not for staff.
#[utoipa::path(
    tag = "business", operation_id = "business_show_earnings", params(EarningsQuery), responses((status = 200, body = Envelope<Earnings>)), security(("bearer" = []))
)]
#[get("/userprofessional/earnings/")]
async fn show_earnings(app: App, user: Pro, query: Query<EarningsQuery>) -> Result<Envelope<Earnings>> {
    let EarningsQuery { from, to, compare } = query.0;
    let length = from.days_until(&to) + 1;
    if !(1..=DAYS_MAX).contains(&length) {
        return Err(Error::field("to", format!("Choose 1 to {DAYS_MAX} days.")));
    }
    let company = company_for(&app, user.user, Permission::Store).await?;
    let days = day::range(&app.db, company, &from, &to).await?;
    let before = if compare {
        let (from, to) = (from.plus_days(-length), from.plus_days(-1));
        let days = day::range(&app.db, company, &from, &to).await?;
        Some(EarningsBefore { from, to, days })
    } else {
        None
    };
    Ok(Envelope::ok(Earnings { from, to, days, before }))
}
