// A voice message while it is recorded: the microphone, its loudness, and what came of it.

export interface Recording {
  /** Loudness so far, 0 to 1, ten a second. */
  levels(): readonly number[];
  /** Milliseconds so far. */
  lasts(): number;
  /** Ends it and gives what was said. */
  finish(): Promise<File>;
  /** Ends it and keeps nothing. */
  cancel(): void;
}

const SAMPLE_INTERVAL_MS = 100;
const MIME_TYPES = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4"];

/** Rejects when the microphone is refused or absent. */
export async function record(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true },
  });
  const mimeType = MIME_TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: 32_000 });
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  const audio = new AudioContext();
  const analyser = audio.createAnalyser();
  analyser.fftSize = 1024;
  // The question for the microphone may have outlived the press that allowed sound.
  void audio.resume();
  audio.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const levels: number[] = [];
  const began = performance.now();
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    levels.push(loudness(samples));
  }, SAMPLE_INTERVAL_MS);
  recorder.start(1_000);

  const release = () => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
    void audio.close();
  };
  return {
    levels: () => levels,
    lasts: () => performance.now() - began,
    finish: () =>
      new Promise((resolve) => {
        recorder.onstop = () => {
          release();
          const type = recorder.mimeType || "audio/webm";
          const name = type.startsWith("audio/mp4") ? "voice.m4a" : "voice.webm";
          resolve(new File(pieces, name, { type }));
        };
        recorder.stop();
      }),
    cancel() {
      recorder.ondataavailable = null;
      if (recorder.state !== "inactive") recorder.stop();
      release();
    },
  };
}

/** Root mean square, lifted so that ordinary speech fills about half of the height. */
export function loudness(samples: Float32Array): number {
  const squares = samples.reduce((sum, sample) => sum + sample * sample, 0);
  return Math.min(1, Math.sqrt(squares / samples.length) * 4);
}

/** Many levels as few bars, each the loudest of its stretch. */
export function toBars(levels: readonly number[], bars: number): number[] {
  if (levels.length <= bars) return [...levels];
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / bars));
    return Math.max(...levels.slice(from, to));
  });
}

export interface LevelMeter {
  stop(): void;
}

/** Plays what was recorded, before it is sent. Decoded here: the page's policy lets no media come from a `blob:`. */
export async function measureLevel(file: File, ended: () => void): Promise<LevelMeter> {
  const audio = new AudioContext();
  const sound = audio.createBufferSource();
  sound.buffer = await audio.decodeAudioData(await file.arrayBuffer());
  sound.connect(audio.destination);
  const close = () => {
    sound.onended = null;
    void audio.close();
  };
  sound.onended = () => {
    close();
    ended();
  };
  sound.start();
  return { stop: close };
}
