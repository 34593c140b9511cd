//! The booking operations of the specification, one for each kind of offer: hold and confirmation in one request.

use actix_web::post;
use store::{
    booking::{
        Actor, Booking,
        hold::{self, NewBooking},
    },
    inventory::plan,
    types::{ids::BookingId, timestamp::Timestamp},
};

use super::{check_category, form::BookingForm, in_turn};
use crate::{
    app_state::AppState,
    error::Result,
    http::{
        extract::{App, Body, User},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::Envelope,
    },
};

/// Books at once. `categories` are the keys that the operation serves; empty: all.
async fn book(app: &AppState, user: User, form: BookingForm, categories: &[&str]) -> Result<Envelope<Booking>> {
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::Bookings(user.user.0), now)?;
    let offering = form.offering()?;
    let terms = plan::terms(&app.db, offering).await?;
    check_category(&terms, categories)?;
    let new = NewBooking {
        id: BookingId(app.ids.next(now)),
        offering,
        customer: Some(user.user),
        contact: form.contact()?,
        request: form.request(app, offering).await?,
        client_id: form.client_id()?,
    };
    form.record_reel(app, offering, user.user, now).await?;
    let booked =
        in_turn(app, async || hold::book(&app.db, &new, form.expected_total, Actor::Customer, now).await).await?;
    Ok(Envelope::created(booked.for_customer()))
}

/// Defines the operations: path, operation id, and the categories that each serves.
macro_rules! bookings_of_category {
    ($($name:ident $path:literal $id:literal [$($category:literal),*];)*) => {
        pub fn routes(api: &mut ServiceConfig) {
            $(api.service($name);)*
        }

        $(
            /// Book an offer of this category
            ///
            /// Confirmed at once, or after the company's approval. A repeat with the same `client_id` returns the first
            /// booking.
            #[utoipa::path(
                tag = "booking", operation_id = $id, request_body = BookingForm,
                responses((status = 201, body = Envelope<Booking>)), security(("bearer" = []))
            )]
            #[post($path)]
            async fn $name(app: App, user: User, form: Body<BookingForm>) -> Result<Envelope<Booking>> {
                book(&app, user, form.0, &[$($category),*]).await
            }
        )*
    };
}

bookings_of_category! {
    book_cruise "/users/cruise-rooms/book/" "booking_book_cruise" ["cruises"];
    book_hotel "/users/hotel-rooms/book/" "booking_book_hotel" ["hotels"];
    book_music "/users/musicbooking/create/" "booking_book_music" ["music"];
    book_aesthetics "/users/book-Aestheticslot/" "booking_book_aesthetics" ["beauty"];
    book_relaxation "/users/book-Relaxationslot/" "booking_book_relaxation" ["relaxation"];
    book_art "/users/book-Artandcultureslot/" "booking_book_art" ["art"];
    book_experience "/users/experiencebooking/create/" "booking_book_experience" ["experiences"];
    book_workshop "/users/eventandworkshopBooking/create/" "booking_book_workshop" ["experiences"];
    book_slot "/users/book-slot/" "booking_book_slot" [];
}
