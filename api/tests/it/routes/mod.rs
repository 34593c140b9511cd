//! One file per API path, mirroring the path.

mod admin {
    mod languages_list;
    mod regular_users {
        mod get {
            mod user_id;
        }
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
mod userprofessional {
    pub mod catalogue;
    mod forgot_password;
    mod profile;
    mod reset_password;
    mod share_user_profile;
    mod verify_otp;
}
pub mod users {
    mod account {
        mod delete;
    }
    mod categories;
    mod check_email;
    mod check_username;
    mod countries;
    mod documents {
        mod document_id;
    }
    mod delete_user_test;
    mod export;
    mod favourite_categories;
    mod forgot_password;
    pub mod friends;
    mod get_automatic_address;
    mod get_privacy_settings;
    mod get_user_profile;
    mod guest;
    mod login;
    mod logout;
    mod places;
    mod push {
        mod key;
        mod subscribe;
    }
    mod register;
    mod report_reasons;
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
    mod search {
        mod friends;
    }
    mod token {
        mod refresh;
    }
    mod two_factor;
    mod update_password;
    mod user_id {
        mod block;
        mod report;
    }
    mod users_list;
    mod verification_status;
    mod verify_otp;
    mod verify_user_otp;
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
        let routes = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/routes");
        let folder = routes.join(&place).join("mod.rs");
        let file = if folder.exists() { folder } else { routes.join(format!("{place}.rs")) };
        let text =
            std::fs::read_to_string(&file).unwrap_or_else(|_| panic!("{path} has no tests in {}", file.display()));
        assert!(text.contains("#[actix_web::test]"), "{} tests nothing", file.display());
    }
}
