//! Announces messages of support tickets: to open pages, then to the other side.

use hub::Hub;
use store::{
    Db, Result,
    notification::{Kind, Notice},
    support::{
        Written,
        announcement::{self, News},
    },
};

use super::notifier::Notifier;

/// Messages announced at once.
const BATCH: i64 = 100;

/// Announces messages of tickets.
pub struct TicketNews<'a> {
    pub db: &'a Db,
    pub hub: &'a Hub,
    pub notifier: &'a Notifier,
}

impl TicketNews<'_> {
    /// Announces a message once. A failure is logged: the next sweep tries again.
    pub async fn announce(&self, written: &Written, is_first: bool) {
        self.hub.ticket_changed(written);
        let (ticket, message) = (&written.ticket, &written.message);
        if let Some(news) = announcement::news(written, is_first) {
            let notice = Notice::new(kind(news), message.id).about(ticket.id.0);
            match (news, &ticket.company) {
                (News::Opened | News::CustomerWrote, Some(company)) => {
                    self.notifier.notify_company(company.id, notice.by(ticket.customer.id)).await;
                }
                (News::Opened | News::CustomerWrote, None) => {}
                (News::Answered | News::Resolved, _) => self.notifier.notify(&[ticket.customer.id], notice).await,
            }
        }
        if let Err(cause) = announcement::mark(self.db, message.id).await {
            tracing::warn!(%cause, message = %message.id, "message of a ticket will be announced again");
        }
    }

    /// Announces what no server has announced yet: messages of other processes, and those before a crash.
    pub async fn announce_due(&self) -> Result<()> {
        for (ticket, message) in announcement::due(self.db, BATCH).await? {
            let (written, is_first) = announcement::read(self.db, ticket, message).await?;
            self.announce(&written, is_first).await;
        }
        Ok(())
    }
}

fn kind(news: News) -> Kind {
    match news {
        News::Opened => Kind::CompanyTicketNew,
        News::CustomerWrote => Kind::CompanyTicketReply,
        News::Answered => Kind::TicketReply,
        News::Resolved => Kind::TicketResolved,
    }
}
