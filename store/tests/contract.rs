//! Contract tests of the store on SQLite and PostgreSQL. Queries are not checked at compile time: these
//! tests run every query on both databases.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "contract/account_deletion.rs"]
mod account_deletion;
#[path = "contract/accounts.rs"]
mod accounts;
#[path = "contract/addresses.rs"]
mod addresses;
#[path = "contract/advertisements.rs"]
mod advertisements;
#[path = "contract/after_orders.rs"]
mod after_orders;
#[path = "contract/booking_moves.rs"]
mod booking_moves;
#[path = "contract/booking_orders.rs"]
mod booking_orders;
#[path = "contract/booking_overdue.rs"]
mod booking_overdue;
#[path = "contract/booking_reminders.rs"]
mod booking_reminders;
#[path = "contract/booking_reviews.rs"]
mod booking_reviews;
#[path = "contract/booking_rules.rs"]
mod booking_rules;
#[path = "contract/bookings.rs"]
mod bookings;
#[path = "contract/bookings_on_site.rs"]
mod bookings_on_site;
#[path = "contract/bus.rs"]
mod bus;
#[path = "contract/called_off.rs"]
mod called_off;
#[path = "contract/card_payments.rs"]
mod card_payments;
#[path = "contract/catalogue.rs"]
mod catalogue;
#[path = "contract/catalogue_csv.rs"]
mod catalogue_csv;
#[path = "contract/catalogue_management.rs"]
mod catalogue_management;
#[path = "contract/catalogue_pages.rs"]
mod catalogue_pages;
#[path = "contract/categories.rs"]
mod categories;
#[path = "contract/chats.rs"]
mod chats;
#[path = "contract/clock.rs"]
mod clock;
#[path = "contract/codes.rs"]
mod codes;
#[path = "contract/companies.rs"]
mod companies;
#[path = "contract/company_bookings.rs"]
mod company_bookings;
#[path = "contract/company_chats.rs"]
mod company_chats;
#[path = "contract/company_news.rs"]
mod company_news;
#[path = "contract/content.rs"]
mod content;
#[path = "contract/cruise_search.rs"]
mod cruise_search;
#[path = "contract/faults.rs"]
mod faults;
#[path = "contract/favourites.rs"]
mod favourites;
#[path = "contract/follows.rs"]
mod follows;
#[path = "contract/groups.rs"]
mod groups;
#[path = "contract/guests.rs"]
mod guests;
#[path = "contract/home.rs"]
mod home;
#[path = "contract/loyalty.rs"]
mod loyalty;
#[path = "contract/market_search.rs"]
mod market_search;
#[path = "contract/media.rs"]
mod media;
#[path = "contract/message_requests.rs"]
mod message_requests;
#[path = "contract/messages.rs"]
mod messages;
#[path = "contract/night_rates.rs"]
mod night_rates;
#[path = "contract/nodes.rs"]
mod nodes;
#[path = "contract/notifications.rs"]
mod notifications;
#[path = "contract/one_time_tokens.rs"]
mod one_time_tokens;
#[path = "contract/order_extras.rs"]
mod order_extras;
#[path = "contract/order_hours.rs"]
mod order_hours;
#[path = "contract/order_refunds.rs"]
mod order_refunds;
#[path = "contract/order_withdrawal.rs"]
mod order_withdrawal;
#[path = "contract/orders.rs"]
mod orders;
#[path = "contract/outages.rs"]
mod outages;
#[path = "contract/outbox.rs"]
mod outbox;
#[path = "contract/passwords.rs"]
mod passwords;
#[path = "contract/people.rs"]
mod people;
#[path = "contract/places_by_kind.rs"]
mod places_by_kind;
#[path = "contract/policies.rs"]
mod policies;
#[path = "contract/privacy.rs"]
mod privacy;
#[path = "contract/profiles.rs"]
mod profiles;
#[path = "contract/push.rs"]
mod push;
#[path = "contract/push_waiting.rs"]
mod push_waiting;
#[path = "contract/query_plans.rs"]
mod query_plans;
#[path = "contract/reel_feed.rs"]
mod reel_feed;
#[path = "contract/reel_results.rs"]
mod reel_results;
#[path = "contract/reel_search.rs"]
mod reel_search;
#[path = "contract/reels.rs"]
mod reels;
#[path = "contract/reports.rs"]
mod reports;
#[path = "contract/returns.rs"]
mod returns;
#[path = "contract/search.rs"]
mod search;
#[path = "contract/search_memory.rs"]
mod search_memory;
#[path = "contract/sessions.rs"]
mod sessions;
#[path = "contract/shared_media.rs"]
mod shared_media;
#[path = "contract/shared_payments.rs"]
mod shared_payments;
#[path = "contract/social.rs"]
mod social;
#[path = "contract/statements.rs"]
mod statements;
#[path = "contract/storefront.rs"]
mod storefront;
#[path = "contract/support.rs"]
mod support;
#[path = "contract/team_invitations.rs"]
mod team_invitations;
#[path = "contract/two_factor.rs"]
mod two_factor;
#[path = "contract/versions.rs"]
mod versions;
#[path = "contract/waitlist.rs"]
mod waitlist;
#[path = "contract/withdrawal.rs"]
mod withdrawal;
#[path = "contract/workplaces.rs"]
mod workplaces;

use store::{
    Db,
    account::NewAccount,
    testing,
    types::{ids::UserId, timestamp::Timestamp},
};

/// Fixed current time of the tests; no test reads the clock.
pub const NOW: Timestamp = Timestamp(1_795_231_140_000);

/// An account with valid fields.
pub fn new_account(id: i64, user_name: &str) -> NewAccount {
    testing::new_account(UserId(id), user_name)
}

/// Creates an account and returns its id.
pub async fn account(db: &Db, id: i64, user_name: &str) -> UserId {
    testing::account(db, UserId(id), user_name).await;
    UserId(id)
}
