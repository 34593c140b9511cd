//! Tests of the protocol layer without a socket.

mod engine;
mod namespaces;
mod packets;
