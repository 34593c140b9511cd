// Plain music for the clips: chords, plucked notes and a beat, computed sample by sample; the end runs into the beginning.
const RATE = 44100;
const hertz = (note) => 440 * 2 ** ((note - 69) / 12);

/** Moods: beats a second, chords of MIDI notes (two beats each), which instruments play. */
export const moods = {
  warm: {
    beat: 1.5,
    chords: [
      [57, 60, 64, 67],
      [53, 57, 60, 64],
      [60, 64, 67, 71],
      [55, 59, 62, 66],
    ],
    pluck: 0.3,
    pad: 0.16,
    kick: 0.3,
    hat: 0.05,
  },
  bright: {
    beat: 2,
    chords: [
      [60, 64, 67],
      [65, 69, 72],
      [57, 60, 64],
      [67, 71, 74],
    ],
    pluck: 0.34,
    pad: 0.1,
    kick: 0.4,
    hat: 0.09,
  },
  calm: {
    beat: 1,
    chords: [
      [50, 57, 62, 66],
      [55, 59, 62, 69],
      [52, 59, 64, 67],
      [57, 61, 64, 69],
    ],
    pluck: 0.2,
    pad: 0.24,
    kick: 0,
    hat: 0,
    air: 0.012,
  },
  sea: {
    beat: 1,
    chords: [
      [53, 60, 65, 69],
      [50, 57, 62, 65],
      [58, 62, 65, 70],
      [55, 60, 64, 67],
    ],
    pluck: 0.16,
    pad: 0.18,
    kick: 0,
    hat: 0,
    waves: 0.16,
  },
  club: {
    beat: 2,
    chords: [
      [45, 57, 60, 64],
      [41, 57, 60, 65],
      [48, 55, 60, 64],
      [43, 55, 59, 62],
    ],
    pluck: 0.22,
    pad: 0.16,
    kick: 0.85,
    hat: 0.16,
    bass: 0.34,
  },
  fair: {
    beat: 2.25,
    chords: [
      [60, 64, 67],
      [62, 65, 69],
      [55, 59, 65],
      [60, 64, 67],
    ],
    pluck: 0.36,
    pad: 0.08,
    kick: 0.3,
    hat: 0.07,
    waltz: true,
  },
  hall: {
    beat: 1,
    chords: [
      [48, 55, 60, 64],
      [53, 57, 60, 65],
      [50, 57, 62, 65],
      [55, 59, 62, 67],
    ],
    pluck: 0.24,
    pad: 0.26,
    kick: 0,
    hat: 0,
  },
};

const envelope = (t, attack, decay) =>
  t < 0 ? 0 : Math.min(1, t / attack) * Math.exp(-Math.max(0, t - attack) / decay);

/** Returns the sound of `seconds` as a WAV file of one channel. `turn` shifts the chords, so that clips of one mood differ. */
export function compose(mood, seconds, turn = 0) {
  const m = moods[mood];
  const length = Math.round(seconds * RATE);
  const out = new Float64Array(length);
  const add = (at, lasts, sound) => {
    const start = Math.round(at * RATE);
    for (let i = 0; i < lasts * RATE; i++) out[(start + i) % length] += sound(i / RATE);
  };
  // The number of beats is whole, so that the loop keeps time.
  const beats = Math.max(4, Math.round((seconds * m.beat) / 4) * 4);
  const step = seconds / beats;
  const up = ((turn * 5) % 7) - 3;
  const chordAt = (beat) =>
    m.chords[(Math.floor(beat / 2) + turn) % m.chords.length].map((note) => note + up);
  let seed = 7 + turn;
  const noise = () => {
    seed = (seed * 1664525 + 1013904223) >>> 0;
    return seed / 2147483648 - 1;
  };
  for (let beat = 0; beat < beats; beat += 2) {
    for (const note of chordAt(beat)) {
      const f = hertz(note);
      add(beat * step, step * 3, (t) => {
        const swell = Math.min(1, t / (step * 0.7)) * Math.min(1, Math.max(0, (step * 3 - t) / step));
        return (
          m.pad *
          0.25 *
          swell *
          (Math.sin(6.2832 * f * t) +
            0.4 * Math.sin(6.2832 * f * 2.004 * t) +
            0.25 * Math.sin(6.2832 * f * 0.998 * t))
        );
      });
    }
  }
  const pattern = m.waltz ? [0, 2, 1, 2, 3, 2] : [0, 2, 1, 3, 2, 1, 3, 2];
  for (let i = 0; i < beats * 2; i++) {
    if ((i * 7 + turn) % 5 === 4) continue;
    const chord = chordAt(Math.floor(i / 2));
    const f = hertz(chord[pattern[i % pattern.length] % chord.length] + 12);
    add(
      i * step * 0.5,
      1.2,
      (t) =>
        m.pluck *
        0.5 *
        envelope(t, 0.004, 0.28) *
        (Math.sin(6.2832 * f * t) +
          0.5 * Math.exp(-t * 9) * Math.sin(6.2832 * f * 2 * t) +
          0.2 * Math.exp(-t * 18) * Math.sin(6.2832 * f * 3 * t)),
    );
  }
  for (let beat = 0; beat < beats; beat++) {
    if (m.kick)
      add(
        beat * step,
        0.35,
        (t) =>
          m.kick *
          0.7 *
          envelope(t, 0.002, 0.11) *
          Math.sin(6.2832 * (48 * t + 14 * (1 - Math.exp(-t * 26)))),
      );
    if (m.hat) add((beat + 0.5) * step, 0.09, (t) => m.hat * envelope(t, 0.001, 0.025) * noise());
    if (m.bass)
      add(
        (beat + 0.5) * step,
        step * 0.5,
        (t) =>
          m.bass *
          0.6 *
          envelope(t, 0.01, 0.2) *
          Math.tanh(2 * Math.sin(6.2832 * hertz(chordAt(beat)[0] - 12) * t)),
      );
  }
  if (m.waves || m.air) {
    let low = 0;
    let deep = 0;
    for (let i = 0; i < length; i++) {
      low += (noise() - low) * 0.05;
      deep += (low - deep) * 0.2;
      const swell = 0.5 - 0.5 * Math.cos((6.2832 * i * 2) / length);
      out[i] += deep * ((m.waves ?? 0) * 6 * (0.25 + swell) + (m.air ?? 0) * 4);
    }
  }
  const loudest = out.reduce((most, v) => Math.max(most, Math.abs(v)), 0.001);
  const wav = Buffer.alloc(44 + length * 2);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(36 + length * 2, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(length * 2, 40);
  for (let i = 0; i < length; i++) wav.writeInt16LE(Math.round((out[i] / loudest) * 24000), 44 + i * 2);
  return wav;
}
