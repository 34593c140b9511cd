//! Faults of a deployment and their random selection.

use std::{fmt, time::Duration};

use rand::{Rng, RngExt as _, rngs::SmallRng, seq::SliceRandom as _};
use store::testing::postgres::Stop;

use crate::proxy::Mode;

/// Longest time until all clients are served again after a fault without restart.
pub const BACK: Duration = Duration::from_secs(2);

/// One fault: it begins, lasts for a while and ends. A fault without a length ends at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// SIGKILL; the node is started again at the end.
    Killed(usize),
    AllKilled,
    /// SIGTERM; the node is started again at the end.
    Left(usize),
    /// SIGSTOP, and SIGCONT at the end.
    Stalled(usize),
    /// No byte is added to any file of the node, as on a full disk.
    DiskFull(usize),
    /// The node opens no further file and accepts no further connection.
    OutOfFiles(usize),
    /// The time of day of a node is set this many seconds ahead or back, and right again at the end.
    ClockMoved(usize, i64),
    /// Cuts this percentage of the client connections of a node, without a close.
    ClientsCut(usize, u64),
    /// Forwards nothing between a node and its clients.
    ClientsSilent(usize),
    RedisFrozen,
    /// Killed, and started again, empty.
    RedisKilled,
    CutFromRedis(usize, Mode),
    DatabaseStopped(Stop),
    /// Forwards nothing between the second node and PostgreSQL.
    CutFromDatabase,
}

/// Target of a fault. Two concurrent faults have different targets.
#[derive(PartialEq)]
enum Part {
    Node(usize),
    Nodes,
    Clients(usize),
    Redis,
    Database,
}

/// Concurrent faults and their duration.
#[derive(Clone, Debug)]
pub struct Trial {
    pub faults: Vec<Fault>,
    pub length: Duration,
}

impl Fault {
    fn part(self) -> Part {
        match self {
            Self::Killed(node)
            | Self::Left(node)
            | Self::Stalled(node)
            | Self::DiskFull(node)
            | Self::OutOfFiles(node)
            | Self::ClockMoved(node, _) => Part::Node(node),
            Self::AllKilled => Part::Nodes,
            Self::ClientsCut(node, _) | Self::ClientsSilent(node) => Part::Clients(node),
            Self::RedisFrozen | Self::RedisKilled | Self::CutFromRedis(..) => Part::Redis,
            Self::DatabaseStopped(_) | Self::CutFromDatabase => Part::Database,
        }
    }

    /// Returns true if a node has to start again when the fault ends.
    pub fn is_of_a_node(self) -> bool {
        matches!(self.part(), Part::Node(_) | Part::Nodes)
    }

    /// Returns true if all clients must be served within [`BACK`] after the end: nothing has to restart or be detected.
    pub fn ends_at_once(self) -> bool {
        matches!(
            self,
            Self::DiskFull(_)
                | Self::OutOfFiles(_)
                | Self::ClockMoved(..)
                | Self::DatabaseStopped(_)
                | Self::CutFromDatabase
        )
    }

