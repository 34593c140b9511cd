//! Reservations of a company as a CSV file, page by page.

use super::{
    Booking, Result,
    list::{ReservationFilter, page_after},
};
use crate::{
    Db, on,
    types::{
        csv::{BYTE_ORDER_MARK, escape, line},
        currency::Currency,
        ids::{BookingId, CompanyId},
        local_time::TimeZone,
        timestamp::Timestamp,
    },
};

/// Reservations of a page.
const PAGE: i64 = 500;

const HEAD: [&str; 17] = [
    "code",
    "state",
    "date",
    "time",
    "until_date",
    "until_time",
    "offering",
    "items",
    "places",
    "name",
    "phone",
    "email",
    "persons",
    "total",
    "currency",
    "paid",
    "note",
];

/// Export in progress.
pub struct Export {
    db: Db,
    company: CompanyId,
    zone: TimeZone,
    filter: ReservationFilter,
    /// Start and id of the last reservation. The outer `None`: the file is complete.
    after: Option<Option<(Timestamp, BookingId)>>,
}

impl Export {
    /// Prepares the export of the reservations that match, in order of their start.
    pub async fn of(db: &Db, company: CompanyId, filter: ReservationFilter) -> Result<Self> {
        let (zone,): (TimeZone,) = on!(db.read(), at => sqlx::query_as("SELECT time_zone FROM company WHERE id = $1")
            .bind(company).fetch_one(at).await)?;
        Ok(Self { db: db.clone(), company, zone, filter, after: Some(None) })
    }

    /// Returns the next part of the file. `None` at its end.
    pub async fn next(&mut self, now: Timestamp) -> Result<Option<Vec<u8>>> {
        let Some(after) = self.after else { return Ok(None) };
        let bookings = page_after(&self.db, self.company, &self.filter, after, PAGE, now).await?;
        let mut text = String::new();
        if after.is_none() {
            text = format!("{BYTE_ORDER_MARK}{}", line(&HEAD.map(str::to_owned)));
        }
        for booking in &bookings {
            text += &self.line(booking)?;
        }
        let is_last = i64::try_from(bookings.len()).unwrap_or(0) < PAGE;
        self.after = bookings.last().filter(|_| !is_last).map(|last| Some((last.starts_at, last.id)));
        Ok(Some(text.into_bytes()))
    }

    fn line(&self, booking: &Booking) -> Result<String> {
        let currency: Option<Currency> = booking.currency.parse().ok();
        let total = currency.map_or_else(|| booking.total.to_string(), |it| it.plain(booking.total));
        let items = booking.items.iter().map(|item| format!("{} x {}", item.quantity, item.name));
        let places = booking.resources.iter().map(|resource| resource.name.clone());
        let state = serde_json::to_value(booking.state)?;
        let date = |at| self.zone.date_at(at).to_string();
        let time = |at| self.zone.minute_at(at).to_string();
        Ok(line(&[
            booking.code.clone(),
            state.as_str().unwrap_or_default().to_owned(),
            date(booking.starts_at),
            time(booking.starts_at),
            date(booking.ends_at),
            time(booking.ends_at),
            escape(&booking.offering.name),
            escape(&items.collect::<Vec<_>>().join(", ")),
            escape(&places.collect::<Vec<_>>().join(", ")),
            escape(&booking.customer_name),
            escape(&booking.contact_number),
            escape(&booking.email),
            booking.members.to_string(),
            total,
            booking.currency.clone(),
            if booking.is_paid { "yes" } else { "no" }.to_owned(),
            escape(&booking.note),
        ]))
    }
}
