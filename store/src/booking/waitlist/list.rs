//! Waitlist entries as customers and companies see them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Db,
    booking::{Result, list::Window, view::BookingOffering},
    catalogue::detail::Availability,
    media, on,
    types::{
        ids::{BookingId, CompanyId, OccurrenceId, OfferingId, UserId, WaitlistEntryId},
        local_time::TimeZone,
        timestamp::{Date, Timestamp},
    },
};

/// Progress of a waitlist entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum WaitlistState {
    Waiting,
    /// Room is held for the customer until `offer_expires_at`.
    Offered,
    /// The customer did not take the offer.
    Lapsed,
}

/// Entry of a waitlist.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct WaitlistEntry {
    pub id: WaitlistEntryId,
    pub state: WaitlistState,
    pub company: WaitlistCompany,
    pub offering: BookingOffering,
    /// Local date of the slot, or of the arrival.
    pub date: Date,
    /// Departure of a stay.
    pub check_out: Option<Date>,
    /// Chosen start. Null: any start on the date, or a stay.
    pub starts_at: Option<Timestamp>,
    pub occurrence_id: Option<OccurrenceId>,
    /// Name of the class.
    pub variant: Option<String>,
    /// Units of the class, or rooms.
    pub quantity: i64,
    /// Persons, children included.
    pub members: i64,
    pub children: i64,
    /// Entries ahead in line.
    pub ahead: i64,
    /// Offered hold, to confirm.
    pub booking_id: Option<BookingId>,
    pub offer_expires_at: Option<Timestamp>,
    pub customer_name: String,
    pub contact_number: String,
    pub email: String,
    pub note: String,
    pub created_at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WaitlistCompany {
    pub id: CompanyId,
    pub handle: String,
    pub name: String,
    pub city: String,
    pub time_zone: TimeZone,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: WaitlistEntryId,
    state: WaitlistState,
    company_id: CompanyId,
    handle: String,
    company_name: String,
    city: String,
    time_zone: TimeZone,
    offering_id: OfferingId,
    offering_name: String,
    category: String,
    availability: Availability,
    picture: Option<String>,
    date: Date,
    check_out: Option<Date>,
    slot_at: Option<Timestamp>,
    occurrence_id: Option<OccurrenceId>,
    variant: Option<String>,
    quantity: i64,
    members: i64,
    children: i64,
    ahead: i64,
    hold_expires_at: Option<Timestamp>,
    customer_name: String,
    contact_number: String,
    email: String,
    note: String,
    created_at: Timestamp,
}

/// Query of entries whose time is not over; `$2` is the time. The caller adds conditions on `e`. Entries whose offer was
/// confirmed are bookings.
macro_rules! entries {
    ($conditions:literal) => {
        concat!(
            "SELECT e.id, CASE WHEN e.offered_at IS NULL THEN 'waiting' WHEN b.state = 'held' AND b.hold_expires_at > $2
                    THEN 'offered' ELSE 'lapsed' END AS state,
                e.company_id, c.handle, c.name AS company_name, c.city, c.time_zone, e.offering_id, o.name AS offering_name,
                o.category, o.availability,
                (SELECT m.key FROM offering_picture p JOIN media m ON m.id = p.media_id
                 WHERE p.offering_id = o.id ORDER BY p.position LIMIT 1) AS picture,
                e.date, e.check_out, e.slot_at, e.occurrence_id, v.name AS variant, e.quantity, e.members, e.children,
                (SELECT COUNT(*) FROM waitlist_entry f
                 WHERE f.offering_id = e.offering_id AND f.offered_at IS NULL AND f.starts_at < e.ends_at
                    AND f.ends_at > e.starts_at AND (f.created_at, f.id) < (e.created_at, e.id)) AS ahead,
                CASE WHEN b.state = 'held' THEN b.hold_expires_at END AS hold_expires_at,
                e.customer_name, e.contact_number, e.email, e.note, e.created_at
             FROM waitlist_entry e JOIN company c ON c.id = e.company_id JOIN offering o ON o.id = e.offering_id
                LEFT JOIN offering_variant v ON v.id = e.variant_id LEFT JOIN booking b ON b.id = e.id
             WHERE e.ends_at > $2 AND (b.id IS NULL OR b.state IN ('held', 'expired'))",
            $conditions
        )
    };
}

/// Returns the entries of a customer, the next first.
pub async fn of_customer(db: &Db, account: UserId, now: Timestamp) -> Result<Vec<WaitlistEntry>> {
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(
        entries!(" AND e.account_id = $1 ORDER BY e.starts_at, e.id LIMIT 100"))
        .bind(account).bind(now).fetch_all(at).await)?;
    Ok(rows.into_iter().map(Row::shown).collect())
}

/// Returns one entry of a customer.
pub async fn find(db: &Db, account: UserId, id: WaitlistEntryId, now: Timestamp) -> Result<WaitlistEntry> {
    let row: Row = on!(db.read(), at => sqlx::query_as(entries!(" AND e.account_id = $1 AND e.id = $3"))
        .bind(account).bind(now).bind(id).fetch_one(at).await)?;
    Ok(row.shown())
}

/// Returns the customers who wait at a company or have an open offer, and their number. The line of each time is in order.
pub async fn of_company(
    db: &Db,
    company: CompanyId,
    offering: Option<OfferingId>,
    page: Window,
    now: Timestamp,
) -> Result<(Vec<WaitlistEntry>, i64)> {
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM waitlist_entry e LEFT JOIN booking b ON b.id = e.id
         WHERE e.company_id = $1 AND e.ends_at > $2 AND ($3 IS NULL OR e.offering_id = $3)
            AND (e.offered_at IS NULL OR b.state = 'held' AND b.hold_expires_at > $2)")
        .bind(company).bind(now).bind(offering).fetch_one(at).await)?;
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(entries!(
        " AND e.company_id = $1 AND ($3 IS NULL OR e.offering_id = $3)
            AND (e.offered_at IS NULL OR b.state = 'held' AND b.hold_expires_at > $2)
          ORDER BY e.date, e.created_at, e.id LIMIT $4 OFFSET $5"))
        .bind(company).bind(now).bind(offering).bind(page.limit).bind(page.offset).fetch_all(at).await)?;
    Ok((rows.into_iter().map(Row::shown).collect(), total))
}

impl Row {
    fn shown(self) -> WaitlistEntry {
        let is_offered = self.state == WaitlistState::Offered;
        WaitlistEntry {
            booking_id: is_offered.then_some(BookingId(self.id.0)),
            offer_expires_at: self.hold_expires_at.filter(|_| is_offered),
            id: self.id,
            state: self.state,
            company: WaitlistCompany {
                id: self.company_id,
                handle: self.handle,
                name: self.company_name,
                city: self.city,
                time_zone: self.time_zone,
            },
            offering: BookingOffering {
                id: self.offering_id,
                name: self.offering_name,
                category: self.category,
                availability: self.availability,
                picture: self.picture.as_deref().map(media::url),
            },
            date: self.date,
            check_out: self.check_out,
            starts_at: self.slot_at,
            occurrence_id: self.occurrence_id,
            variant: self.variant.filter(|name| !name.is_empty()),
            quantity: self.quantity,
            members: self.members,
            children: self.children,
            ahead: self.ahead,
            customer_name: self.customer_name,
            contact_number: self.contact_number,
            email: self.email,
            note: self.note,
            created_at: self.created_at,
        }
    }
}
