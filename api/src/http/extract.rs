//! Extractors of handlers: server state, caller and client input.

use std::{
    future::{Ready, ready},
    net::{IpAddr, Ipv4Addr},
    ops::Deref,
    sync::Arc,
};

use actix_web::{
    FromRequest, HttpMessage as _, HttpRequest,
    dev::Payload,
    http::header::{self, HeaderMap},
    web,
};
use hub::Principal;
use serde::de::DeserializeOwned;
use store::{account::AccountKind, types::ids::UserId};

pub use crate::http::forms::body::{Body, OptionalBody, check_coding, multipart_error};
pub use crate::http::forms::streaming::{FormSpec, StreamingForm, UploadedFile, lists};
pub use crate::http::forms::values::sent;

use crate::{
    app_state::AppState,
    error::{Error, Result},
    server::upgrade::origin_may,
};

/// Server state.
pub struct App(web::Data<AppState>);

impl App {
    /// Returns the state itself, for work that continues on another thread.
    pub fn shared(&self) -> Arc<AppState> {
        self.0.clone().into_inner()
    }
}

impl Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}

impl FromRequest for App {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(state(request).cloned().map(Self))
    }
}

fn state(request: &HttpRequest) -> Result<&web::Data<AppState>> {
    request.app_data().ok_or_else(|| Error::internal("the state is not configured"))
}

/// Defines an extractor of the caller. `$admits` decides which principals it accepts.
macro_rules! caller {
    ($(#[$doc:meta])* $name:ident, $admits:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[allow(dead_code, reason = "each is there for the operation that asks for it")]
        pub struct $name(pub Principal);

        impl Deref for $name {
            type Target = Principal;

            fn deref(&self) -> &Principal {
                &self.0
            }
        }

        impl FromRequest for $name {
            type Error = Error;
            type Future = Ready<Result<Self>>;

            fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
                let admits: fn(AccountKind) -> Result<()> = $admits;
                ready(authenticate(request).and_then(|who| admits(who.kind).map(|()| Self(who))))
            }
        }
    };
}

caller! {
    /// Any signed-in user, guests included.
    User, |_| Ok(())
}

caller! {
    /// Consumer or business account, no guest.
    Registered, |kind| if kind == AccountKind::Guest { Err(Error::GuestRefused) } else { Ok(()) }
}

caller! {
    /// Business account.
    Pro, |kind| if kind == AccountKind::Professional { Ok(()) } else { Err(Error::NotAllowed) }
}

/// Optional caller. A wrong token is still an error.
pub struct OptionalAuth(pub Option<Principal>);

impl OptionalAuth {
    /// Returns the account of the caller, if there is one.
    pub fn user(&self) -> Option<UserId> {
        self.0.as_ref().map(|who| who.user)
    }
}

impl FromRequest for OptionalAuth {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        if request.headers().contains_key(header::AUTHORIZATION) {
            ready(authenticate(request).map(|who| Self(Some(who))))
        } else {
            ready(Ok(Self(None)))
        }
    }
}

fn authenticate(request: &HttpRequest) -> Result<Principal> {
    let header = request.headers().get(header::AUTHORIZATION).ok_or(Error::Unauthenticated)?;
    let text = header.to_str().map_err(|_| Error::InvalidToken)?;
    let (scheme, token) = text.split_once(' ').ok_or(Error::Unauthenticated)?;
    if !scheme.eq_ignore_ascii_case("bearer") || token.trim().is_empty() {
        return Err(Error::Unauthenticated);
    }
    let principal = state(request)?.tokens.verify(token.trim())?;
    // For the access log.
    request.extensions_mut().insert(principal);
    Ok(principal)
}

/// Client device: its address and user agent.
#[derive(Clone, Debug)]
pub struct ClientInfo {
    pub address: IpAddr,
    pub user_agent: String,
}

impl FromRequest for ClientInfo {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
        ready(state(request).map(|state| {
            let peer = request.peer_addr().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.ip());
            Self {
                address: client_address(peer, &forwarded_lines(request.headers()), &state.config.proxies),
                // Bounds the text that a stranger can have stored.
                user_agent: header("user-agent").unwrap_or("").chars().take(200).collect(),
            }
        }))
    }
}

