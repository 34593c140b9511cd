//! Messages outside the app: the outbox of mails and text messages, and Web Push.

pub mod outbox;
pub mod push;
