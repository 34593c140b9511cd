//! Room types, with the price of a stay and the rooms left.

use actix_web::get;
use serde::Deserialize;
use store::{
    inventory::stay::{self, NIGHTS_MAX, RoomFilter, RoomOffer, Stay},
    types::{
        ids::{CompanyId, OfferingId},
        local_time::TimeZone,
        timestamp::{Date, Timestamp},
    },
};
use utoipa::IntoParams;

use super::filter::{LISTED, check_days, listed_features, window};
use crate::{
    error::{FieldErrors, Result},
    http::{
        extract::{App, OptionalAuth, Query},
        openapi::ServiceConfig,
        response::{Page, Pagination},
    },
};

/// Maximum guests of one room, and rooms of one booking.
const GUESTS_MAX: i64 = 20;

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_rooms);
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RoomQuery {
    company_id: Option<CompanyId>,
    product_id: Option<OfferingId>,
    /// Keys of features that the hotel states, separated by commas. All must match.
    #[param(example = "free_wifi,pet_friendly")]
    filters: Option<String>,
    /// First night, from today to two years ahead. Sent together with `check_out`.
    check_in: Option<Date>,
    /// Day of departure, at most 30 days after the first night.
    check_out: Option<Date>,
    /// Adults in all rooms.
    #[param(minimum = 1, maximum = 20)]
    adults: Option<i64>,
    #[param(minimum = 0, maximum = 20)]
    children: Option<i64>,
    /// 1 by default.
    #[param(minimum = 1, maximum = 20)]
    rooms: Option<i64>,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

impl RoomQuery {
    fn checked(self, today: &Date) -> Result<(RoomFilter, Option<Stay>)> {
        let mut checks = FieldErrors::default();
        let numbers = [("adults", self.adults, 1), ("children", self.children, 0), ("rooms", self.rooms, 1)];
        for (field, number, least) in numbers {
            if number.is_some_and(|number| !(least..=GUESTS_MAX).contains(&number)) {
                checks.add(field, format!("Enter a number from {least} to {GUESTS_MAX}."));
            }
        }
        let rooms = self.rooms.unwrap_or(1).max(1);
        let stay = match (self.check_in, self.check_out) {
            (Some(check_in), Some(check_out)) => Some(Stay { check_in, check_out, rooms }),
            (None, None) => None,
            (Some(_), None) => {
                checks.add("check_out", "Send both dates.");
                None
            }
            (None, Some(_)) => {
                checks.add("check_in", "Send both dates.");
                None
            }
        };
        if let Some(Stay { check_in, check_out, .. }) = &stay {
            check_days(&mut checks, ("check_in", check_in), ("check_out", check_out), 1..=NIGHTS_MAX, today);
        }
        let features = checks.check("filters", listed_features(self.filters.as_deref())).unwrap_or_default();
        checks.finish()?;
        let filter = RoomFilter {
            company: self.company_id,
            offering: self.product_id,
            features,
            adults: self.adults,
            children: self.children,
            rooms,
        };
        Ok((filter, stay))
    }
}

/// Search hotel rooms
///
/// With dates, each room type has the price of the stay and the rooms left.
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_rooms", params(RoomQuery),
    responses((status = 200, body = Page<RoomOffer>))
)]
#[get("/users/hotel-products/")]
async fn list_rooms(app: App, _: OptionalAuth, query: Query<RoomQuery>) -> Result<Page<RoomOffer>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, LISTED)?;
    let now = Timestamp::now();
    let (filter, stay) = query.0.checked(&TimeZone::utc().date_at(now))?;
    let (rooms, total) = stay::rooms(&app.db, &filter, stay.as_ref(), window(paging), now).await?;
    Ok(Page::new(rooms, paging, total))
}
