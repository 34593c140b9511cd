//! One file per API path, mirroring the path.

mod admin {
    mod footer_sections {
        mod get {
            mod section_id;
        }
        mod list;
    }
    mod terms_conditions {
        mod get_list;
    }
    mod facility {
        mod list;
    }
    #[allow(non_snake_case, reason = "the address is spelt so")]
    mod get_Designatios_ports_list;
    mod get_ports_list;
    mod languages_list;
    mod regular_users {
        mod get {
            mod user_id;
        }
    }
    mod subcategories {
        mod filter;
    }
}
mod app;
pub mod chat {
    mod chatapp_block_unblock_users;
    mod chatapp_clear_chats_per_users;
    mod chatapp_report_users;
    mod chatapp_share_content_by_user;
    mod chatapp_share_reels_in_chats;
    pub mod chatapp_upload_media;
    pub mod chats;
    mod forward;
    pub mod groups;
    mod link_preview;
    mod requests;
    mod search;
}
mod demo {
    mod outbox;
}
#[allow(non_snake_case, reason = "the address is spelt so")]
pub mod userProfessionalRoutes {
    pub mod company_profiles;
    mod login;
}
pub mod userprofessional {
    pub mod advertisements;
    mod all_reels;
    mod calendar;
    mod cancellation_policies;
    mod cancellation_terms;
    pub mod company {
        mod refund_policies;
        pub mod review;
        mod reviews;
        mod refund_policy {
            mod update_delete {
                mod id;
            }
        }
    }
    pub mod catalogue;
    mod comments_reel;
    mod companies;
    mod company_privacy_policy;
    mod delete_reel_notifications;
    pub mod employees;
    mod facilities_list;
    mod invitations;
    mod folder {
        mod create;
    }
    mod folder_content {
        mod folder_id;
    }
    mod folder_preview {
        mod folder_id;
    }
    mod forgot_password;
    mod get_comments_reel {
        mod reel_id;
    }
    mod how_to_get {
        mod company;
        mod id;
    }
    mod like_comment;
    mod my_company {
        mod facilities;
        mod rules;
    }
    mod professional {
        mod user_id {
            mod categories_subcategories;
        }
    }
    mod customers;
    mod dashboard;
    mod earnings;
    mod fulfilment;
    pub mod invoices;
    mod loyalty;
    mod offerings {
        mod offering_id {
            mod slots;
        }
    }
    mod orders;
    mod pro_cancellation_reasons;
    mod profile;
    mod promo_codes;
    mod reel_like;
    mod reel_notifications;
    mod return_window;
    mod reel_subtitles {
        mod reel_id {
            mod language;
        }
    }
    mod reel_open;
    mod reel_view;
    pub mod reels;
    mod reservations;
    mod reset_password;
    mod share_user_profile;
    mod store;
    mod subscription;
    mod support_tickets;
    mod verify_otp;
    mod waitlist;
}
mod payment {
    mod add_card;
    mod cards;
    mod setup_intent;
    mod stripe {
        mod webhook;
    }
    mod user {
        mod order {
            mod create_stripe_customer;
            mod payment;
            mod status;
        }
    }
}
#[allow(non_snake_case, reason = "the address is spelt so")]
pub mod users {
    pub mod add_new_address;
    pub mod advertisements;
    mod address {
        mod delete {
            mod address_id;
        }
        mod list;
        mod update {
            mod address_id;
        }
    }
    mod cart {
        mod add;
        mod company {
            mod company_id;
        }
        mod bookings;
        mod lines {
            mod line_id;
        }
        mod my_carts;
        mod update_meta {
            mod company_id {
                mod order_type_key;
            }
        }
    }
    mod checkout;
    mod get_order {
        mod tracking;
    }
    mod order {
        mod create {
            mod company_id {
                mod category_id;
            }
        }
    }
    mod order_detail {
        mod company_id;
    }
    pub mod orders {
        mod cancel {
            mod order_id;
        }
        mod fulfilled {
            mod order_id;
        }
        pub mod order_id;
    }
    mod loyalty_points;
    mod orders_new;
    mod promocodes {
        mod company_id;
    }
    mod aesthetics_products {
        mod company_id;
    }
    mod relaxation_products {
        mod company_id;
    }
    mod artandcultureproducts {
        mod company_id;
    }
    mod music_products {
        mod company_id;
    }
    mod experience_products {
        mod company_id;
    }
    mod sportsandnauticalactivity_products {
        mod company_id;
    }
    mod guidedandpersonalized_products {
        mod company_id;
    }
    mod eventworkshop_products {
        mod company_id;
    }
    mod companies;
    mod company {
        mod company_id {
            mod details;
            mod event;
            mod feedback;
            mod fulfilment;
            mod media;
            mod news;
            mod reels;
        }
        mod follow_toggle;
        mod items_by_service {
            mod company_id;
        }
        mod items_by_service_food {
            mod company_id;
        }
    }
    mod company_about_user {
        mod company_id;
    }
    mod cruise_products;
    mod cruise_rooms;
    mod features;
    mod home;
    mod hotel_products;
    mod offerings;
    mod onsite_booking_options {
        mod company_id {
            mod category_id;
        }
    }
    mod product {
        mod product_id;
        mod review;
    }
    mod product_purchase {
        mod product_id;
    }
    mod account {
        mod delete;
    }
    mod available_slots;
    mod availableaesthetics_slots;
    mod availableartandculture_slots;
    mod availablenightclub_slots;
    mod availablerelaxation_slots;
    mod availablesportsandnutical_slots;
    mod blocked;
    mod book_Aestheticslot;
    mod book_Artandcultureslot;
    mod book_Relaxationslot;
    mod book_slot;
    mod bookings;
    mod calendar_feed;
    mod eventandworkshopBooking {
        mod create;
    }
    mod experiencebooking {
        mod create;
    }
    mod hotel_rooms {
        mod book;
    }
    mod musicbooking {
        mod create;
    }
    mod categories;
    mod check_email;
    mod check_username;
    mod countries;
    mod documents {
        mod document_id;
    }
    mod buzz_count;
    mod delete_user_test;
    mod export;
    mod favourite_categories;
    mod favourites;
    mod forgot_password;
    pub mod friends;
    mod get_automatic_address;
    mod get_privacy_settings;
    mod get_saved_reels;
    mod get_user_profile;
    mod guest;
    mod invoices {
        mod secret {
            mod pdf;
        }
    }
    mod login;
    mod logout;
    mod news;
    pub mod notifications;
    mod places;
    mod push {
        mod key;
        mod subscribe;
    }
    mod reel_mutes;
    mod reelfolder {
        mod folder_id {
            mod delete;
            mod update;
        }
    }
    mod register;
    mod report_comment;
    mod report_reasons;
    mod report_reel;
    mod resend_otp;
    mod reset_password;
    mod send_otp;
    mod sessions;
    mod social {
        mod providers;
        mod sign_in;
        mod start;
    }
    mod restore_address;
    mod update_privacy_settings;
    pub mod update_profile;
    mod api {
        mod nearby_details;
    }
    mod search {
        mod friends;
    }
    mod feedback;
    mod help_support;
    mod search_suggestions;
    mod search_tab;
    pub mod support {
        mod create;
        mod options;
        pub mod upload_return_item_media;
    }
    pub mod support_tickets;
    mod ticket {
        mod categories_choices;
        mod categories_choices_new;
    }
    mod token {
        mod refresh;
    }
    mod two_factor;
    mod update_password;
    mod get_users_profile_by_barcode {
        mod code;
    }
    mod profile_code;
    mod profile_counters;
    pub mod user_followers_following;
    mod user_posts;
    mod user_id {
        mod block;
        mod report;
    }
    mod users_list;
    mod verification_status;
    mod verify_otp;
    mod verify_user_otp;
    pub mod waitlist;
}
mod ws {
    mod ticket;
}

use std::path::Path;

use crate::support::schema::DOCUMENT;

#[test]
fn every_path_has_its_tests() {
    for path in DOCUMENT["paths"].as_object().unwrap().keys() {
        let place: String = path
            .trim_start_matches("/api/v1/")
            .trim_end_matches('/')
            .chars()
            .filter(|c| !matches!(c, '{' | '}'))
            .map(|c| if c == '-' { '_' } else { c })
            .collect();
        // A keyword names no module.
        let place = if place.ends_with("/move") { place + "_" } else { place };
        let routes = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/routes");
        let folder = routes.join(&place).join("mod.rs");
        let file = if folder.exists() { folder } else { routes.join(format!("{place}.rs")) };
        let text =
            std::fs::read_to_string(&file).unwrap_or_else(|_| panic!("{path} has no tests in {}", file.display()));
        assert!(text.contains("#[actix_web::test]"), "{} tests nothing", file.display());
    }
}
