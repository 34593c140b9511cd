//! Fuzzing on stable Rust: a property is held to a committed corpus and to mutations of it.
//!
//! A corpus is a text file, one input a line, in the escapes of a Rust byte string; what once failed is added to it. There is no
//! instrumentation, so a property answers what it has seen of an input (the kind of error, how many events): an input that
//! shows something new joins those that are mutated. Without `FUZZ_SECONDS` every run tries the same few inputs; with it each
//! property is tried for so long, from a random beginning that a failure names (`FUZZ_SEED`).
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

/// Inputs tried when no time is given.
const FEW: u32 = 3_000;
/// Bytes in an input at most.
const LONGEST: usize = 128 * 1024;
/// Inputs that are mutated, at most.
const POOL: usize = 4_096;
/// Tries to make a failing input smaller.
const SHRINKS: usize = 2_000;

/// Counts what each thread holds, so that a property can tell how much an input cost. A test binary makes it its allocator:
/// `#[global_allocator] static COUNTED: Counted = Counted;`
pub struct Counted;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // Nothing is counted while a thread ends.
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        let _ = MOST.try_with(|most| most.set(most.get().max(held.get())));
    });
}

#[allow(unsafe_code, reason = "an allocator is; it hands everything on")]
// SAFETY: what the system's allocator promises, since it answers every call.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size().cast_signed());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-layout.size().cast_signed());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(block, layout) }
    }
}

/// Bytes that `work` held at once, at most, on this thread: 0 where [`Counted`] is not the allocator.
fn most_held<R>(work: impl FnOnce() -> R) -> (R, usize) {
    let before = HELD.get();
    MOST.set(before);
    let done = work();
    (done, (MOST.get() - before).unsigned_abs())
}

type Panic = Box<dyn Any + Send>;

/// A property, and how much memory it may take.
pub struct Fuzz {
    corpus: Vec<Vec<u8>>,
    /// Bytes beside those for the input, and as many times the input.
    memory: (usize, usize),
    few: u32,
}

impl Fuzz {
    /// With the inputs of a corpus file.
    pub fn corpus(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        Self { corpus: lines.map(unescaped).collect(), memory: (256 * 1024, 64), few: FEW }
    }

    /// And with this one, which would be long in a file.
    #[must_use]
    pub fn and(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.corpus.push(input.into());
        self
    }

    /// Lets an input take `bytes`, and `times` its own length, instead of 256 KiB and 64 times.
    #[must_use]
    pub fn memory(mut self, bytes: usize, times: usize) -> Self {
        self.memory = (bytes, times);
        self
    }

    /// Tries so many inputs when no time is given, where one takes long.
    #[must_use]
    pub fn few(mut self, few: u32) -> Self {
        self.few = few;
        self
    }

    /// Holds `property` to every input: it panics where it is broken, and answers what it has seen.
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

/// Shows the smallest input found that fails as well, and fails with it.
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
    // What is wrong with it, once more and aloud.
    let _ = attempt(&smallest);
    resume_unwind(cause)
}

/// An input that is somewhat different from one or two others.
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
                // Again, and sometimes often: what grows without bound shows.
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

/// Reads what `escape_ascii` writes.
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
    fn a_property_that_is_broken_is_found_and_a_corpus_read_as_it_is_written() {
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
    fn an_input_that_costs_too_much_is_found() {
        let found = catch_unwind(|| {
            Fuzz::corpus("5").memory(4_096, 0).check(|input| {
                let wanted = std::str::from_utf8(input).ok().and_then(|text| text.parse().ok()).unwrap_or(0_u16);
                Vec::<u8>::with_capacity(usize::from(wanted)).capacity() / 1_024
            });
        });
        assert!(found.is_err());
    }
}
