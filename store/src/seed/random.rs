//! Random numbers of the demo, equal for equal seeds.

/// SplitMix64 (Steele, Lea, Flood 2014): small, with stable output, which a library's generator does not guarantee.
pub struct SeededRng(pub u64);

impl SeededRng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to `bound`, exclusive; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % bound).unwrap_or(0)
    }

    /// Returns a number from 0 to `most`, inclusive.
    pub fn upto(&mut self, most: u32) -> u32 {
        u32::try_from(self.next() % (u64::from(most) + 1)).unwrap_or(0)
    }

    /// Returns an element, `None` if there is none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// Returns a number from `low` to `high`, inclusive.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.upto(high.saturating_sub(low))
    }

    /// Returns true in this many of a hundred cases.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.upto(99) < percent
    }

    /// Removes random elements until `count` are left. Keeps their order.
    pub fn thin<T>(&mut self, list: &mut Vec<T>, count: usize) {
        while list.len() > count {
            list.remove(self.below(list.len()));
        }
    }
}
