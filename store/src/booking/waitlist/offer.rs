//! Offers to the first in line.

use std::collections::BTreeMap;

use super::Wanted;
use crate::{
    Db,
    booking::{
        Actor, BookingError, BookingState, InventoryChange, Request, Result,
        confirm::Contact,
        draft::Draft,
        expiry,
        hold::{self, NewBooking},
        transition::{Step, record},
    },
    db::Tx,
    each,
    inventory::{plan, slots::Stock},
    on,
    types::{
        ids::{BookingId, CompanyId, OccurrenceId, OfferingId, UserId, VariantId, WaitlistEntryId},
        timestamp::{Date, Timestamp},
    },
};

/// Time for which room is held for the first in line.
pub const OFFER: i64 = 15 * Timestamp::MINUTE;
/// Maximum entries considered at once.
const BATCH: i64 = 200;
/// Margin around freed time: a booking also takes the time to clear after it.
const MARGIN: i64 = Timestamp::DAY;

/// Marked entry.
#[derive(Clone, Debug, sqlx::FromRow)]
struct Waiting {
    id: WaitlistEntryId,
    offering_id: OfferingId,
    account_id: UserId,
    date: Date,
    check_out: Option<Date>,
    slot_at: Option<Timestamp>,
    occurrence_id: Option<OccurrenceId>,
    variant_id: Option<VariantId>,
    quantity: i64,
    members: i64,
    children: i64,
    customer_name: String,
    contact_number: String,
    email: String,
    note: String,
    created_at: Timestamp,
    /// Marks that a consideration from now on covers.
    wakes: i64,
}

/// Result of considering an entry.
enum Considered {
    /// Room is held for the customer. Another node may have done it, or the customer left.
    Offered(Vec<InventoryChange>),
    /// Nothing fits.
    Full,
    /// Something fits, but an earlier entry was marked meanwhile and comes first. Holds the inventory that ended holds
    /// gave back.
    Behind(Vec<InventoryChange>),
}

/// Entries that this pass found nothing for, with the marks that it covers.
type Covered = [(WaitlistEntryId, i64)];

impl Waiting {
    fn wanted(&self) -> Wanted {
        let is_stay = self.check_out.is_some();
        let is_any_time = !is_stay && self.slot_at.is_none();
        let request = Request {
            starts_at: self.slot_at.filter(|_| self.occurrence_id.is_none()),
            check_in: is_stay.then(|| self.date.clone()),
            check_out: self.check_out.clone(),
            occurrence: self.occurrence_id,
            items: self.variant_id.map(|variant| (variant, self.quantity)).into_iter().collect(),
            resource: None,
            members: Some(self.members),
            children: Some(self.children).filter(|children| *children > 0),
            rooms: is_stay.then_some(self.quantity),
        };
        Wanted { request, any_time_on: is_any_time.then(|| self.date.clone()) }
    }

    fn booking(&self) -> NewBooking {
        NewBooking {
            id: BookingId(self.id.0),
            offering: self.offering_id,
            customer: Some(self.account_id),
            request: Request::default(),
            client_id: None,
            contact: Contact {
                customer_name: self.customer_name.clone(),
                contact_number: self.contact_number.clone(),
                email: self.email.clone(),
                note: self.note.clone(),
            },
        }
    }
}