/// Origin of the requesting site: the server's own, or an allowed origin of the configuration.
pub struct Origin(pub String);

impl FromRequest for Origin {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(request_origin(request).map(Self))
    }
}

/// Maximum bytes of an origin. A DNS name has at most 253 characters.
const MAX_ORIGIN: usize = 300;

fn request_origin(request: &HttpRequest) -> Result<String> {
    if !origin_may(request.head(), &state(request)?.config.origins) {
        return Err(Error::NotAllowed);
    }
    let header = |name: header::HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
    // Clients other than browsers send no origin; it defaults to this server.
    let own = || header(header::HOST).map(|host| format!("http://{host}"));
    let site = header(header::ORIGIN).map(str::to_owned).or_else(own).ok_or(Error::NotAllowed)?;
    // Bounds the text that a stranger can have stored.
    if site.len() > MAX_ORIGIN { Err(Error::NotAllowed) } else { Ok(site) }
}

/// Returns the nearest address that is not a trusted proxy, in canonical form: an IPv4 address mapped into IPv6 by a
/// dual-stack listener becomes the IPv4 address. Clients can forge everything further back.
///
/// `forwarded` holds the lines of `X-Forwarded-For` in the order sent. Proxies extend the last line or append a line.
/// The list of hops is that of all lines together (RFC 9110 §5.3).
pub fn client_address(peer: IpAddr, forwarded: &[&str], proxies: &[IpAddr]) -> IpAddr {
    let mut address = peer.to_canonical();
    for hop in forwarded.iter().rev().flat_map(|line| line.rsplit(',')) {
        if !proxies.iter().any(|proxy| proxy.to_canonical() == address) {
            break;
        }
        let Ok(further) = hop.trim().parse::<IpAddr>() else { break };
        address = further.to_canonical();
    }
    address
}

/// Returns the lines of `X-Forwarded-For`. A line that is not text becomes a line without an address, so that the lines
/// before it are not trusted either.
pub fn forwarded_lines(headers: &HeaderMap) -> Vec<&str> {
    headers.get_all("x-forwarded-for").map(|line| line.to_str().unwrap_or("-")).collect()
}

/// Query parameters. Unknown and invalid fields are rejected by name.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(crate::http::forms::values::read_form(request.query_string().as_bytes()).map(Self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forwarded_for_is_read_from_trusted_proxies_only() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let proxies = [ip("10.0.0.1"), ip("10.0.0.2")];
        let cases: [(&str, &[&str], &str); 13] = [
            ("9.9.9.9", &[], "9.9.9.9"),
            ("9.9.9.9", &["1.1.1.1"], "9.9.9.9"),
            ("10.0.0.1", &["1.1.1.1"], "1.1.1.1"),
            ("10.0.0.1", &["6.6.6.6, 1.1.1.1, 10.0.0.2"], "1.1.1.1"),
            ("10.0.0.1", &["nonsense"], "10.0.0.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
            // HAProxy appends its own line to those of the client.
            ("10.0.0.1", &["6.6.6.6", "1.1.1.1"], "1.1.1.1"),
            ("10.0.0.1", &["6.6.6.6", "1.1.1.1", "10.0.0.2"], "1.1.1.1"),
            ("10.0.0.1", &["6.6.6.6", ""], "10.0.0.1"),
            ("10.0.0.1", &["6.6.6.6", "-"], "10.0.0.1"),
            ("::ffff:10.0.0.1", &["1.1.1.1"], "1.1.1.1"),
            ("10.0.0.1", &["6.6.6.6, ::ffff:1.1.1.1, ::ffff:10.0.0.2"], "1.1.1.1"),
            ("::ffff:9.9.9.9", &["1.1.1.1"], "9.9.9.9"),
        ];
        for (peer, forwarded, expected) in cases {
            assert_eq!(client_address(ip(peer), forwarded, &proxies), ip(expected), "{peer} {forwarded:?}");
        }
        assert_eq!(client_address(ip("10.0.0.1"), &["1.1.1.1"], &[ip("::ffff:10.0.0.1")]), ip("1.1.1.1"));
    }
}
