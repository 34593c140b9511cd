//! The streams of the product. Each topic is pure: it decides commands and applies events, and knows no actor.

pub mod chat;
pub mod chat_list;
pub mod friends;
