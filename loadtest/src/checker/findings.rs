//! The kinds of fault, and how often each was found.

use std::collections::BTreeMap;
use std::fmt;

/// What can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// An event skipped a seq, or a batch began after the reader's position.
    Gap,
    /// A reader got an event or a message twice.
    Duplicate,
    /// A seq came after a later one.
    Reorder,
    /// A reader never got an acknowledged message.
    Lost,
    /// A command was never answered.
    LostAck,
    /// One command, stored twice: it has two seqs.
    StoredTwice,
    /// One seq, two messages: readers do not see the same order.
    Disagreement,
    /// A refused message was delivered all the same.
    RefusedDelivered,
    /// The epoch changed without a snapshot.
    Epoch,
    /// A text came back changed.
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

    /// The name in reports.
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

/// What was found: how often, and the first few in text.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    pub counts: BTreeMap<Fault, u64>,
    pub examples: Vec<String>,
    /// How often anything was found at all.
    pub(super) total: u64,
    /// Declared resynchronisations: allowed, but worth knowing.
    pub resyncs: u64,
    /// Deliveries that those resynchronisations left out.
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
