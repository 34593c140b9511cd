//! Streams of the product. Each topic is pure: it decides commands and applies events, without an actor.

pub mod availability;
pub mod chat;
pub mod chat_list;
pub mod company_orders;
pub mod friends;
pub mod notifications;
pub mod order;
pub mod reel;
pub mod ticket;
