//! Receipts of orders by mail, in the language of the customer.

use store::{
    Db,
    notify::outbox::NewOutboxMessage,
    order::{
        self, Order,
        receipt::{self, Receipt},
        view,
    },
    types::{ids::Ids, timestamp::Timestamp},
};

use super::receipt_template::render;

/// Sends receipts.
pub struct ReceiptMails<'a> {
    pub db: &'a Db,
    pub ids: &'a Ids,
    /// Origin of links.
    pub origin: String,
}

impl ReceiptMails<'_> {
    /// Sends the receipts that were not sent yet, each once across all nodes.
    pub async fn send_due(&self, now: Timestamp) -> order::Result<()> {
        loop {
            let due = receipt::due(self.db, now).await?;
            if due.is_empty() {
                return Ok(());
            }
            let ids: Vec<_> = due.iter().map(|receipt| receipt.order).collect();
            let orders = view::many(self.db, &ids, now).await?;
            let mails = orders.iter().filter_map(|order| {
                let receipt = due.iter().find(|receipt| receipt.order == order.id)?;
                Some((order.id, self.mail(order, receipt, now)))
            });
            // Another node sends these at the moment.
            if receipt::send(self.db, &mails.collect::<Vec<_>>(), now).await? == 0 {
                return Ok(());
            }
        }
    }

    fn mail(&self, order: &Order, receipt: &Receipt, now: Timestamp) -> NewOutboxMessage {
        let link = format!("{}/orders/{}", self.origin, order.id);
        render(self.ids.next(now), &receipt.email, &receipt.language, order, &link, now)
    }
}
