//! Stories of support tickets and feedback.

use store::{
    Db, Error,
    account::{deletion, export},
    booking::confirm,
    media::{self, MediaKind, NewMedia},
    on,
    support::{
        Refusal, Scope, Side, SupportError, Ticket, TicketCategory, TicketState, announcement, escalation,
        feedback::{self, NewFeedback},
        list::{self, Window},
        message::{self, NewMessage},
        ticket::{self, MAX_OPEN, NewTicket},
        view,
    },
    testing::{both, market::CompanyRow, sqlx},
    types::{
        ids::{BookingId, CompanyId, FeedbackId, MediaId, OrderId, TicketId, TicketMessageId, UserId},
        purchase::Purchase,
        timestamp::Timestamp,
    },
};

use crate::{
    account,
    booking_orders::{BOOKING, hold, story},
};

/// Sunday 2026-11-22, 06:00 in Madrid.
const NOW: Timestamp = Timestamp(1_795_323_600_000);
const PAGE: Window = Window { limit: 50, offset: 0 };

fn new<'a>(id: i64, customer: UserId) -> NewTicket<'a> {
    NewTicket {
        id: TicketId(id),
        message: TicketMessageId(id * 100),
        customer,
        category: TicketCategory::Other,
        support_type: None,
        subject: "Cold soup",
        description: "It was cold.",
        files: &[],
        about: None,
        client_id: None,
    }
}

