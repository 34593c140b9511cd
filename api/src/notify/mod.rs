//! Delivery of mails, text messages and push notifications.

pub(crate) mod dispatcher;
pub(crate) mod push;
pub(crate) mod templates;
