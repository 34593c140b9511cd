//! Connections: endpoints, limits, write queues, and the protocols WebSocket and Socket.IO.

pub(crate) mod account_places;
pub(crate) mod connection;
pub mod endpoint;
pub mod limits;
pub(crate) mod session;
pub mod socket_io;
pub(crate) mod turn;
pub(crate) mod write_queue;
pub mod ws;
