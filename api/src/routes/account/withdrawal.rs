//! Bookings of an account that is deleted.

use store::{
    account::company_closing,
    booking::withdrawal,
    types::{
        ids::{BookingId, CompanyId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{app_state::AppState, error::Result, routes::booking::publish};

/// Ends the open bookings of an account, and those of the company that it owns. Open pages and companies learn it.
pub async fn end_bookings(app: &AppState, account: UserId) -> Result<()> {
    for id in withdrawal::of_customer(&app.db, account, Timestamp::now()).await? {
        end_own(app, account, id).await?;
    }
    match company_closing::of_owner(&app.db, account).await? {
        Some(company) => end_bookings_of_company(app, company).await,
        None => Ok(()),
    }
}

async fn end_own(app: &AppState, account: UserId, id: BookingId) -> Result<()> {
    publish(app, withdrawal::end_for_customer(&app.db, account, id, Timestamp::now()).await?).await;
    Ok(())
}

async fn end_bookings_of_company(app: &AppState, company: CompanyId) -> Result<()> {
    let now = Timestamp::now();
    for open in withdrawal::of_company(&app.db, company, now).await? {
        publish(app, app.booking_mails().end_with_notice(company, &open, now).await?).await;
    }
    Ok(())
}
