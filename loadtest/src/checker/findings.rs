//! Kinds of faults and their counts.

use std::collections::BTreeMap;
use std::fmt;

/// Violation of a guarantee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// An event skipped a seq, or a batch began after the reader's position.
    Gap,
    /// A reader received an event or a message twice.
    Duplicate,
    /// A seq arrived after a later one.
    Reorder,
    /// A reader never received an acknowledged message.
    Lost,
    /// A command was never answered.
    LostAck,
    /// One command was stored twice: it has two seqs.
    StoredTwice,
    /// One seq has two messages: readers see different orders.
    Disagreement,
    /// A rejected message was delivered.
    RefusedDelivered,
    /// The epoch changed without a snapshot.
    Epoch,
    /// A text arrived changed.
    Damaged,
}

impl Fault {
    pub const ALL: [Self; 10] = [
        Self::Gap,
        Self::Duplicate,
        Self::Reorder,
        Self::Lost,
        Self::LostAck,
        Self::StoredTwice,
        Self::Disagreement,
        Self::RefusedDelivered,
        Self::Epoch,
        Self::Damaged,
    ];

    /// Name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gap => "gaps",
            Self::Duplicate => "duplicates",
            Self::Reorder => "reorders",
            Self::Lost => "lost",
            Self::LostAck => "lost_acks",
            Self::StoredTwice => "stored_twice",
            Self::Disagreement => "disagreements",
            Self::RefusedDelivered => "refused_delivered",
            Self::Epoch => "epoch_changes",
            Self::Damaged => "damaged",
        }
    }
}

/// Number of faults of each kind, and the first few as text.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    pub counts: BTreeMap<Fault, u64>,
    pub examples: Vec<String>,
    /// Total number of faults.
    pub(super) total: u64,
    /// Declared resyncs. They are allowed.
    pub resyncs: u64,
    /// Deliveries left out by these resyncs.
    pub skipped: u64,
}

impl Findings {
    const MAX_EXAMPLES: usize = 12;

    pub fn count(&self, fault: Fault) -> u64 {
        self.counts.get(&fault).copied().unwrap_or(0)
    }

    pub fn is_clean(&self) -> bool {
        self.counts.is_empty()
    }

    pub(super) fn add(&mut self, fault: Fault, count: u64, text: fmt::Arguments<'_>) {
        self.total += count;
        *self.counts.entry(fault).or_default() += count;
        if self.examples.len() < Self::MAX_EXAMPLES {
            self.examples.push(format!("{}: {text}", fault.name()));
        }
    }
}
