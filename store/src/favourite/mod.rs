//! Favourites: folders of an account with reels and offerings. An item is in one folder at a time.

pub mod export;
pub mod folder;
pub mod friends;
pub mod item;

pub use folder::FavouriteFolder;
pub use item::{FavouriteItem, ItemKind};
