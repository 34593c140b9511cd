//! Favourites: folders of an account with reels, offerings and companies. An item is in one folder at a time.

pub mod export;
pub mod folder;
pub mod friends;
pub mod item;
mod subject;

pub use folder::FavouriteFolder;
pub use item::{FavouriteItem, ItemKind};
