//! Authentication: passwords, tokens, second factors and the secrets behind them.

pub(crate) mod access_tokens;
pub(crate) mod failed_attempts;
pub(crate) mod field_cipher;
pub(crate) mod login;
pub(crate) mod password_pool;
pub(crate) mod permission;
pub(crate) mod second_factor;
pub(crate) mod secrets;
pub(crate) mod socket_tickets;
pub(crate) mod totp;
