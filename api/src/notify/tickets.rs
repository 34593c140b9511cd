//! Announces messages of support tickets: to open pages, then to the other side.

use store::{
    Result,
    notification::{Kind, Notice},
    support::{
        Written,
        announcement::{self, News},
    },
};

use crate::app_state::AppState;

/// Announces a message once. A failure is logged: the next sweep tries again.
pub async fn announce(app: &AppState, written: &Written, is_first: bool) {
    app.hub.ticket_changed(written);
    let (ticket, message) = (&written.ticket, &written.message);
    if let Some(news) = announcement::news(written, is_first) {
        let notice = Notice::new(kind(news), message.id).about(ticket.id.0);
        match (news, &ticket.company) {
            (News::Opened | News::CustomerWrote, Some(company)) => {
                app.notifier.notify_company(company.id, notice.by(ticket.customer.id)).await;
            }
            (News::Opened | News::CustomerWrote, None) => {}
            (News::Answered | News::Resolved, _) => app.notifier.notify(&[ticket.customer.id], notice).await,
        }
    }
    if let Err(cause) = announcement::mark(&app.db, message.id).await {
        tracing::warn!(%cause, message = %message.id, "message of a ticket will be announced again");
    }
}

/// Announces what no server has announced yet: messages of other processes, and those before a crash.
pub async fn announce_due(app: &AppState) -> Result<()> {
    const BATCH: i64 = 100;
    for (ticket, message) in announcement::due(&app.db, BATCH).await? {
        let (written, is_first) = announcement::read(&app.db, ticket, message).await?;
        announce(app, &written, is_first).await;
    }
    Ok(())
}

fn kind(news: News) -> Kind {
    match news {
        News::Opened => Kind::CompanyTicketNew,
        News::CustomerWrote => Kind::CompanyTicketReply,
        News::Answered => Kind::TicketReply,
        News::Resolved => Kind::TicketResolved,
    }
}
