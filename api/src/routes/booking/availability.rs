//! Availability of an offering: the days of a calendar, and the slots of one day.

use actix_web::{get, web};
use serde::Deserialize;
use store::{
    inventory::{
        calendar::{self, DAYS_MAX, Day},
        plan,
        slots::{self, DaySlots},
    },
    types::{
        ids::{OfferingId, ResourceId},
        timestamp::{Date, Timestamp},
    },
};
use utoipa::IntoParams;

use super::check_category;
use crate::{
    app_state::AppState,
    error::{Error, Result},
    http::{
        extract::{App, ClientInfo, OptionalAuth, Query},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::Envelope,
    },
};

/// Maximum party that availability is computed for.
const MEMBERS_MAX: i64 = 100;

pub fn routes(api: &mut ServiceConfig) {
    api.service(days)
        .service(slots_of_day)
        .service(aesthetics_slots)
        .service(relaxation_slots)
        .service(art_slots)
        .service(nightclub_slots)
        .service(sports_slots)
        .service(any_slots);
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DaysQuery {
    /// First date, in the company's time zone.
    from: Date,
    /// Last date: at most 91 days after the first.
    to: Date,
    /// Size of the party: 1 by default.
    #[param(minimum = 1, maximum = 100)]
    members: Option<i64>,
    /// Member of staff whose free times count. All by default.
    resource_id: Option<ResourceId>,
}

/// Checks the size of a party. 1 by default.
pub(super) fn members(members: Option<i64>) -> Result<i64> {
    match members.unwrap_or(1) {
        members @ 1..=MEMBERS_MAX => Ok(members),
        _ => Err(Error::field("members", format!("Choose from 1 to {MEMBERS_MAX}."))),
    }
}

/// List the days of an offering with what is free
#[utoipa::path(
    tag = "booking", operation_id = "booking_list_days",
    params(("offering_id" = OfferingId, Path), DaysQuery),
    responses((status = 200, body = Envelope<Vec<Day>>))
)]
#[get("/users/offerings/{offering_id}/availability/")]
async fn days(
    app: App,
    viewer: OptionalAuth,
    device: ClientInfo,
    id: web::Path<OfferingId>,
    query: Query<DaysQuery>,
) -> Result<Envelope<Vec<Day>>> {
    app.limits.check(RateLimitKey::Searches(device.address), Timestamp::now())?;
    let DaysQuery { from, to, members: party, resource_id } = query.0;
    if !(0..DAYS_MAX).contains(&from.days_until(&to)) {
        return Err(Error::field("to", format!("Choose a date at most {} days after the first.", DAYS_MAX - 1)));
    }
    let party = (members(party)?, resource_id);
    let terms = plan::terms_for(&app.db, id.into_inner(), viewer.user()).await?;
    Ok(Envelope::ok(calendar::days_of(&app.db, terms, &from, &to, party, Timestamp::now()).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DayQuery {
    /// Date in the company's time zone.
    date: Date,
    /// Size of the party: 1 by default.
    #[param(minimum = 1, maximum = 100)]
    members: Option<i64>,
}

/// List the slots of an offering on one day
///
/// Every start that the rules allow, with what is left of it.
#[utoipa::path(
    tag = "booking", operation_id = "booking_list_slots",
    params(("offering_id" = OfferingId, Path), DayQuery),
    responses((status = 200, body = Envelope<DaySlots>))
)]
#[get("/users/offerings/{offering_id}/slots/")]
async fn slots_of_day(
    app: App,
    viewer: OptionalAuth,
    device: ClientInfo,
    id: web::Path<OfferingId>,
    query: Query<DayQuery>,
) -> Result<Envelope<DaySlots>> {
    show(&app, &viewer, &device, id.into_inner(), (&query.0.date, query.0.members), &[]).await
}

/// Reads the slots of a day for a party. `categories` are the keys that the operation serves; empty: all.
async fn show(
    app: &AppState,
    viewer: &OptionalAuth,
    device: &ClientInfo,
    offering: OfferingId,
    (date, party): (&Date, Option<i64>),
    categories: &[&str],
) -> Result<Envelope<DaySlots>> {
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::Searches(device.address), now)?;
    let party = members(party)?;
    let terms = plan::terms_for(&app.db, offering, viewer.user()).await?;
    check_category(&terms, categories)?;
    Ok(Envelope::ok(slots::day_of(&app.db, terms, date, party, now).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SlotsQuery {
    product_id: OfferingId,
    /// Date in the company's time zone.
    date: Date,
    /// Size of the party: 1 by default.
    #[param(minimum = 1, maximum = 100)]
    members: Option<i64>,
}

/// Defines the operations of the specification that list slots: path, operation id, and the categories that each serves.
macro_rules! slots_of_category {
    ($($name:ident $path:literal $id:literal [$($category:literal),*];)*) => {$(
        /// List the slots of an offering of this category on one day
        #[utoipa::path(
            tag = "booking", operation_id = $id, params(SlotsQuery), responses((status = 200, body = Envelope<DaySlots>))
        )]
        #[get($path)]
        async fn $name(
            app: App,
            viewer: OptionalAuth,
            device: ClientInfo,
            query: Query<SlotsQuery>,
        ) -> Result<Envelope<DaySlots>> {
            let SlotsQuery { product_id, date, members } = query.0;
            show(&app, &viewer, &device, product_id, (&date, members), &[$($category),*]).await
        }
    )*};
}

slots_of_category! {
    aesthetics_slots "/users/availableaesthetics-slots/" "booking_list_aesthetics_slots" ["beauty"];
    relaxation_slots "/users/availablerelaxation-slots/" "booking_list_relaxation_slots" ["relaxation"];
    art_slots "/users/availableartandculture-slots/" "booking_list_art_slots" ["art"];
    nightclub_slots "/users/availablenightclub-slots/" "booking_list_nightclub_slots" ["music"];
    sports_slots "/users/availablesportsandnutical-slots/" "booking_list_sports_slots" ["experiences"];
    any_slots "/users/available-slots/" "booking_list_any_slots" [];
}
