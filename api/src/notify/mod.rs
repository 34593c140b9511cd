//! Mails, text messages and push notifications on their way out.

pub(crate) mod dispatcher;
pub(crate) mod push;
pub(crate) mod templates;
