//! Messages to people outside the app: the outbox of mails and text messages, and web push.

pub mod outbox;
pub mod push;