/// Marks the entries that freed inventory may help. The company is locked.
pub(in crate::booking) async fn wake(tx: &mut Tx, company: CompanyId, freed: &[InventoryChange]) -> Result<()> {
    let range = |change: &InventoryChange| match *change {
        InventoryChange::Freed { starts_at, ends_at, .. } => Some((starts_at, ends_at)),
        InventoryChange::Units { starts_at, change, .. } if change > 0 => Some((starts_at, starts_at)),
        _ => None,
    };
    let ranges = || freed.iter().filter_map(range);
    let from = ranges().map(|(start, _)| start).min();
    let to = ranges().map(|(_, end)| end).max();
    let (Some(from), Some(to)) = (from, to) else { return Ok(()) };
    on!(tx.at(), at => sqlx::query(
        "UPDATE waitlist_entry SET wakes = wakes + 1
         WHERE company_id = $1 AND offered_at IS NULL AND starts_at < $3 AND ends_at > $2")
        .bind(company).bind(from.plus(-MARGIN)).bind(to.plus(MARGIN)).execute(at).await.map(drop))?;
    Ok(())
}

/// Marks the entries of a company after its rules changed. `None`: those of all its offerings.
pub async fn wake_company(db: &Db, company: CompanyId, offering: Option<OfferingId>) -> Result<()> {
    on!(db.write(), at => sqlx::query(
        "UPDATE waitlist_entry SET wakes = wakes + 1
         WHERE company_id = $1 AND offered_at IS NULL AND ($2 = 0 OR offering_id = $2)")
        .bind(company).bind(offering.map_or(0, |id| id.0)).execute(at).await.map(drop))?;
    Ok(())
}

/// Marks all entries, because a crash may have prevented a mark after a change of rules.
pub async fn wake_all(db: &Db, now: Timestamp) -> Result<()> {
    on!(db.write(), at => sqlx::query(
        "UPDATE waitlist_entry SET wakes = wakes + 1 WHERE offered_at IS NULL AND ends_at > $1 AND wakes = considered")
        .bind(now).execute(at).await.map(drop))?;
    Ok(())
}

/// Returns true if somebody waits for this time and was not considered yet.
pub(in crate::booking) async fn is_due(tx: &mut Tx, company: CompanyId, draft: &Draft) -> Result<bool> {
    let (is_due,): (bool,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM waitlist_entry
            WHERE company_id = $1 AND offered_at IS NULL AND wakes > considered AND starts_at < $3 AND ends_at > $2)")
        .bind(company).bind(draft.starts_at.plus(-MARGIN)).bind(draft.ends_at.plus(MARGIN)).fetch_one(at).await)?;
    Ok(is_due)
}

/// Returns companies with marked entries.
pub async fn due(db: &Db) -> Result<Vec<CompanyId>> {
    let rows: Vec<(CompanyId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT DISTINCT company_id FROM waitlist_entry WHERE offered_at IS NULL AND wakes > considered LIMIT $1")
        .bind(BATCH).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(company,)| company).collect())
}

/// Considers the marked entries of a company, first come first. Each whose party fits gets a hold. Returns the changes of
/// the inventory.
pub async fn serve(db: &Db, company: CompanyId, now: Timestamp) -> Result<Vec<InventoryChange>> {
    let mut changes = Vec::new();
    loop {
        let batch = marked(db, company).await?;
        let mut is_last = (batch.len() as i64) < BATCH;
        let mut full = Vec::new();
        let mut stocks = BTreeMap::new();
        for entry in batch {
            match consider(db, &entry, &full, &mut stocks, now).await? {
                Considered::Offered(taken) => {
                    changes.extend(taken);
                    stocks.clear();
                }
                Considered::Full => full.push((entry.id, entry.wakes)),
                Considered::Behind(freed) => {
                    changes.extend(freed);
                    is_last = false;
                    break;
                }
            }
        }
        set_considered(db, &full).await?;
        if is_last {
            return Ok(changes);
        }
    }
}

/// Returns the marked entries of a company in the order of the line, at most [`BATCH`].
async fn marked(db: &Db, company: CompanyId) -> Result<Vec<Waiting>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT id, offering_id, account_id, date, check_out, slot_at, occurrence_id, variant_id, quantity, members, children,
            customer_name, contact_number, email, note, created_at, wakes
         FROM waitlist_entry WHERE company_id = $1 AND offered_at IS NULL AND wakes > considered
         ORDER BY created_at, id LIMIT $2")
        .bind(company).bind(BATCH).fetch_all(at).await)?)
}

/// Inventory by offering and dates, read once for entries of one pass.
type Stocks = BTreeMap<(OfferingId, Date, Date), Stock>;

/// Offers room to an entry. A request that no longer follows the rules finds nothing.
async fn consider(
    db: &Db,
    entry: &Waiting,
    covered: &Covered,
    stocks: &mut Stocks,
    now: Timestamp,
) -> Result<Considered> {
    match find(db, entry, covered, stocks, now).await {
        Err(BookingError::Refused(_) | BookingError::Store(crate::Error::NotFound)) => Ok(Considered::Full),
        found => found,
    }
}

