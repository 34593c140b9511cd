//! Sessions, passwords, codes, one-time tokens, second factors, federated identities and the quotas that guard them.

pub mod federated_identity;
pub mod known_network;
pub mod one_time_token;
pub mod password;
pub mod rate_limit;
pub mod session;
pub mod two_factor;
pub mod verification_code;
