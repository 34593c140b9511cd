//! External systems, each behind a small interface that hides its protocol.

pub mod blob_store;
pub mod disk;
pub mod ffmpeg;
pub mod file_stream;
pub mod gazetteer;
pub mod http_client;
pub mod oidc;
pub mod payments;
pub mod pdf;
pub mod sms;
pub mod smtp;
pub mod tls;

/// Delivery error of an outbox message. The text is for the log.
#[derive(Debug)]
pub enum DeliveryError {
    /// A retry may succeed.
    Transient(String),
    /// A retry will not succeed.
    Permanent(String),
}
