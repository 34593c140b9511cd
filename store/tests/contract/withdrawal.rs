use store::{
    Error,
    account::{company_closing, contact_erasure, deletion, export},
    booking::{
        Actor, BookingState, Scope,
        confirm::Contact,
        hold,
        list::{self, ReservationFilter, When, Window},
        overdue, view, withdrawal,
    },
    catalogue::filter::{Filter, Window as CatalogueWindow},
    company::{self, follower, public},
    notify::outbox::{self, Channel, NewOutboxMessage},
    on,
    testing::{both, count, market},
    types::{ids::BookingId, timestamp::Timestamp},
};

use crate::bookings::{NOW, at, customer, monday, new, salon};

const PAGE: Window = Window { limit: 10, offset: 0 };

fn contact() -> Contact {
    Contact {
        customer_name: "Zoe Lind".to_owned(),
        contact_number: "+34600000000".to_owned(),
        email: "zoe@plaza.example".to_owned(),
        note: "By the window".to_owned(),
    }
}

#[tokio::test]
async fn deleted_customer_leaves_bookings_without_contact() {
    both(async |db| {
        let (company, offering, _) = salon(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        for (id, hour) in [(30, 9), (31, 11)] {
            let mut new = new(id, offering, zoe, at(monday(hour, 0)));
            new.contact = contact();
            hold::book(&db, &new, None, Actor::Customer, NOW).await.unwrap();
        }
        hold::hold(&db, &new(32, offering, zoe, at(monday(9, 0))), NOW).await.unwrap();
        follower::follow(&db, company, zoe, None, NOW).await.unwrap();
        market::review(&db, 40, company, Some(offering), zoe, 5).await;

        assert_eq!(export::bookings(&db, zoe).await.unwrap().len(), 3);
        assert_eq!(export::reviews(&db, zoe).await.unwrap()[0].company, "Salon");
        assert_eq!(export::followed_companies(&db, zoe).await.unwrap()[0].id, company);
        assert!(export::waitlist(&db, zoe).await.unwrap().is_empty());

        // The first is under way: the company serves it.
        let later = monday(10, 30);
        let open = withdrawal::of_customer(&db, zoe, later).await.unwrap();
        assert_eq!(open, [BookingId(31)]);
        for _ in 0..2 {
            let ended = withdrawal::end_for_customer(&db, zoe, BookingId(31), later).await.unwrap();
            assert_eq!(ended.booking.state, BookingState::CancelledByUser);
        }
        deletion::delete(&db, zoe, later).await.unwrap();
        let shown = async |id| {
            let shown = view::find(&db, BookingId(id), Scope::Company(company), later).await.unwrap();
            (shown.state, [shown.customer_name, shown.contact_number, shown.email, shown.note])
        };
        let erased = [""; 4].map(str::to_owned);
        assert_eq!(shown(31).await, (BookingState::CancelledByUser, erased.clone()));
        contact_erasure::erase_ended(&db, later).await.unwrap();
        let kept = contact();
        let kept = [kept.customer_name, kept.contact_number, kept.email, kept.note];
        assert_eq!(shown(30).await, (BookingState::Confirmed, kept));
        let over = monday(11, 0).plus(overdue::GRACE);
        overdue::end(&db, BookingId(30), over).await.unwrap();
        contact_erasure::erase_ended(&db, over).await.unwrap();
        assert_eq!(shown(30).await, (BookingState::Completed, erased));
        let page = public::resolve(&db, "salon").await.unwrap();
        let summaries = public::summaries(&db, &[page], later).await.unwrap();
        assert_eq!((summaries[0].follower_count, count(&db, "company_follower").await), (0, 0));
    })
    .await;
}

#[tokio::test]
async fn closed_company_stays_in_the_history_of_its_customers() {
    both(async |db| {
        let (company, offering, _) = salon(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let mut booking = new(30, offering, zoe, at(monday(9, 0)));
        booking.contact = contact();
        hold::book(&db, &booking, None, Actor::Customer, NOW).await.unwrap();
        hold::hold(&db, &new(31, offering, zoe, at(monday(11, 0))), NOW).await.unwrap();
        let owner = market::owner(company);
        assert_eq!(company_closing::of_owner(&db, owner).await.unwrap(), [company]);
        assert!(company_closing::of_owner(&db, zoe).await.unwrap().is_empty());

        let open = withdrawal::of_company(&db, company, NOW).await.unwrap();
        assert_eq!(open.iter().map(|one| (one.id.0, one.is_held)).collect::<Vec<_>>(), [(30, false), (31, true)]);
        for one in &open {
            let notice = NewOutboxMessage {
                id: one.id.0,
                channel: Channel::Mail,
                recipient: one.email.clone().unwrap(),
                subject: Some("Cancelled".to_owned()),
                body: one.code.clone(),
                now: NOW,
                expires_at: NOW.plus(Timestamp::DAY),
            };
            for _ in 0..2 {
                withdrawal::end_for_company(&db, company, one.id, Some(&notice), NOW).await.unwrap();
            }
        }
        let mails = outbox::latest(&db, 10).await.unwrap();
        assert_eq!((mails.len(), mails[0].recipient.as_str()), (1, "zoe@plaza.example"));
        deletion::delete(&db, owner, NOW).await.unwrap();

        let (past, _) = list::of_customer(&db, zoe, When::Past, PAGE, NOW).await.unwrap();
        assert_eq!((past[0].state, past[0].company.name.as_str()), (BookingState::CancelledByCompany, "Salon"));
        assert_eq!((past[0].company.phone.as_str(), past[0].cancel_fee), ("", 0));
        assert!(matches!(public::resolve(&db, "salon").await, Err(Error::NotFound)));
        assert!(matches!(company::exists(&db, company).await, Err(Error::NotFound)));
        assert!(company::of_member(&db, owner).await.is_err());
        let window = CatalogueWindow { limit: 10, offset: 0 };
        let (found, _) = company::list::list(&db, &Filter::default(), window, NOW).await.unwrap();
        assert!(found.is_empty());
        let more = hold::hold(&db, &new(32, offering, zoe, at(monday(9, 0))), NOW).await;
        assert!(more.is_err());
        let filter = ReservationFilter::default();
        assert_eq!(list::of_company(&db, company, &filter, PAGE, NOW).await.unwrap().1, 1);
        // Another company may take the handle.
        let (handle,): (String,) = on!(db.read(), at => sqlx::query_as("SELECT handle FROM company WHERE id = $1")
            .bind(company).fetch_one(at).await)
        .unwrap();
        assert_ne!(handle, "salon");
    })
    .await;
}
