//! Waveform of a recording: its loudness over time, from its samples.

/// Samples a second.
pub const RATE: u32 = 8_000;
/// Maximum values of a waveform.
const VALUES: usize = 64;
/// Samples per loudness step: a twentieth of a second.
const STEP: usize = RATE as usize / 20;
/// Silence threshold in decibels below full scale.
const SILENCE: f64 = -50.0;

/// Streaming loudness meter for 16-bit little-endian samples.
#[derive(Default)]
pub struct Loudness {
    /// Mean square of each step.
    steps: Vec<f64>,
    sum: f64,
    in_step: usize,
    samples: u64,
    /// First byte of a sample whose second byte has not arrived.
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

    /// Returns the milliseconds of sound so far.
    pub fn duration_ms(&self) -> i64 {
        i64::try_from(self.samples * 1_000 / u64::from(RATE)).unwrap_or(i64::MAX)
    }

    /// Returns the average loudness of each part on a logarithmic scale: 0 is silence, 100 full scale.
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
        // In pieces that split samples.
        bytes.chunks(7).for_each(|piece| loudness.take(piece));
        loudness
    }

    fn square(level: i16) -> impl Iterator<Item = i16> {
        (0..).map(move |at| if at % 2 == 0 { level } else { -level })
    }

    #[test]
    fn silence_maps_to_0_and_full_scale_to_100() {
        let loudness = of(std::iter::repeat_n(0, 16_000).chain(square(32_767).take(16_000)));
        assert_eq!(loudness.duration_ms(), 4_000);
        let waveform = loudness.waveform();
        assert_eq!(waveform, [vec![0; 32], vec![100; 32]].concat());
    }

    #[test]
    fn tenth_of_level_is_20_db_less() {
        assert_eq!(of(square(3_277).take(8_000)).waveform(), [60; 20]);
        assert_eq!(of(square(328).take(400)).waveform(), [20]);
    }

    #[test]
    fn waveform_has_at_most_64_values() {
        for (samples, values) in [(0, 0), (1, 1), (401, 2), (64 * 400, 64), (65 * 400, 64), (8_000 * 600, 64)] {
            let loudness = of(square(3_277).take(samples));
            assert_eq!(loudness.waveform().len(), values, "{samples}");
        }
    }
}
