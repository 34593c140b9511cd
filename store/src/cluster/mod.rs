//! Several processes as one deployment: node leases and the bus between nodes.

pub mod bus;
pub mod node_lease;
