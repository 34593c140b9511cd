mod engine;
mod namespaces;
mod packets;
