//! Fuzzing on stable Rust: checks a property against a committed corpus and mutations of it.
//!
//! A corpus is a text file with one input per line, escaped like a Rust byte string. Add failed inputs to it. Without
//! instrumentation, a property returns what it observed of an input (kind of error, number of events). An input with a
//! new observation joins the pool for mutation. Without `FUZZ_SECONDS` every run tries the same few inputs. With it
//! each property runs for that time from a random seed, which a failure prints as `FUZZ_SEED`.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a damaged corpus must stop the test, and say where")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    any::Any,
    cell::Cell,
    collections::HashSet,
    hash::{BuildHasher as _, Hash, RandomState},
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook},
    time::{Duration, Instant},
};

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};

/// Number of inputs without a time limit.
const FEW: u32 = 3_000;
/// Maximum length of an input in bytes.
const LONGEST: usize = 128 * 1024;
/// Maximum number of inputs in the mutation pool.
const POOL: usize = 4_096;
/// Maximum number of attempts to shrink a failing input.
const SHRINKS: usize = 2_000;

/// Allocator that counts the bytes held by each thread, to measure an input's memory. Install it in a test binary:
/// `#[global_allocator] static COUNTED: Counted = Counted;`
pub struct Counted;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // Does not count while a thread ends.
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        let _ = MOST.try_with(|most| most.set(most.get().max(held.get())));
    });
}

#[allow(unsafe_code, reason = "an allocator is; it hands everything on")]
// SAFETY: every call is delegated to the system allocator, which upholds the contract.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size().cast_signed());
        // SAFETY: the caller upholds the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-layout.size().cast_signed());
        // SAFETY: the caller upholds the contract.
        unsafe { System.dealloc(block, layout) }
    }
}

/// Returns the peak of bytes held by `work` on this thread; 0 unless [`Counted`] is the allocator.
fn most_held<R>(work: impl FnOnce() -> R) -> (R, usize) {
    let before = HELD.get();
    MOST.set(before);
    let done = work();
    (done, (MOST.get() - before).unsigned_abs())
}

type Panic = Box<dyn Any + Send>;

/// A fuzz test: corpus, memory limit and number of inputs.
pub struct Fuzz {
    corpus: Vec<Vec<u8>>,
    /// Memory limit: a constant number of bytes, plus a multiple of the input's length.
    memory: (usize, usize),
    few: u32,
}

impl Fuzz {
    /// Creates a fuzz test with the inputs of a corpus file.
    pub fn corpus(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        Self { corpus: lines.map(unescaped).collect(), memory: (256 * 1024, 64), few: FEW }
    }

    /// Adds an input that would be too long for the file.
    #[must_use]
    pub fn and(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.corpus.push(input.into());
        self
    }

    /// Sets the memory limit to `bytes` plus `times` the input's length. The default is 256 KiB and 64.
    #[must_use]
    pub fn memory(mut self, bytes: usize, times: usize) -> Self {
        self.memory = (bytes, times);
        self
    }

    /// Sets the number of inputs without a time limit, for slow properties.
    #[must_use]
    pub fn few(mut self, few: u32) -> Self {
        self.few = few;
        self
    }

    /// Checks `property` on every input. The property panics on a violation and returns its observation.
    #[track_caller]
    pub fn check<B: Hash>(self, property: impl Fn(&[u8]) -> B) {
        assert!(!self.corpus.is_empty(), "a corpus has inputs");
        let time: Option<f64> = std::env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
        let seed = std::env::var("FUZZ_SEED").ok().and_then(|text| text.parse().ok());
        let seed: u64 = seed.unwrap_or_else(|| if time.is_some() { rand::random() } else { 1 });
        let until = time.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
        let mut rng = StdRng::seed_from_u64(seed);
        let (mut seen, hasher) = (HashSet::new(), RandomState::new());
        let attempt = |input: &[u8]| {
            catch_unwind(AssertUnwindSafe(|| {
                let (saw, most) = most_held(|| property(input));
                let allowed = self.memory.0 + self.memory.1 * input.len();
                assert!(most <= allowed, "{most} bytes for an input of {}: more than {allowed}", input.len());
                hasher.hash_one(saw)
            }))
        };
        let mut pool = self.corpus.clone();
        for input in &self.corpus {
            match attempt(input) {
                Ok(saw) => drop(seen.insert(saw)),
                Err(cause) => fail(input, seed, &attempt, cause),
            }
        }
        let mut tried = 0;
        while until.map_or(tried < self.few, |until| Instant::now() < until) {
            tried += 1;
            let input = mutated(&mut rng, &pool);
            match attempt(&input) {
                Ok(saw) if pool.len() < POOL && seen.insert(saw) => pool.push(input),
                Ok(_) => {}
                Err(cause) => fail(&input, seed, &attempt, cause),
            }
        }
    }
}

