//! Tests of the library from outside.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod pictures;
mod rendition;
mod resize;
