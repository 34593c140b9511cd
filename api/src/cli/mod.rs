//! The command line: configuration and subcommands.

pub mod config;
pub mod demo;
pub mod demo_orders;
pub mod moderate;
pub mod outbox;
pub mod support;
