//! Previews of links to the server's own pages. Other sites are never fetched: a fetch would tell a site who reads
//! which message.

use actix_web::{HttpRequest, get, http::Uri, http::header};
use serde::{Deserialize, Serialize};
use store::{
    account::AccountKind,
    chat, social,
    types::ids::{ChatId, UserId},
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Query, User},
        openapi::ServiceConfig,
        response::Envelope,
    },
};

/// Maximum characters of an address.
const LENGTH: usize = 2_048;

pub fn routes(api: &mut ServiceConfig) {
    api.service(preview);
}

/// Content of a preview.
#[derive(Clone, Copy)]
enum Page {
    /// A title and a description, the same for every user.
    Fixed(&'static str, &'static str),
    /// A chat. Visible to its members.
    Chat,
    /// A user, limited to the fields that the viewer may see.
    Person,
}

/// Pages with a preview. `:id` matches a number. Add a line here for each new page of the web app.
const PAGES: &[(&str, Page)] = &[
    ("/", Page::Fixed("Plaza", "Meet, discover, book and buy on one square.")),
    ("/login", Page::Fixed("Sign in", "Sign in to Plaza.")),
    ("/signup", Page::Fixed("Create an account", "Join Plaza.")),
    ("/pro/login", Page::Fixed("Sign in as a business", "Where businesses meet their customers.")),
    ("/pro/signup", Page::Fixed("Open a business account", "Where businesses meet their customers.")),
    ("/terms", Page::Fixed("Terms of use", "What you and Plaza may expect of each other.")),
    ("/privacy-policy", Page::Fixed("Privacy", "What Plaza keeps of you, and why.")),
    ("/messages/:id", Page::Chat),
    ("/pro/messages/:id", Page::Chat),
    ("/people/:id", Page::Person),
    ("/pro/people/:id", Page::Person),
];

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Link {
    /// Address from a message.
    #[param(example = "https://plaza.example/terms")]
    url: String,
}

/// Summary of a page.
#[derive(Debug, Serialize, ToSchema)]
pub struct Preview {
    url: String,
    title: String,
    description: Option<String>,
    picture: Option<String>,
}

/// Get a link preview
///
/// Only for pages of this server that the caller may see.
#[utoipa::path(tag = "chat", operation_id = "chat_preview_link", params(Link), responses((status = 200, body = Envelope<Preview>)), security(("bearer" = [])))]
#[get("/chat/link-preview/")]
async fn preview(app: App, user: User, link: Query<Link>, request: HttpRequest) -> Result<Envelope<Preview>> {
    let url = link.0.url.trim();
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let path = own_path(url, host, &app.config.origins).ok_or(Error::NotFound)?;
    let (page, id) = PAGES
        .iter()
        .find_map(|(pattern, page)| matches(pattern, &path).map(|id| (*page, id)))
        .ok_or(Error::NotFound)?;
    let (title, description, picture) = match page {
        Page::Fixed(title, description) => (title.to_owned(), Some(description.to_owned()), None),
        Page::Chat => of_chat(&app, user.user, ChatId(id)).await?,
        // Guests may not see profiles.
        Page::Person if user.kind == AccountKind::Guest => return Err(Error::NotFound),
        Page::Person => of_person(&app, user.user, UserId(id)).await?,
    };
    Ok(Envelope::ok(Preview { url: url.to_owned(), title, description, picture }))
}

/// Title, description and picture of a page.
type PreviewTexts = (String, Option<String>, Option<String>);

async fn of_chat(app: &App, viewer: UserId, id: ChatId) -> Result<PreviewTexts> {
    let chat = chat::summary(&app.db, viewer, id).await?;
    if let Some(title) = chat.title {
        return Ok((title, None, chat.picture));
    }
    let other = chat.members.into_iter().find(|member| member.id != viewer);
    let (name, picture) = other.map(|card| (card.name(), card.picture)).unwrap_or_default();
    Ok((name, None, picture))
}

async fn of_person(app: &App, viewer: UserId, id: UserId) -> Result<PreviewTexts> {
    let social::PublicProfile { person, bio, .. } = social::public_profile(&app.db, viewer, id).await?;
    Ok((person.user.name(), bio, person.user.picture))
}

/// Returns the path of an address if it leads to this server, reachable at `host` or at one of `origins`.
fn own_path(url: &str, host: &str, origins: &[String]) -> Option<String> {
    let url: Uri = Some(url).filter(|url| url.len() <= LENGTH)?.parse().ok()?;
    let (scheme, authority) = (url.scheme_str()?, url.authority()?.as_str().to_lowercase());
    let is_own = matches!(scheme, "http" | "https") && authority == host.to_lowercase();
    (is_own || origins.contains(&format!("{scheme}://{authority}"))).then(|| url.path().to_owned())
}

/// Matches a path against a pattern. Returns its number, or 0 if the pattern has none.
fn matches(pattern: &str, path: &str) -> Option<i64> {
    let (mut wanted, mut found) = (segments(pattern), segments(path));
    let mut id = 0;
    loop {
        match (wanted.next(), found.next()) {
            (None, None) => return Some(id),
            (Some(":id"), Some(number)) => id = number.parse().ok().filter(|id| *id > 0)?,
            (Some(wanted), Some(found)) if wanted == found => {}
            _ => return None,
        }
    }
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.trim_matches('/').split('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_path_is_some_only_for_addresses_of_this_server() {
        let origins = ["https://plaza.example".to_owned(), "http://localhost:5173".to_owned()];
        let path = |url: &str| own_path(url, "127.0.0.1:8080", &origins);
        for (url, expected) in [
            ("http://127.0.0.1:8080/terms", "/terms"),
            ("https://PLAZA.example/messages/7?x=1#end", "/messages/7"),
            ("https://plaza.example", "/"),
            ("http://localhost:5173/login/", "/login/"),
        ] {
            assert_eq!(path(url).as_deref(), Some(expected), "{url}");
        }
        for url in [
            "",
            "/terms",
            "plaza.example/terms",
            "http://plaza.example/terms",
            "https://plaza.example.evil/terms",
            "https://plaza.example@evil/terms",
            "https://evil@plaza.example/terms",
            "https://evil/https://plaza.example/terms",
            "javascript://127.0.0.1:8080/%0aalert(1)",
            "https://plaza.example\\@evil/",
            "http://127.0.0.1/terms",
            &format!("https://plaza.example/{}", "x".repeat(LENGTH)),
        ] {
            assert_eq!(path(url), None, "{url}");
        }
    }

    #[test]
    fn matches_requires_whole_path_and_valid_number() {
        for (pattern, path, expected) in [
            ("/", "/", Some(0)),
            ("/terms", "/terms/", Some(0)),
            ("/terms", "/terms/more", None),
            ("/terms", "/", None),
            ("/messages/:id", "/messages/12", Some(12)),
            ("/messages/:id", "/messages/-1", None),
            ("/messages/:id", "/messages/99999999999999999999", None),
            ("/messages/:id", "/messages", None),
        ] {
            assert_eq!(matches(pattern, path), expected, "{path}");
        }
    }
}
