//! Helpers of the tests: a server, a browser's requests, sockets, an authenticator, an OpenID provider.

pub(crate) mod app;
pub(crate) mod authenticator;
pub(crate) mod import_circles;
pub(crate) mod market;
pub(crate) mod oidc_provider;
pub(crate) mod order;
pub(crate) mod outbox;
pub(crate) mod policies;
pub(crate) mod reel;
pub(crate) mod s3;
pub(crate) mod schema;
pub(crate) mod socket;
pub(crate) mod stripe;
pub(crate) mod ticket;
