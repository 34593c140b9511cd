//! Operations about the server itself: health, reference data, places, link previews.

pub mod health;
pub mod link_preview;
pub mod places;
pub mod reference;
pub mod server_info;
pub mod socket_io;
