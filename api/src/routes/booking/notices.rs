//! Notices that the last step of a booking causes.

use store::{
    booking::{Actor, Booking, BookingState, overdue::OpenRequest},
    notification::{Kind, Notice},
    types::timestamp::Timestamp,
};

use crate::app_state::AppState;

/// Recipient of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Recipient {
    Customer,
    /// All who work for the company.
    Company,
}

/// Notifies customer and company of the last step, also by mail to the address of the booking. A repeat has no effect.
pub async fn notify(app: &AppState, booking: &Booking) {
    app.booking_mails().send_step(booking, Timestamp::now()).await;
    for (recipient, notice) in notices(booking) {
        match recipient {
            Recipient::Customer => app.notifier.notify(booking.customer_id.as_slice(), notice).await,
            Recipient::Company => app.notifier.notify_company(booking.company.id, notice).await,
        }
    }
}

fn notices(booking: &Booking) -> Vec<(Recipient, Notice)> {
    let Some(step) = booking.changes.last() else { return Vec::new() };
    let before = booking.changes.iter().rev().nth(1).map(|before| before.state);
    let kinds = kinds(before, step.state, step.actor);
    // Times of steps differ, so that a booking can be moved twice.
    let notice = |kind| Notice::new(kind, format!("{}:{}", booking.id, step.at.0)).about(booking.id.0);
    kinds
        .iter()
        .map(|&(recipient, kind)| match (recipient, booking.customer_id) {
            (Recipient::Company, Some(customer)) => (recipient, notice(kind).by(customer)),
            _ => (recipient, notice(kind)),
        })
        .collect()
}

/// Reminds a company of a request that it has not answered. A repeat has no effect.
pub async fn remind(app: &AppState, request: OpenRequest) {
    let cause = format!("{}:{}", request.id, request.starts_at.0);
    let notice = Notice::new(Kind::ReservationUnanswered, cause).about(request.id.0);
    app.notifier.notify_company(request.company_id, notice).await;
}

/// Kinds of notices for an edge. A step that keeps the state has moved the booking, as has one back to a request.
fn kinds(before: Option<BookingState>, to: BookingState, actor: Actor) -> &'static [(Recipient, Kind)] {
    use Recipient::{Company, Customer};
    match (to, actor) {
        (BookingState::Held | BookingState::Expired, _) => &[],
        (_, Actor::Customer) if before == Some(to) => &[(Company, Kind::ReservationChanged)],
        (_, Actor::Company) if before == Some(to) => &[(Customer, Kind::BookingChanged)],
        (BookingState::AwaitingCompany, _) if before == Some(BookingState::Confirmed) => {
            &[(Company, Kind::ReservationChanged)]
        }
        (BookingState::AwaitingCompany, _) => &[(Company, Kind::ReservationNew)],
        (BookingState::Confirmed, Actor::Customer) => {
            &[(Company, Kind::ReservationNew), (Customer, Kind::BookingConfirmed)]
        }
        (BookingState::Confirmed, _) => &[(Customer, Kind::BookingConfirmed)],
        (BookingState::Declined, Actor::System) => {
            &[(Customer, Kind::BookingUnanswered), (Company, Kind::ReservationLapsed)]
        }
        (BookingState::Declined, _) => &[(Customer, Kind::BookingDeclined)],
        (BookingState::CancelledByCompany, _) => &[(Customer, Kind::BookingCancelled)],
        (BookingState::CancelledByUser, _) => &[(Company, Kind::ReservationCancelled)],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use BookingState::{AwaitingCompany, CancelledByCompany, CancelledByUser, CheckedIn, Confirmed, Declined, Held};

    use super::*;

    #[test]
    fn each_edge_notifies_the_other_side() {
        let of = |before, to, actor| kinds(Some(before), to, actor).iter().map(|(_, kind)| *kind).collect::<Vec<_>>();
        assert_eq!(of(Held, Confirmed, Actor::Customer), [Kind::ReservationNew, Kind::BookingConfirmed]);
        assert_eq!(of(Held, AwaitingCompany, Actor::Customer), [Kind::ReservationNew]);
        assert_eq!(of(AwaitingCompany, Confirmed, Actor::Company), [Kind::BookingConfirmed]);
        assert_eq!(of(AwaitingCompany, Declined, Actor::Company), [Kind::BookingDeclined]);
        let unanswered = [Kind::BookingUnanswered, Kind::ReservationLapsed];
        assert_eq!(of(AwaitingCompany, Declined, Actor::System), unanswered);
        assert_eq!(of(Confirmed, Confirmed, Actor::Customer), [Kind::ReservationChanged]);
        assert_eq!(of(Confirmed, AwaitingCompany, Actor::Customer), [Kind::ReservationChanged]);
        assert_eq!(of(Confirmed, Confirmed, Actor::Company), [Kind::BookingChanged]);
        assert_eq!(of(Confirmed, CancelledByCompany, Actor::Company), [Kind::BookingCancelled]);
        assert_eq!(of(Confirmed, CancelledByUser, Actor::Customer), [Kind::ReservationCancelled]);
        assert!(of(Confirmed, CheckedIn, Actor::Company).is_empty());
        assert!(kinds(None, Held, Actor::Customer).is_empty());
    }
}
