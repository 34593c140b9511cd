//! Delivery of mails, text messages and push notifications.

mod booking_templates;
pub(crate) mod bookings;
pub(crate) mod dispatcher;
mod local_time_text;
mod notice_texts;
pub(crate) mod notifier;
pub(crate) mod push;
pub(crate) mod templates;