    /// Kind of the fault, without its figures.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Killed(_) => "a node killed",
            Self::AllKilled => "all nodes killed",
            Self::Left(_) => "a node asked to leave",
            Self::Stalled(_) => "a node stalled",
            Self::DiskFull(_) => "disk full",
            Self::OutOfFiles(_) => "out of open files",
            Self::ClockMoved(_, 0..) => "clock set ahead",
            Self::ClockMoved(..) => "clock set back",
            Self::ClientsCut(..) => "clients cut",
            Self::ClientsSilent(_) => "clients silent",
            Self::RedisFrozen => "Redis frozen",
            Self::RedisKilled => "Redis killed, and started empty",
            Self::CutFromRedis(..) => "a node cut from Redis",
            Self::DatabaseStopped(Stop::Fast) => "PostgreSQL restarted",
            Self::DatabaseStopped(Stop::Immediate) => "PostgreSQL crashed",
            Self::CutFromDatabase => "a node cut from PostgreSQL",
        }
    }

    /// Shortest and longest duration, in milliseconds.
    fn lengths(self) -> (u64, u64) {
        match self {
            Self::Killed(_) | Self::AllKilled | Self::Left(_) => (0, 2_000),
            Self::Stalled(_) => (300, 4_000),
            Self::DiskFull(_) | Self::OutOfFiles(_) | Self::ClockMoved(..) => (500, 4_000),
            Self::ClientsCut(..) => (0, 1),
            Self::ClientsSilent(_) => (300, 3_000),
            Self::RedisFrozen | Self::RedisKilled => (100, 4_000),
            Self::CutFromRedis(..) => (10_000, 10_001),
            Self::DatabaseStopped(_) => (0, 3_000),
            Self::CutFromDatabase => (500, 3_000),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Killed(node) => write!(f, "node {node} killed"),
            Self::AllKilled => write!(f, "all nodes killed"),
            Self::Left(node) => write!(f, "node {node} asked to leave"),
            Self::Stalled(node) => write!(f, "node {node} stalled"),
            Self::DiskFull(node) => write!(f, "node {node}'s disk full"),
            Self::OutOfFiles(node) => write!(f, "node {node} out of open files"),
            Self::ClockMoved(node, seconds) => write!(f, "node {node}'s clock moved by {seconds} s"),
            Self::ClientsCut(node, percent) => write!(f, "{percent} % of node {node}'s clients cut"),
            Self::ClientsSilent(node) => write!(f, "node {node}'s clients silent"),
            Self::RedisFrozen => write!(f, "Redis frozen"),
            Self::RedisKilled => write!(f, "Redis killed"),
            Self::CutFromRedis(node, Mode::Closed) => write!(f, "node {node} refused by Redis"),
            Self::CutFromRedis(node, _) => write!(f, "node {node} hears nothing of Redis"),
            Self::DatabaseStopped(Stop::Fast) => write!(f, "PostgreSQL restarted"),
            Self::DatabaseStopped(Stop::Immediate) => write!(f, "PostgreSQL crashed"),
            Self::CutFromDatabase => write!(f, "node 1 hears nothing of PostgreSQL"),
        }
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.faults.iter().map(Fault::to_string).collect();
        write!(f, "{} ({:.1} s)", names.join(", and "), self.length.as_secs_f64())
    }
}

/// Every kind of fault once, in random order with random figures, and two pairs of faults.
pub fn round(rng: &mut SmallRng, nodes: usize) -> Vec<Trial> {
    let kinds = kinds(rng, nodes);
    let mut trials: Vec<Vec<Fault>> = kinds.iter().map(|fault| vec![*fault]).collect();
    for _ in 0..2 {
        let mut pair = self::kinds(rng, nodes);
        pair.retain(|fault| !matches!(fault, Fault::CutFromRedis(..)));
        pair.shuffle(rng);
        let first = pair[0];
        let nothing_left = |fault: &&Fault| {
            let (one, other) = (fault.part(), first.part());
            let all = [&one, &other].contains(&&Part::Nodes);
            one == other
                || (all && matches!((&one, &other), (Part::Node(_) | Part::Nodes, Part::Node(_) | Part::Nodes)))
        };
        trials.extend(pair.iter().find(|fault| !nothing_left(fault)).map(|second| vec![first, *second]));
    }
    trials.shuffle(rng);
    let trials = trials.into_iter().map(|faults| {
        let longest = faults.iter().map(|fault| {
            let (shortest, longest) = fault.lengths();
            rng.random_range(shortest..longest)
        });
        let length = Duration::from_millis(longest.max().unwrap_or(0));
        Trial { faults, length }
    });
    trials.collect()
}

fn kinds(rng: &mut SmallRng, nodes: usize) -> Vec<Fault> {
    // Access tokens are valid for 15 minutes, so a clock is set ahead by less.
    let (ahead, back) = (rng.random_range(5..300), -rng.random_range(5..7_200));
    let mut node = || (rng.next_u32() as usize) % nodes;
    let mut kinds = vec![
        Fault::Killed(node()),
        Fault::Left(node()),
        Fault::Stalled(node()),
        Fault::ClientsCut(node(), 100),
        Fault::ClientsCut(node(), 40),
        Fault::ClientsSilent(node()),
        Fault::OutOfFiles(node()),
        Fault::ClockMoved(node(), ahead),
        Fault::ClockMoved(node(), back),
    ];
    if nodes == 1 {
        // Several nodes keep their rows in PostgreSQL, on a separate disk.
        kinds.push(Fault::DiskFull(0));
    }
    if nodes > 1 {
        kinds.extend([
            Fault::AllKilled,
            Fault::RedisFrozen,
            Fault::RedisKilled,
            Fault::CutFromRedis(node(), Mode::Silent),
            Fault::CutFromRedis(node(), Mode::Closed),
            Fault::DatabaseStopped(Stop::Fast),
            Fault::DatabaseStopped(Stop::Immediate),
            Fault::CutFromDatabase,
        ]);
    }
    kinds
}
