//! How loud a recording is along its way, from its samples.

/// Samples a second.
pub const RATE: u32 = 8_000;
/// Values in a waveform at most.
const VALUES: usize = 64;
/// Samples that are summed up as they come: a twentieth of a second.
const STEP: usize = RATE as usize / 20;
/// What counts as silence, in decibels below full scale.
const SILENCE: f64 = -50.0;

/// Takes samples of 16 bits, the lower byte first, as they come.
#[derive(Default)]
pub struct Loudness {
    /// The mean square of each step.
    steps: Vec<f64>,
    sum: f64,
    in_step: usize,
    samples: u64,
    /// The first byte of a sample whose second has not come yet.
    odd: Option<u8>,
}

impl Loudness {
    pub fn take(&mut self, bytes: &[u8]) {
        for byte in bytes {
            match self.odd.take() {
                None => self.odd = Some(*byte),
                Some(low) => self.sample(i16::from_le_bytes([low, *byte])),
            }
        }
    }

    fn sample(&mut self, sample: i16) {
        let value = f64::from(sample) / 32_768.0;
        self.sum += value * value;
        self.in_step += 1;
        self.samples += 1;
        if self.in_step == STEP {
            self.end_step();
        }
    }

    #[allow(clippy::cast_precision_loss, reason = "at most a few hundred")]
    fn end_step(&mut self) {
        self.steps.push(self.sum / self.in_step as f64);
        (self.sum, self.in_step) = (0.0, 0);
    }

    /// Milliseconds of sound so far.
    pub fn duration_ms(&self) -> i64 {
        i64::try_from(self.samples * 1_000 / u64::from(RATE)).unwrap_or(i64::MAX)
    }

    /// Each value is how loud its part is on average, as ears hear it: 0 is silence, 100 as loud as can be.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "0 to 100")]
    pub fn waveform(mut self) -> Vec<u8> {
        if self.in_step > 0 {
            self.end_step();
        }
        let count = self.steps.len().min(VALUES);
        (0..count)
            .map(|part| {
                let (from, to) = (part * self.steps.len() / count, (part + 1) * self.steps.len() / count);
                let mean = self.steps[from..to].iter().sum::<f64>() / (to - from) as f64;
                let decibels = 10.0 * mean.max(f64::MIN_POSITIVE).log10();
                (100.0 * (1.0 - decibels / SILENCE)).clamp(0.0, 100.0).round() as u8
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(samples: impl Iterator<Item = i16>) -> Loudness {
        let bytes: Vec<u8> = samples.flat_map(i16::to_le_bytes).collect();
        let mut loudness = Loudness::default();
        // In pieces that do not respect the samples.
        bytes.chunks(7).for_each(|piece| loudness.take(piece));
        loudness
    }

    fn square(level: i16) -> impl Iterator<Item = i16> {
        (0..).map(move |at| if at % 2 == 0 { level } else { -level })
    }

    #[test]
    fn silence_is_nothing_and_full_scale_is_everything() {
        let loudness = of(std::iter::repeat_n(0, 16_000).chain(square(32_767).take(16_000)));
        assert_eq!(loudness.duration_ms(), 4_000);
        let waveform = loudness.waveform();
        assert_eq!(waveform, [vec![0; 32], vec![100; 32]].concat());
    }

    #[test]
    fn a_tenth_of_the_level_is_twenty_decibels_less() {
        assert_eq!(of(square(3_277).take(8_000)).waveform(), [60; 20]);
        assert_eq!(of(square(328).take(400)).waveform(), [20]);
    }

    #[test]
    fn a_recording_of_any_length_has_at_most_64_values() {
        for (samples, values) in [(0, 0), (1, 1), (401, 2), (64 * 400, 64), (65 * 400, 64), (8_000 * 600, 64)] {
            let loudness = of(square(3_277).take(samples));
            assert_eq!(loudness.waveform().len(), values, "{samples}");
        }
    }
}
