//! Delivery of mails, text messages and push notifications.

mod booking_step_template;
mod booking_templates;
pub(crate) mod bookings;
pub(crate) mod dispatcher;
pub(crate) mod invoice_template;
mod local_time_text;
mod notification_texts;
pub(crate) mod notifier;
mod plain_name;
pub(crate) mod push;
mod receipt_template;
pub(crate) mod receipts;
pub(crate) mod templates;
pub(crate) mod tickets;
