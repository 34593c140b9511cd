//! Bookings and orders of an account that is deleted.

use store::{
    account::company_closing,
    booking, order,
    types::{
        ids::{BookingId, CompanyId, OrderId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{
    app_state::AppState,
    error::Result,
    routes::{booking::publish as publish_booking, orders::publish as publish_orders},
};

/// Ends the open bookings and orders of an account, and those of the companies that it owns. Open pages and companies learn
/// it.
pub async fn end_all(app: &AppState, account: UserId) -> Result<()> {
    for id in booking::withdrawal::of_customer(&app.db, account, Timestamp::now()).await? {
        end_booking(app, account, id).await?;
    }
    for id in order::withdrawal::of_customer(&app.db, account).await? {
        end_order(app, account, id).await?;
    }
    for company in company_closing::of_owner(&app.db, account).await? {
        end_all_of_company(app, company).await?;
    }
    Ok(())
}

async fn end_booking(app: &AppState, account: UserId, id: BookingId) -> Result<()> {
    publish_booking(app, booking::withdrawal::end_for_customer(&app.db, account, id, Timestamp::now()).await?).await;
    Ok(())
}

async fn end_order(app: &AppState, account: UserId, id: OrderId) -> Result<()> {
    publish_orders(app, order::withdrawal::end_for_customer(&app.db, account, id, Timestamp::now()).await?).await;
    Ok(())
}

async fn end_all_of_company(app: &AppState, company: CompanyId) -> Result<()> {
    let now = Timestamp::now();
    for open in booking::withdrawal::of_company(&app.db, company, now).await? {
        publish_booking(app, app.booking_mails().end_with_notice(company, &open, now).await?).await;
    }
    for id in order::withdrawal::of_company(&app.db, company).await? {
        publish_orders(app, order::withdrawal::end_for_company(&app.db, id, now).await?).await;
    }
    Ok(())
}
