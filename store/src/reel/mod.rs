//! Reels: short videos of companies, and what people do with them.
//!
//! [`feed`] ranks them for a viewer, [`reaction`] and [`comment_change`] change their counters, [`management`] is the company's
//! side and [`upload`] its way for the video. Moderation is in [`moderation`]. Counters are columns of the reel: each
//! change takes the next revision, so that live pages can order the states that they receive. Results of a reel for its
//! company are counters too: plays ([`reaction`]), visitors without an account ([`visitor`]), openings of its offerings
//! ([`open`]) and the sales that follow them ([`sale`]).

pub mod comment;
pub mod comment_change;
pub mod comment_report;
pub mod comment_text;
pub mod error;
pub mod feed;
pub mod management;
pub mod moderation;
pub mod open;
pub mod publication;
pub mod reaction;
pub mod report;
pub mod review;
pub mod sale;
mod state;
pub mod subtitles;
pub mod upload;
mod video;
pub mod view;
pub mod visitor;

pub use error::{ReelError, Refusal};
pub use state::ReelState;
pub use video::ReelVideo;
pub use view::{Reel, ReelCounts, Viewer};

/// Result of a reel command.
pub type Result<T, E = ReelError> = std::result::Result<T, E>;

/// Condition of a reel `r` of a company `c` that the account `$2` may see. `$2` is 0 for a visitor.
macro_rules! visible {
    () => {
        "r.state = 'published' AND c.closed_at IS NULL
            AND NOT EXISTS (SELECT 1 FROM block b WHERE b.blocker_id = $2 AND b.blocked_id = c.account_id)
            AND NOT EXISTS (SELECT 1 FROM block b WHERE b.blocker_id = c.account_id AND b.blocked_id = $2)"
    };
}
pub(crate) use visible;
