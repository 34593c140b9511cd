//! Delivery of mails, text messages and push notifications.

pub(crate) mod dispatcher;
mod notice_texts;
pub(crate) mod notifier;
pub(crate) mod push;
pub(crate) mod templates;
