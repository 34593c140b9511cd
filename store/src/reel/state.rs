//! States of a reel and the steps between them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum ReelState {
    Draft,
    /// Published by the server at a time.
    Scheduled,
    Published,
    /// Reported by too many accounts, until an operator reviews it.
    Hidden,
    /// Final. The video is deleted.
    Removed,
}

/// Steps of the company. An operator takes the ones from `Hidden`.
const STEPS: &[(ReelState, &[ReelState])] = &[
    (ReelState::Draft, &[ReelState::Scheduled, ReelState::Published, ReelState::Removed]),
    (ReelState::Scheduled, &[ReelState::Draft, ReelState::Scheduled, ReelState::Published, ReelState::Removed]),
    (ReelState::Published, &[ReelState::Removed]),
    (ReelState::Hidden, &[ReelState::Removed]),
    (ReelState::Removed, &[]),
];

impl ReelState {
    /// Returns the states that the company may choose next.
    pub fn next(self) -> &'static [Self] {
        STEPS.iter().find(|(from, _)| *from == self).map_or(&[], |(_, to)| to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_reel_is_only_removed() {
        assert_eq!(ReelState::Published.next(), [ReelState::Removed]);
        assert!(ReelState::Removed.next().is_empty());
        assert!(STEPS.iter().all(|(from, to)| *from == ReelState::Removed || to.contains(&ReelState::Removed)));
    }
}
