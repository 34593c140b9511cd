//! Notices that the last step of an order causes.

use store::{
    booking::Actor,
    notification::{Kind, Notice},
    order::{Order, OrderState, returns::ReturnState},
};

use crate::app_state::AppState;

/// Recipient of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Recipient {
    Customer,
    /// All who work for the company.
    Company,
}

/// Notifies customer and company of the last step. A repeat has no effect.
pub(super) async fn notify(app: &AppState, order: &Order) {
    for (recipient, notice) in notices(order) {
        match recipient {
            Recipient::Customer => app.notifier.notify(order.customer_id.as_slice(), notice).await,
            Recipient::Company => app.notifier.notify_company(order.company.id, notice).await,
        }
    }
}

/// Notifies the customer that the company names another time.
pub(super) async fn notify_rescheduled(app: &AppState, order: &Order) {
    let cause = format!("{}:rescheduled:{}", order.id, order.changed_at.0);
    let notice = Notice::new(Kind::OrderRescheduled, cause).about(order.id.0);
    app.notifier.notify(order.customer_id.as_slice(), notice).await;
}

fn notices(order: &Order) -> Vec<(Recipient, Notice)> {
    let Some(step) = order.changes.last() else { return Vec::new() };
    // An order that was never paid is nothing to its company.
    let was_placed = order.changes.iter().any(|step| step.state == OrderState::New);
    let kinds = if was_placed { kinds(step.state, step.actor) } else { &[] };
    let of_step = kinds.iter().map(|&(recipient, kind)| {
        let notice = Notice::new(kind, format!("{}:{}", order.id, step.at.0)).about(order.id.0);
        match (recipient, order.customer_id) {
            (Recipient::Company, Some(customer)) => (recipient, notice.by(customer)),
            _ => (recipient, notice),
        }
    });
    // A cancellation by the company tells of the money itself.
    let is_told = step.state == OrderState::Cancelled && step.actor == Actor::Company;
    let paid_back = order.refunded - order.waived;
    let refund = (paid_back > 0 && !is_told).then(|| {
        let cause = format!("{}:{paid_back}", order.id);
        (Recipient::Customer, Notice::new(Kind::OrderRefunded, cause).about(order.id.0))
    });
    of_step.chain(refund).chain(of_returns(order)).collect()
}

/// Notices of the last step of each return.
fn of_returns(order: &Order) -> impl Iterator<Item = (Recipient, Notice)> {
    order.returns.iter().filter_map(|one| {
        let step = one.changes.last()?;
        let (recipient, kind) = match step.state {
            ReturnState::Requested => (Recipient::Company, Kind::CompanyReturnNew),
            ReturnState::Approved => (Recipient::Customer, Kind::ReturnApproved),
            ReturnState::Rejected => (Recipient::Customer, Kind::ReturnRejected),
            ReturnState::InTransit => (Recipient::Company, Kind::CompanyReturnSent),
            ReturnState::Received => (Recipient::Customer, Kind::ReturnReceived),
            ReturnState::Replaced => (Recipient::Customer, Kind::ReturnReplaced),
            // The notice of the refund tells of the money.
            ReturnState::Inspected | ReturnState::Refunded | ReturnState::Closed => return None,
        };
        let notice = Notice::new(kind, format!("{}:{}", one.id, step.at.0)).about(order.id.0);
        match (recipient, order.customer_id) {
            (Recipient::Company, Some(customer)) => Some((recipient, notice.by(customer))),
            _ => Some((recipient, notice)),
        }
    })
}

/// Kinds of notices for a step.
fn kinds(to: OrderState, actor: Actor) -> &'static [(Recipient, Kind)] {
    use Recipient::{Company, Customer};
    match (to, actor) {
        (OrderState::New, _) => &[(Company, Kind::CompanyOrderNew)],
        // Its bookings have notices of their own.
        (OrderState::Accepted, Actor::System) => &[],
        (OrderState::Accepted, _) => &[(Customer, Kind::OrderAccepted)],
        (OrderState::Ready, _) => &[(Customer, Kind::OrderReady)],
        (OrderState::EnRoute, _) => &[(Customer, Kind::OrderEnRoute)],
        (OrderState::Fulfilled, _) => &[(Customer, Kind::OrderFulfilled)],
        (OrderState::Cancelled, Actor::Company) => &[(Customer, Kind::OrderCancelled)],
        (OrderState::Cancelled, Actor::Customer) => &[(Company, Kind::CompanyOrderCancelled)],
        (OrderState::PendingPayment | OrderState::Processing | OrderState::Cancelled, _) => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_notifies_the_other_side() {
        let of = |to, actor| kinds(to, actor).iter().map(|(_, kind)| *kind).collect::<Vec<_>>();
        assert_eq!(of(OrderState::New, Actor::System), [Kind::CompanyOrderNew]);
        assert_eq!(of(OrderState::Accepted, Actor::Company), [Kind::OrderAccepted]);
        assert_eq!(of(OrderState::Cancelled, Actor::Company), [Kind::OrderCancelled]);
        assert_eq!(of(OrderState::Cancelled, Actor::Customer), [Kind::CompanyOrderCancelled]);
        assert!(of(OrderState::Cancelled, Actor::System).is_empty());
        assert!(of(OrderState::Accepted, Actor::System).is_empty());
        assert!(of(OrderState::Processing, Actor::Company).is_empty());
    }
}