/// Shrinks the failing input, prints the smallest one and fails.
fn fail(input: &[u8], seed: u64, attempt: &dyn Fn(&[u8]) -> Result<u64, Panic>, cause: Panic) -> ! {
    let hook = take_hook();
    set_hook(Box::new(|_| {}));
    let (mut smallest, mut piece) = (input.to_vec(), input.len() / 2);
    let mut tries = 0;
    while piece > 0 && tries < SHRINKS {
        let mut at = 0;
        while at + piece <= smallest.len() && tries < SHRINKS {
            tries += 1;
            let shorter = [&smallest[..at], &smallest[at + piece..]].concat();
            if attempt(&shorter).is_err() { smallest = shorter } else { at += piece }
        }
        piece /= 2;
    }
    set_hook(hook);
    eprintln!("FUZZ_SEED={seed}; a line for the corpus:\n{}", smallest.escape_ascii());
    // Runs the smallest input again with the panic message printed.
    let _ = attempt(&smallest);
    resume_unwind(cause)
}

/// Returns a mutation of one or two inputs of the pool.
fn mutated(rng: &mut StdRng, pool: &[Vec<u8>]) -> Vec<u8> {
    const EDGES: [&[u8]; 16] = [
        b"\0",
        b"\x7f",
        b"\x80",
        b"\xff",
        b"\xff\xff\xff\xff",
        b"-1",
        b"0",
        b"9007199254740993",
        b"9223372036854775808",
        b"[",
        b"{",
        b"\"",
        b"\\",
        b",",
        b"\xf0\x9f\x98\x80",
        b"\xed\xa0\x80",
    ];
    let mut input = pool[rng.random_range(0..pool.len())].clone();
    for _ in 0..1 << rng.random_range(0..4_u32) {
        let length = input.len();
        let at = rng.random_range(0..=length);
        let reach = 1 << rng.random_range(0..10_u32);
        let piece = at..rng.random_range(at..=length.min(at + reach));
        match rng.random_range(0..10_u32) {
            0 if length > 0 => input[at.min(length - 1)] ^= 1_u8 << rng.random_range(0..8_u32),
            1 if length > 0 => input[at.min(length - 1)] = rng.random(),
            2 => drop(input.drain(piece)),
            3 => input.insert(at, rng.random()),
            4 => drop(input.splice(at..at, EDGES[rng.random_range(0..EDGES.len())].iter().copied())),
            5 => {
                // Repeats a piece, sometimes often, to expose unbounded growth.
                let piece = input[piece].repeat(1 << rng.random_range(0..7_u32));
                input.splice(at..at, piece);
            }
            6 => {
                let other = &pool[rng.random_range(0..pool.len())];
                let from = rng.random_range(0..=other.len());
                input.splice(piece, other[from..].iter().copied());
            }
            7 => {
                let end = piece.end;
                input[piece.start..end].reverse();
            }
            8 => {
                let number = rng.random_range(0..300_u32).to_string();
                input.splice(piece, number.bytes());
            }
            _ => input.truncate(at.max(length / 2)),
        }
        input.truncate(LONGEST);
    }
    input
}

/// Reverses `escape_ascii`.
fn unescaped(line: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = line.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match (byte, if byte == b'\\' { rest.next() } else { None }) {
            (_, Some(b'n')) => b'\n',
            (_, Some(b'r')) => b'\r',
            (_, Some(b't')) => b'\t',
            (_, Some(b'0')) => 0,
            (_, Some(b'x')) => {
                let digits: String = rest.by_ref().take(2).map(char::from).collect();
                u8::from_str_radix(&digits, 16).expect("two hexadecimal digits")
            }
            (_, Some(other)) => other,
            (byte, None) => byte,
        });
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[global_allocator]
    static COUNTED: Counted = Counted;

    #[test]
    fn check_finds_violation_and_corpus_is_unescaped() {
        let odd: Vec<u8> = (0..=255).collect();
        assert_eq!(unescaped(&odd.escape_ascii().to_string()), odd);
        let found = catch_unwind(|| {
            Fuzz::corpus("some text\n# a comment\n").check(|input| {
                assert!(input.len() < 40 || !input.contains(&b'z') && !input.contains(&0xff), "long, and odd");
                input.len() / 8
            });
        });
        assert!(found.is_err());
    }

    #[test]
    fn check_fails_when_input_exceeds_memory_limit() {
        let found = catch_unwind(|| {
            Fuzz::corpus("5").memory(4_096, 0).check(|input| {
                let wanted = std::str::from_utf8(input).ok().and_then(|text| text.parse().ok()).unwrap_or(0_u16);
                Vec::<u8>::with_capacity(usize::from(wanted)).capacity() / 1_024
            });
        });
        assert!(found.is_err());
    }
}