async fn find(db: &Db, entry: &Waiting, covered: &Covered, stocks: &mut Stocks, now: Timestamp) -> Result<Considered> {
    let wanted = entry.wanted();
    let terms = plan::terms(db, entry.offering_id).await?;
    let dates = wanted.dates(db, &terms).await?;
    let key = (entry.offering_id, dates.0.clone(), dates.1.clone());
    if !stocks.contains_key(&key) {
        let stock = Stock::load(db, terms, &dates.0, &dates.1, now).await?;
        stocks.insert(key.clone(), stock);
    }
    let Some(stock) = stocks.get(&key) else { return Ok(Considered::Full) };
    for draft in wanted.drafts(stock, &dates, now)?.iter().filter(|draft| draft.fits(stock)) {
        match offer(db, entry, covered, stock, draft, now).await? {
            // The room was taken meanwhile.
            Considered::Full => {}
            done => return Ok(done),
        }
    }
    Ok(Considered::Full)
}

/// Holds a booking for an entry.
async fn offer(
    db: &Db,
    entry: &Waiting,
    covered: &Covered,
    stock: &Stock,
    draft: &Draft,
    now: Timestamp,
) -> Result<Considered> {
    let terms = &stock.plan.terms;
    let mut tx = db.begin().await?;
    tx.lock_company(terms.company_id).await?;
    let mut changes = expiry::release_ended(&mut tx, terms.company_id, now).await?;
    if is_behind(&mut tx, entry, covered, terms.company_id, draft).await? {
        tx.commit().await?;
        return Ok(Considered::Behind(changes));
    }
    let is_claimed = on!(tx.at(), at => sqlx::query(
        "UPDATE waitlist_entry SET offered_at = $2, considered = wakes WHERE id = $1 AND offered_at IS NULL")
        .bind(entry.id).bind(now).execute(at).await.map(|done| done.rows_affected()))?
        > 0;
    if !is_claimed {
        return Ok(Considered::Offered(Vec::new()));
    }
    let new = entry.booking();
    let expires_at = now.plus(OFFER).min(draft.starts_at);
    hold::insert(&mut tx, &new, terms, draft, expires_at, now).await?;
    match hold::allocate(&mut tx, new.id, new.offering, stock, draft).await {
        Ok(taken) => changes.extend(taken),
        Err(BookingError::Refused(_)) => return Ok(Considered::Full),
        Err(failed) => return Err(failed),
    }
    let step = Step { to: BookingState::Held, actor: Actor::System, actor_id: None, note: "" };
    record(&mut tx, new.id, step, now).await?;
    tx.commit().await?;
    Ok(Considered::Offered(changes))
}

/// Returns true if an earlier entry for this time was marked after the pass read or considered it. The company is locked.
async fn is_behind(tx: &mut Tx, entry: &Waiting, covered: &Covered, company: CompanyId, draft: &Draft) -> Result<bool> {
    let earlier: Vec<(WaitlistEntryId, i64)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT id, wakes FROM waitlist_entry
         WHERE company_id = $1 AND offered_at IS NULL AND wakes > considered AND starts_at < $3 AND ends_at > $2
            AND (created_at < $4 OR (created_at = $4 AND id < $5))")
        .bind(company).bind(draft.starts_at.plus(-MARGIN)).bind(draft.ends_at.plus(MARGIN)).bind(entry.created_at)
        .bind(entry.id).fetch_all(at).await)?;
    Ok(earlier.iter().any(|marked| !covered.contains(marked)))
}

/// Removes the marks that a consideration covered. Later marks stay.
async fn set_considered(db: &Db, covered: &Covered) -> Result<()> {
    if covered.is_empty() {
        return Ok(());
    }
    let rows = serde_json::to_string(covered)?;
    let at = db.write();
    let sql = each!(
        at,
        "UPDATE waitlist_entry SET considered = seen.wakes
         FROM (SELECT CAST(value->>0 AS BIGINT) AS id, CAST(value->>1 AS BIGINT) AS wakes FROM ",
        ") AS seen WHERE waitlist_entry.id = seen.id AND waitlist_entry.considered < seen.wakes"
    );
    on!(at, at => sqlx::query(sql).bind(rows).execute(at).await.map(drop))?;
    Ok(())
}

/// Deletes entries whose time is over. Returns their number.
pub async fn purge(db: &Db, now: Timestamp) -> Result<u64> {
    Ok(on!(db.write(), at => sqlx::query("DELETE FROM waitlist_entry WHERE ends_at <= $1")
        .bind(now).execute(at).await.map(|done| done.rows_affected()))?)
}

#[cfg(all(test, feature = "testing"))]
mod tests;
