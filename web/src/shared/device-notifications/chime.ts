let audio: AudioContext | undefined;

/** Two soft notes, made here: there is no file to load. A browser that was not touched yet stays silent. */
export function chime(): void {
  try {
    audio ??= new AudioContext();
  } catch {
    return;
  }
  const now = audio.currentTime;
  for (const [at, pitch] of [
    [0, 659.3],
    [0.12, 880],
  ] as const) {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0, now + at);
    loud.gain.linearRampToValueAtTime(0.12, now + at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.001, now + at + 0.35);
    tone.connect(loud).connect(audio.destination);
    tone.start(now + at);
    tone.stop(now + at + 0.4);
  }
}