fn text(id: i64, author: Option<UserId>, text: &'static str) -> NewMessage<'static> {
    NewMessage { id: TicketMessageId(id), author, text, files: &[], client_id: None }
}

/// Ticket at a company.
async fn at_company(db: &Db, id: i64, customer: UserId, company: CompanyId) -> Ticket {
    ticket::open(db, &new(id, customer), NOW).await.unwrap();
    on!(db.write(), at => sqlx::query("UPDATE ticket SET company_id = $2 WHERE id = $1").bind(id).bind(company)
        .execute(at).await.map(drop))
    .unwrap();
    view::any(db, TicketId(id)).await.unwrap()
}

async fn file(db: &Db, id: i64, owner: UserId) -> MediaId {
    let key = media::new_key();
    let new = NewMedia::new(MediaId(id), key, owner, MediaKind::Image, "image/jpeg", 10, NOW);
    media::insert(db, &new).await.unwrap().id
}

fn refusal<T: std::fmt::Debug>(result: Result<T, SupportError>) -> Option<Refusal> {
    match result {
        Err(SupportError::Refused(refusal)) => Some(refusal),
        _ => None,
    }
}

#[tokio::test]
async fn ticket_moves_between_its_sides() {
    both(async |db| {
        let zoe = account(&db, 20, "zoe").await;
        let company = CompanyRow::new(1, "Bakery").insert(&db).await;
        let rival = CompanyRow::new(2, "Rival").insert(&db).await;
        let opened = at_company(&db, 5, zoe, company).await;
        assert_eq!(
            (opened.state, opened.messages, opened.description.as_str()),
            (TicketState::Open, 1, "It was cold.")
        );
        let member = store::company::members(&db, company).await.unwrap()[0];
        let (own, customer) = (Scope::Company(company), Scope::Customer(zoe));
        let answer = text(501, Some(member), "We are sorry.");
        let written = message::write(&db, TicketId(5), own, &answer, NOW).await.unwrap();
        assert_eq!((written.ticket.state, written.message.side), (TicketState::WaitingCustomer, Side::Company));
        for scope in [Scope::Company(rival), Scope::Customer(member), Scope::Operator] {
            let refused = message::write(&db, TicketId(5), scope, &text(502, None, "Hello"), NOW).await;
            assert!(matches!(refused, Err(SupportError::Store(Error::NotFound))), "{scope:?}");
            assert!(matches!(view::find(&db, TicketId(5), scope).await, Err(Error::NotFound)));
            assert_eq!(list::of(&db, scope, &[], PAGE).await.unwrap().1, 0);
        }
        let to = TicketState::Resolved;
        let resolved = message::change_state(&db, TicketId(5), own, TicketMessageId(503), Some(member), to, NOW).await;
        assert_eq!(resolved.unwrap().unwrap().ticket.state, to);
        let repeat = message::change_state(&db, TicketId(5), own, TicketMessageId(504), Some(member), to, NOW).await;
        assert!(repeat.unwrap().is_none());
        let again = NewMessage { client_id: Some("key"), ..text(505, Some(zoe), "Still cold.") };
        let written = message::write(&db, TicketId(5), customer, &again, NOW).await.unwrap();
        assert_eq!(written.message.state, Some(TicketState::Open));
        let repeat = NewMessage { id: TicketMessageId(506), ..again };
        let repeat = message::write(&db, TicketId(5), customer, &repeat, NOW).await.unwrap();
        assert_eq!(repeat.message.id, TicketMessageId(505));
        let other = NewMessage { id: TicketMessageId(509), text: "Hot.", ..again };
        assert_eq!(refusal(message::write(&db, TicketId(5), customer, &other, NOW).await), Some(Refusal::KeyReused));
        let page = view::messages(&db, TicketId(5), None, 2).await.unwrap();
        assert_eq!(page.iter().map(|one| one.id.0).collect::<Vec<_>>(), [505, 503]);
        let rest = view::messages(&db, TicketId(5), Some(TicketMessageId(503)), 10).await.unwrap();
        assert_eq!(rest.iter().map(|one| one.id.0).collect::<Vec<_>>(), [501, 500]);
        let closed = TicketState::Closed;
        message::change_state(&db, TicketId(5), customer, TicketMessageId(507), Some(zoe), closed, NOW).await.unwrap();
        let late = message::write(&db, TicketId(5), own, &text(508, Some(member), "Hello"), NOW).await;
        assert_eq!(refusal(late), Some(Refusal::State));
        assert_eq!(list::of(&db, customer, &[closed], PAGE).await.unwrap().1, 1);
        assert_eq!(list::of(&db, own, &[TicketState::Open], PAGE).await.unwrap().1, 0);
    })
    .await;
}

#[tokio::test]
async fn open_tickets_are_limited_and_a_repeat_opens_one() {
    both(async |db| {
        let zoe = account(&db, 20, "zoe").await;
        let keyed = NewTicket { client_id: Some("key"), ..new(1, zoe) };
        ticket::open(&db, &keyed, NOW).await.unwrap();
        let repeat = NewTicket { id: TicketId(2), message: TicketMessageId(2), ..keyed };
        assert_eq!(ticket::open(&db, &repeat, NOW).await.unwrap().id, TicketId(1));
        let other = NewTicket { description: "It was hot.", ..repeat };
        assert_eq!(refusal(ticket::open(&db, &other, NOW).await), Some(Refusal::KeyReused));
        for id in 2..=MAX_OPEN {
            ticket::open(&db, &new(id, zoe), NOW).await.unwrap();
        }
        assert_eq!(refusal(ticket::open(&db, &new(99, zoe), NOW).await), Some(Refusal::TooManyOpen));
        let foreign = NewTicket { about: Some(Purchase::Order(OrderId(7))), ..new(99, account(&db, 21, "eve").await) };
        assert!(matches!(refusal(ticket::open(&db, &foreign, NOW).await), Some(Refusal::Field("order_id", _))));
    })
    .await;
}

#[tokio::test]
async fn company_of_a_booking_answers() {
    both(async |db| {
        let story = story(&db).await;
        let about = |id, booking| NewTicket { about: Some(Purchase::Booking(booking)), ..new(id, story.zoe) };
        let foreign = NewTicket { customer: account(&db, 21, "eve").await, ..about(1, BOOKING) };
        assert!(matches!(refusal(ticket::open(&db, &foreign, NOW).await), Some(Refusal::Field("booking_id", _))));
        let held = ticket::open(&db, &about(2, BOOKING), NOW).await.unwrap();
        assert!(held.company.is_none() && held.booking.unwrap().id == BOOKING);
        confirm::confirm(&db, story.zoe, BOOKING, &confirm::Contact::default(), 4_500, NOW).await.unwrap();
        let opened = ticket::open(&db, &about(3, BOOKING), NOW).await.unwrap();
        assert_eq!((opened.company.unwrap().id, opened.order), (story.salon, None));
        assert!(!opened.booking.unwrap().code.is_empty());
        assert_eq!(list::of(&db, Scope::Company(story.salon), &[], PAGE).await.unwrap().1, 1);
        // A booking that an order pays is the order's.
        hold(&db, story.treatment, story.zoe, 31, 10).await;
        story.paid(&db, 40).await;
        let paid = ticket::open(&db, &about(4, BookingId(31)), NOW).await.unwrap();
        assert_eq!((paid.company.unwrap().id, paid.order.unwrap().id, paid.booking), (story.salon, OrderId(40), None));
    })
    .await;
}

#[tokio::test]
async fn openings_and_changes_of_the_state_are_limited() {
    both(async |db| {
        let zoe = account(&db, 20, "zoe").await;
        let customer = Scope::Customer(zoe);
        let change = async |ticket, id, to, now| {
            message::change_state(&db, TicketId(ticket), customer, TicketMessageId(id), Some(zoe), to, now).await
        };
        ticket::open(&db, &new(1, zoe), NOW).await.unwrap();
        let state = |id: i64| if id % 2 == 0 { TicketState::Resolved } else { TicketState::Open };
        for id in 0..20 {
            assert!(change(1, 100_000 + id, state(id), NOW).await.unwrap().is_some());
        }
        assert_eq!(refusal(change(1, 100_020, state(20), NOW).await), Some(Refusal::TooOften));
        // Closing makes room for another ticket, but not without end.
        let mut now = NOW;
        for id in 2..=40 {
            now = now.plus(4_000);
            ticket::open(&db, &new(id, zoe), now).await.unwrap();
            change(id, 200_000 + id, TicketState::Closed, now).await.unwrap();
        }
        assert_eq!(refusal(ticket::open(&db, &new(41, zoe), now).await), Some(Refusal::TooOften));
    })
    .await;
}

#[tokio::test]
async fn files_stay_while_their_message_does() {
    both(async |db| {
        let (zoe, eve) = (account(&db, 20, "zoe").await, account(&db, 21, "eve").await);
        let (own, foreign) = (file(&db, 70, zoe).await, file(&db, 71, eve).await);
        let refused = ticket::open(&db, &NewTicket { files: &[foreign], ..new(1, zoe) }, NOW).await;
        assert!(matches!(refusal(refused), Some(Refusal::Field("documents", _))));
        ticket::open(&db, &NewTicket { files: &[own], ..new(1, zoe) }, NOW).await.unwrap();
        let messages = view::messages(&db, TicketId(1), None, 10).await.unwrap();
        assert_eq!(messages[0].files[0].id, own);
        // Only the file that no ticket shows goes.
        assert_eq!(media::forget_unused(&db, NOW.plus(1), 10).await.unwrap(), 1);
        deletion::delete(&db, zoe, NOW).await.unwrap();
        assert!(matches!(view::any(&db, TicketId(1)).await, Err(Error::NotFound)));
        let left: (i64,) =
            on!(db.read(), at => sqlx::query_as("SELECT COUNT(*) FROM media").fetch_one(at).await).unwrap();
        assert_eq!(left.0, 0);
    })
    .await;
}

#[tokio::test]
async fn operator_answers_and_messages_are_announced_once() {
    both(async |db| {
        let zoe = account(&db, 20, "zoe").await;
        ticket::open(&db, &new(1, zoe), NOW).await.unwrap();
        assert_eq!(list::of(&db, Scope::Operator, &[TicketState::Open], PAGE).await.unwrap().1, 1);
        message::write(&db, TicketId(1), Scope::Operator, &text(200, None, "Hello"), NOW).await.unwrap();
        let due = announcement::due(&db, 10).await.unwrap();
        assert_eq!(due, [(TicketId(1), TicketMessageId(100)), (TicketId(1), TicketMessageId(200))]);
        let (first, is_first) = announcement::read(&db, TicketId(1), TicketMessageId(100)).await.unwrap();
        assert_eq!((announcement::news(&first, is_first), is_first), (None, true));
        let (answer, is_first) = announcement::read(&db, TicketId(1), TicketMessageId(200)).await.unwrap();
        assert_eq!(announcement::news(&answer, is_first), Some(announcement::News::Answered));
        for (_, message) in due {
            announcement::mark(&db, message).await.unwrap();
        }
        assert!(announcement::due(&db, 10).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn operator_joins_a_ticket_that_its_company_leaves_alone() {
    both(async |db| {
        let zoe = account(&db, 20, "zoe").await;
        let company = CompanyRow::new(1, "Bakery").insert(&db).await;
        let opened = at_company(&db, 5, zoe, company).await;
        let from = NOW.plus(escalation::WAIT);
        assert_eq!(opened.escalation_from, Some(from));
        let reason = text(501, Some(zoe), "Nobody answers.");
        let early = escalation::escalate(&db, TicketId(5), zoe, &reason, from.plus(-1)).await;
        assert_eq!(refusal(early), Some(Refusal::State));
        assert_eq!(list::of(&db, Scope::Operator, &[], PAGE).await.unwrap().1, 0);
        let asked = escalation::escalate(&db, TicketId(5), zoe, &reason, from).await.unwrap().ticket;
        assert_eq!((asked.escalated_at, asked.escalation_from, asked.messages), (Some(from), None, 2));
        let member = store::company::members(&db, company).await.unwrap()[0];
        for (id, scope, author) in [(502, Scope::Operator, None), (503, Scope::Company(company), Some(member))] {
            message::write(&db, TicketId(5), scope, &text(id, author, "We look."), from).await.unwrap();
            assert_eq!(list::of(&db, scope, &[], PAGE).await.unwrap().1, 1);
        }
        let again = escalation::escalate(&db, TicketId(5), zoe, &text(504, Some(zoe), "Again"), from).await;
        assert_eq!(refusal(again), Some(Refusal::State));
        // A ticket without a company is the operator's from the start.
        let own = ticket::open(&db, &new(6, zoe), NOW).await.unwrap();
        assert_eq!((own.escalation_from, own.escalated_at), (None, None));
    })
    .await;
}

#[tokio::test]
async fn resolved_ticket_is_closed_after_a_while() {
    both(async |db| {
        let zoe = account(&db, 20, "zoe").await;
        for id in [1, 2] {
            ticket::open(&db, &new(id, zoe), NOW).await.unwrap();
        }
        let (scope, to) = (Scope::Customer(zoe), TicketState::Resolved);
        message::change_state(&db, TicketId(1), scope, TicketMessageId(300), Some(zoe), to, NOW).await.unwrap();
        let close =
            async |before| ticket::close_resolved(&db, || TicketMessageId(400), before, 10, NOW.plus(5)).await.unwrap();
        assert!(close(NOW).await.is_empty());
        assert_eq!(close(NOW.plus(1)).await, [TicketMessageId(400)]);
        assert_eq!(view::any(&db, TicketId(1)).await.unwrap().state, TicketState::Closed);
        assert_eq!(view::message(&db, TicketMessageId(400)).await.unwrap().side, Side::System);
        assert_eq!(view::any(&db, TicketId(2)).await.unwrap().state, TicketState::Open);
    })
    .await;
}

#[tokio::test]
async fn feedback_and_tickets_are_exported_and_deleted() {
    both(async |db| {
        let zoe = account(&db, 20, "zoe").await;
        ticket::open(&db, &new(1, zoe), NOW).await.unwrap();
        let image = file(&db, 70, zoe).await;
        let new = NewFeedback {
            id: FeedbackId(1),
            account: zoe,
            title: "Map",
            description: "Nice",
            image: Some(image),
            at: NOW,
        };
        feedback::send(&db, &new).await.unwrap();
        assert!(feedback::newest(&db, 10).await.unwrap()[0].image.is_some());
        let exported = export::ticket_messages(&db, zoe).await.unwrap();
        assert_eq!((exported.len(), exported[0].text.as_str()), (1, "It was cold."));
        assert_eq!(export::feedback(&db, zoe).await.unwrap()[0].title, "Map");
        deletion::delete(&db, zoe, NOW).await.unwrap();
        assert!(feedback::newest(&db, 10).await.unwrap().is_empty());
    })
    .await;
}
