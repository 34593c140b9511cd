//! .
pub mod socket_io;
pub mod ws;
