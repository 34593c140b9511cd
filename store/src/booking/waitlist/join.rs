//! Joining and leaving a waitlist.

use super::Wanted;
use crate::{
    Db,
    booking::{
        Actor, BookingError, BookingState, InventoryChange, Refusal, Result,
        confirm::Contact,
        draft::Draft,
        transition::{Step, read},
    },
    db::Tx,
    inventory::{
        plan::{self, Terms},
        slots::Stock,
    },
    on,
    types::{
        ids::{BookingId, CompanyId, OfferingId, UserId, WaitlistEntryId},
        timestamp::{Date, Timestamp},
    },
};

/// Maximum entries of one customer that wait or are offered.
pub const ENTRIES_MAX: i64 = 10;

/// Entry to make. All texts are validated.
#[derive(Clone, Debug)]
pub struct NewEntry {
    pub id: WaitlistEntryId,
    pub offering: OfferingId,
    pub account: UserId,
    pub wanted: Wanted,
    pub contact: Contact,
}

/// Joins the waitlist of a time that is full. Returns the id of the entry: that of the first one after a repeat.
pub async fn join(db: &Db, new: &NewEntry, now: Timestamp) -> Result<WaitlistEntryId> {
    let terms = plan::terms(db, new.offering).await?;
    let dates = new.wanted.dates(db, &terms).await?;
    let mut stock = Stock::load(db, terms.clone(), &dates.0, &dates.1, now).await?;
    match new.wanted.drafts(&stock, &dates, now) {
        Ok(drafts) if drafts.iter().any(|draft| draft.fits(&stock)) => return Err(Refusal::StillFree.into()),
        Ok(_) | Err(BookingError::Refused(Refusal::SoldOut)) => {}
        Err(wrong) => return Err(wrong),
    }
    // The company may put a sold-out offering on sale again.
    stock.plan.terms.sold_out = false;
    stock.plan.variants.iter_mut().for_each(|variant| variant.sold_out = false);
    let drafts = new.wanted.drafts(&stock, &dates, now)?;
    let Some(first) = drafts.first() else { return Err(Refusal::SoldOut.into()) };
    write(db, &Row::of(new, &terms, first), now).await
}

/// Row to insert.
struct Row<'a> {
    new: &'a NewEntry,
    company: CompanyId,
    date: Date,
    slot_at: Option<Timestamp>,
    starts_at: Timestamp,
    ends_at: Timestamp,
    quantity: i64,
    members: i64,
    children: i64,
}

impl<'a> Row<'a> {
    fn of(new: &'a NewEntry, terms: &Terms, draft: &Draft) -> Self {
        let Wanted { request, any_time_on } = &new.wanted;
        let day = any_time_on.as_ref().map(|date| terms.time_zone.day_bounds(date));
        let is_stay = request.check_in.is_some();
        Self {
            new,
            company: terms.company_id,
            date: any_time_on.clone().unwrap_or_else(|| terms.time_zone.date_at(draft.starts_at)),
            slot_at: (day.is_none() && !is_stay).then_some(draft.starts_at),
            starts_at: day.as_ref().map_or(draft.starts_at, |day| day.start),
            ends_at: day.map_or(draft.ends_at, |day| day.end),
            members: draft.members,
            children: draft.children,
            quantity: request.rooms.or(request.items.first().map(|(_, quantity)| *quantity)).unwrap_or(1),
        }
    }
}

async fn write(db: &Db, row: &Row<'_>, now: Timestamp) -> Result<WaitlistEntryId> {
    let Row { new, company, .. } = row;
    let mut tx = db.begin().await?;
    // Two requests of one customer count each other.
    tx.lock_accounts(&[new.account.0]).await?;
    if let Some(known) = repeated(&mut tx, row, now).await? {
        return Ok(known);
    }
    let (active,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM waitlist_entry e LEFT JOIN booking b ON b.id = e.id
         WHERE e.account_id = $1 AND e.ends_at > $2
            AND (e.offered_at IS NULL OR b.state = 'held' AND b.hold_expires_at > $2)")
        .bind(new.account).bind(now).fetch_one(at).await)?;
    if active >= ENTRIES_MAX {
        return Err(Refusal::TooManyWaiting.into());
    }
    let request = &new.wanted.request;
    let Contact { customer_name, contact_number, email, note } = &new.contact;
    // The entry begins as marked, since room may have become free after the inventory was read.
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO waitlist_entry (id, company_id, offering_id, account_id, date, check_out, slot_at, occurrence_id,
            variant_id, quantity, members, starts_at, ends_at, customer_name, contact_number, email, note, created_at,
            children)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)")
        .bind(new.id).bind(company).bind(new.offering).bind(new.account).bind(&row.date).bind(&request.check_out)
        .bind(row.slot_at).bind(request.occurrence).bind(request.items.first().map(|(variant, _)| *variant))
        .bind(row.quantity).bind(row.members).bind(row.starts_at).bind(row.ends_at)
        .bind(customer_name).bind(contact_number).bind(email).bind(note).bind(now).bind(row.children)
        .execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok(new.id)
}

/// Returns the entry of the customer for the same time, if it waits or is offered.
async fn repeated(tx: &mut Tx, row: &Row<'_>, now: Timestamp) -> Result<Option<WaitlistEntryId>> {
    let known: Option<(WaitlistEntryId,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT e.id FROM waitlist_entry e LEFT JOIN booking b ON b.id = e.id
         WHERE e.account_id = $1 AND e.offering_id = $2 AND e.starts_at = $3 AND e.ends_at = $4
            AND COALESCE(e.slot_at, 0) = $5 AND COALESCE(e.variant_id, 0) = $6
            AND (e.offered_at IS NULL OR b.state = 'held' AND b.hold_expires_at > $7)")
        .bind(row.new.account).bind(row.new.offering).bind(row.starts_at).bind(row.ends_at)
        .bind(row.slot_at.unwrap_or(Timestamp(0)))
        .bind(row.new.wanted.request.items.first().map_or(0, |(variant, _)| variant.0)).bind(now)
        .fetch_optional(at).await)?;
    Ok(known.map(|(id,)| id))
}

/// Leaves a waitlist. Gives an offered hold back to the next in line. Returns the company and what it gained.
pub async fn leave(
    db: &Db,
    account: UserId,
    id: WaitlistEntryId,
    now: Timestamp,
) -> Result<(CompanyId, Vec<InventoryChange>)> {
    let (company,): (CompanyId,) = on!(db.read(), at => sqlx::query_as(
        "SELECT company_id FROM waitlist_entry WHERE id = $1 AND account_id = $2")
        .bind(id).bind(account).fetch_one(at).await)?;
    let mut tx = db.begin().await?;
    tx.lock_company(company).await?;
    let offered: Option<(Option<Timestamp>,)> = on!(tx.at(), at => sqlx::query_as(
        "DELETE FROM waitlist_entry WHERE id = $1 RETURNING offered_at").bind(id).fetch_optional(at).await)?;
    let mut changes = Vec::new();
    if let Some((Some(_),)) = offered {
        let booking = read(&mut tx, BookingId(id.0)).await?;
        // An order that is being paid keeps its hold.
        if booking.state == BookingState::Held && booking.order_id.is_none() {
            let step = Step { to: BookingState::Expired, actor: Actor::Customer, actor_id: Some(account), note: "" };
            changes = booking.step(&mut tx, step, now).await?;
        }
    }
    tx.commit().await?;
    Ok((company, changes))
}
