//! Receipts of orders by mail, in the language of the customer.

use store::{
    Db,
    order::{
        self, Order, OrderState,
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
    /// Sends the receipt of an order that was just placed, once across all nodes. A failure is logged: the next sweep
    /// tries again.
    pub async fn send(&self, order: &Order, now: Timestamp) {
        // An order of bookings only is accepted as it is placed.
        if !matches!(order.state, OrderState::New | OrderState::Accepted) {
            return;
        }
        let sent = async {
            match receipt::of_order(self.db, order.id).await? {
                Some(receipt) => self.mail(order, &receipt, now).await,
                None => Ok(()),
            }
        };
        if let Err(cause) = sent.await {
            tracing::warn!(?cause, order = %order.id, "receipt was not sent");
        }
    }

    /// Sends the receipts that were not sent yet.
    pub async fn send_due(&self, now: Timestamp) -> order::Result<()> {
        for receipt in receipt::due(self.db, now).await? {
            let order = view::any(self.db, receipt.order, now).await?;
            self.mail(&order, &receipt, now).await?;
        }
        Ok(())
    }

    async fn mail(&self, order: &Order, receipt: &Receipt, now: Timestamp) -> order::Result<()> {
        let link = format!("{}/orders/{}", self.origin, order.id);
        let mail = render(self.ids.next(now), &receipt.email, &receipt.language, order, &link, now);
        receipt::send(self.db, order.id, &mail, now).await?;
        Ok(())
    }
}
