//! What lies outside of the program. Each neighbour has a small interface here, and nobody else knows how it is reached.

pub mod blob;
pub mod disk;
pub mod ffmpeg;
pub mod geo;
pub mod http;
pub mod mail;
pub mod oidc;
pub mod sms;
pub mod trust;

/// Why a letter was not delivered. The text is for the log.
#[derive(Debug)]
pub enum NotSent {
    /// Another try may help.
    Later(String),
    /// No other try will.
    Never(String),
}
