//! What lies outside of the program. Each neighbour has a small interface here, and nobody else knows how it is reached.

pub mod blob;
pub mod ffmpeg;
pub mod geo;
pub mod http;
pub mod trust;
