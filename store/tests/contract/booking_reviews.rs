//! Stories of reviews of bookings.

use store::{
    booking::confirm,
    catalogue::review::ProductQuality,
    on,
    order::{
        OrderError, OrderState, Refusal, bookings,
        review::{self, NewReview, ReviewText},
    },
    testing::both,
    types::{
        ids::{OrderId, ReviewId, UserId},
        purchase::Purchase,
    },
};

use crate::{
    booking_orders::{BOOKING, refusal, story},
    bookings::monday,
    orders::NOW,
};

fn kind_words() -> ReviewText {
    ReviewText {
        rating: 5,
        service_fast: true,
        as_described: true,
        meets_expectations: true,
        product_quality: ProductQuality::Good,
        comments: "Kind".to_owned(),
    }
}

#[tokio::test]
async fn customer_reviews_a_booking_that_took_place() {
    both(async |db| {
        let story = story(&db).await;
        story.paid(&db, 40).await;
        let offering = Some(story.treatment);
        let new = NewReview {
            id: ReviewId(70),
            customer: story.zoe,
            purchase: Purchase::Order(OrderId(40)),
            offering,
            text: kind_words(),
        };
        assert_eq!(refusal(review::write(&db, &new, NOW).await), Refusal::State);
        let after = monday(11, 0);
        bookings::finish_ended(&db, after).await.unwrap();
        assert!(story.order(&db, 40).await.state == OrderState::Fulfilled);
        let other = NewReview { offering: Some(story.bread), ..new.clone() };
        assert!(matches!(review::write(&db, &other, after).await, Err(OrderError::Store(store::Error::NotFound))));
        assert_eq!(review::write(&db, &new, after).await.unwrap().product_id, offering);
        // A customer who did not come cannot judge.
        let no_show = NewReview { id: ReviewId(71), ..new.clone() };
        on!(db.write(), at => sqlx::query("UPDATE booking SET state = 'no_show'").execute(at).await.map(drop)).unwrap();
        assert!(matches!(review::write(&db, &no_show, after).await, Err(OrderError::Store(store::Error::NotFound))));
    })
    .await;
}

#[tokio::test]
async fn customer_reviews_a_booking_that_no_order_pays() {
    both(async |db| {
        let story = story(&db).await;
        let sold = confirm::confirm(&db, story.zoe, BOOKING, &confirm::Contact::default(), 4_500, NOW).await;
        assert!(!sold.unwrap().booking.can.review);
        let purchase = Purchase::Booking(BOOKING);
        let new = NewReview {
            id: ReviewId(70),
            customer: story.zoe,
            purchase,
            offering: Some(story.treatment),
            text: kind_words(),
        };
        assert_eq!(refusal(review::write(&db, &new, NOW).await), Refusal::State);
        let after = monday(11, 0);
        let write = async |new: &NewReview| review::write(&db, new, after).await;
        let is_unknown = |result| matches!(result, Err(OrderError::Store(store::Error::NotFound)));
        assert!(is_unknown(write(&NewReview { offering: Some(story.bread), ..new.clone() }).await));
        assert!(is_unknown(write(&NewReview { customer: UserId(99), ..new.clone() }).await));
        write(&new).await.unwrap();
        write(&NewReview { id: ReviewId(71), offering: None, ..new.clone() }).await.unwrap();
        let less = ReviewText { rating: 2, ..new.text.clone() };
        let changed = write(&NewReview { id: ReviewId(72), text: less, ..new.clone() }).await.unwrap();
        assert_eq!((changed.id, changed.text.rating), (ReviewId(70), 2));
        let shown = review::of_booking(&db, story.zoe, BOOKING).await.unwrap();
        assert_eq!(shown.iter().map(|one| one.text.rating).collect::<Vec<_>>(), [5, 2]);
        assert!(review::of_booking(&db, UserId(99), BOOKING).await.is_err());
        let (stars, count): (i64, i64) = on!(db.read(), at => sqlx::query_as(
            "SELECT rating_sum, rating_count FROM offering WHERE id = $1").bind(story.treatment).fetch_one(at).await)
        .unwrap();
        assert_eq!((stars, count), (2, 1));
    })
    .await;
}
