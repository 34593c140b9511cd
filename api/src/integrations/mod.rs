//! What lies outside of the program. Each neighbour has a small interface here, and nobody else knows how it is reached.

pub mod blob_store;
pub mod disk;
pub mod ffmpeg;
pub mod gazetteer;
pub mod http_client;
pub mod oidc;
pub mod sms;
pub mod smtp;
pub mod tls;

/// Why a letter was not delivered. The text is for the log.
#[derive(Debug)]
pub enum DeliveryError {
    /// Another try may help.
    Transient(String),
    /// No other try will.
    Permanent(String),
}
