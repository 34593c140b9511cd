//! One file for each address of the API, at the place that its path names.

mod admin {
    mod languages_list;
}
mod app;
pub mod chat {
    pub mod chatapp_upload_media;
    pub mod chats;
}
pub mod users {
    mod categories;
    mod countries;
    mod favourite_categories;
    pub mod friends;
    mod get_automatic_address;
    mod get_privacy_settings;
    mod get_user_profile;
    mod guest;
    mod login;
    mod logout;
    mod places;
    mod register;
    mod sessions;
    mod update_privacy_settings;
    mod search {
        mod friends;
    }
    mod token {
        mod refresh;
    }
    mod two_factor;
    mod users_list;
}
mod ws {
    mod ticket;
}

use std::path::Path;

use crate::schema::DOCUMENT;

#[test]
fn every_address_has_its_tests() {
    for path in DOCUMENT["paths"].as_object().unwrap().keys() {
        let place: String = path
            .trim_start_matches("/api/v1/")
            .trim_end_matches('/')
            .chars()
            .filter(|c| !matches!(c, '{' | '}'))
            .map(|c| if c == '-' { '_' } else { c })
            .collect();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/it/routes/{place}.rs"));
        let text =
            std::fs::read_to_string(&file).unwrap_or_else(|_| panic!("{path} has no tests in {}", file.display()));
        assert!(text.contains("#[actix_web::test]"), "{} tests nothing", file.display());
    }
}
