//! Estimate of the number of different values, in a fixed number of characters: a HyperLogLog sketch.
//!
//! A sketch has 1,024 registers. The hash of a value chooses a register, which keeps the greatest number of leading zeros
//! that it has seen. Adding a value again changes nothing, and values cannot be read back. The number is read with the
//! estimator of O. Ertl, "New cardinality estimation algorithms for HyperLogLog sketches" (2017): its standard error is
//! 3.3 %, less below 1,000 values, and it never falls while values are added.

/// Bits of the hash that choose the register.
const BITS: u32 = 10;
pub const REGISTERS: usize = 1 << BITS;
/// Greatest value of a register.
const MAX_RANK: u8 = (64 - BITS + 1) as u8;
/// Character of an empty register. Greater values are the characters behind it, up to `g`.
const EMPTY: u8 = b'0';

/// Sketch of the values that were added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistinctSketch(Vec<u8>);

impl Default for DistinctSketch {
    fn default() -> Self {
        Self(vec![0; REGISTERS])
    }
}

impl DistinctSketch {
    /// Reads the text of a sketch. Returns none for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let registers: Option<Vec<u8>> =
            text.bytes().map(|byte| byte.checked_sub(EMPTY).filter(|rank| *rank <= MAX_RANK)).collect();
        registers.filter(|registers| registers.len() == REGISTERS).map(Self)
    }

    /// Returns the sketch as printable ASCII text, one character for each register.
    pub fn text(&self) -> String {
        self.0.iter().map(|rank| char::from(EMPTY + rank)).collect()
    }

    /// Adds the value with this hash. Returns true if the sketch changed.
    pub fn add(&mut self, hash: u64) -> bool {
        let register = usize::try_from(hash >> (64 - BITS)).unwrap_or(0);
        // The bit behind the rest of the hash ends a run of zeros.
        let rest = (hash << BITS) | (1 << (BITS - 1));
        let rank = u8::try_from(rest.leading_zeros() + 1).unwrap_or(MAX_RANK);
        let grows = self.0[register] < rank;
        if grows {
            self.0[register] = rank;
        }
        grows
    }

    /// Returns the estimated number of different values.
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "an estimate of at most some billions"
    )]
    pub fn count(&self) -> i64 {
        let mut ranks = [0_u32; MAX_RANK as usize + 1];
        for rank in &self.0 {
            ranks[usize::from(*rank)] += 1;
        }
        let registers = REGISTERS as f64;
        let share = |rank: usize| f64::from(ranks[rank]) / registers;
        let last = usize::from(MAX_RANK);
        let mut sum = registers * tau(1.0 - share(last));
        for rank in (1..last).rev() {
            sum = 0.5 * (sum + f64::from(ranks[rank]));
        }
        sum += registers * sigma(share(0));
        (registers * registers / (2.0 * std::f64::consts::LN_2 * sum)).round() as i64
    }
}

/// Correction for empty registers. `share` is from 0 to 1.
fn sigma(share: f64) -> f64 {
    if share >= 1.0 {
        return f64::INFINITY;
    }
    let (mut power, mut weight, mut sum) = (share, 1.0, share);
    loop {
        power *= power;
        let before = sum;
        sum += power * weight;
        weight *= 2.0;
        if sum <= before {
            return sum;
        }
    }
}

/// Correction for full registers. `share` is from 0 to 1.
fn tau(share: f64) -> f64 {
    if share <= 0.0 || share >= 1.0 {
        return 0.0;
    }
    let (mut root, mut weight, mut sum) = (share, 1.0, 1.0 - share);
    loop {
        root = root.sqrt();
        let before = sum;
        weight *= 0.5;
        sum -= (1.0 - root).powi(2) * weight;
        if sum >= before {
            return sum / 3.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a well mixed number: a step of SplitMix64.
    fn hash(value: u64) -> u64 {
        let mut mixed = value.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    #[test]
    fn estimate_is_near_and_never_falls() {
        let mut sketch = DistinctSketch::default();
        assert_eq!(sketch.count(), 0);
        let mut last = 0;
        for value in 0..200_000_u64 {
            sketch.add(hash(value));
            if value % 97 == 0 || value < 200 {
                let (count, number) = (sketch.count(), i64::try_from(value).unwrap() + 1);
                assert!((count - number).abs() <= 5 + number / 10, "{count} for {number}");
                assert!(count >= last, "{count} after {last}");
                last = count;
            }
        }
    }

    #[test]
    fn repeated_value_changes_nothing() {
        let mut sketch = DistinctSketch::default();
        assert!(sketch.add(hash(1)) && !sketch.add(hash(1)));
        assert_eq!(sketch.count(), 1);
        for extreme in [0, u64::MAX] {
            sketch.add(extreme);
        }
        assert_eq!(DistinctSketch::parse(&sketch.text()), Some(sketch));
    }

    #[test]
    fn other_texts_are_no_sketch() {
        let text = DistinctSketch::default().text();
        assert_eq!(text.len(), REGISTERS);
        for wrong in ["", "0", &text[1..], &format!("{}z", &text[1..]), &format!("{} ", &text[1..])] {
            assert_eq!(DistinctSketch::parse(wrong), None);
        }
    }
}
