import { useEffect, useRef, useSyncExternalStore } from "react";
import { create } from "zustand";
import { readStored, writeStored } from "@/lib/storage";
import type { Order } from "@/shared/orders/types";

const STORED = "plaza.orders.sound";
const REPEAT_MS = 8_000;
const TONES = [
  { at: 0, pitch: 784 },
  { at: 0.16, pitch: 988 },
  { at: 0.32, pitch: 1175 },
] as const;

interface Alarm {
  sound: boolean;
  /** New orders that a member has seen on the board. */
  seen: ReadonlySet<number>;
  /** A member has seen the board, and with it the new orders that the stream has no room for. */
  seenOlder: boolean;
}

export const useAlarm = create<Alarm>(() => ({
  sound: readStored(STORED) !== "off",
  seen: new Set(),
  seenOlder: false,
}));

export function setSound(sound: boolean): void {
  useAlarm.setState({ sound });
  writeStored(STORED, sound ? null : "off");
}

/** Marks the new orders as seen. Others are not new any more and are forgotten: a board may stay open for months. */
export function markSeen(ids: readonly number[]): void {
  const { seen, seenOlder } = useAlarm.getState();
  if (!seenOlder || ids.some((id) => !seen.has(id))) {
    useAlarm.setState({ seen: new Set(ids), seenOlder: true });
  }
}

/** Rings for new orders until they are seen, on every page of the business. `older` is the number of those before them. */
export function useOrderAlarm(orders: readonly Order[], older: number): void {
  const { sound, seen, seenOlder } = useAlarm();
  const unseen = orders.filter(({ id }) => !seen.has(id)).length + (seenOlder ? 0 : older);
  const before = useRef(0);
  useEffect(() => {
    // Fewer than before: a colleague has answered one.
    if (sound && unseen > before.current) ring();
    before.current = unseen;
  }, [sound, unseen]);
  const repeats = sound && unseen > 0;
  useEffect(() => {
    if (!repeats) return;
    const timer = setInterval(ring, REPEAT_MS);
    return () => clearInterval(timer);
  }, [repeats]);
}

/** Marks new orders as seen when the board opens, and at each touch or key while it is in view. */
export function useSeenOnBoard(orders: readonly Order[] | undefined): void {
  const opened = useRef(false);
  const latest = useRef(orders);
  latest.current = orders;
  const isKnown = orders !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    const mark = () => {
      if (document.visibilityState === "visible") markSeen((latest.current ?? []).map(({ id }) => id));
    };
    if (!opened.current) mark();
    opened.current = true;
    const events = ["pointerdown", "keydown"] as const;
    for (const event of events) window.addEventListener(event, mark);
    return () => {
      for (const event of events) window.removeEventListener(event, mark);
    };
  }, [isKnown]);
}

let audio: AudioContext | undefined;
let isResuming = false;

/** Opens the sound of the page. Browsers keep a page silent that was never touched: the first touch or key starts it. */
function openAudio(): AudioContext | undefined {
  if (audio) return audio;
  try {
    audio = new AudioContext();
  } catch {
    return;
  }
  const start = () => void audio?.resume();
  // The end of a touch counts for the browser, its start does not.
  for (const event of ["pointerup", "keydown"]) window.addEventListener(event, start, { once: true });
  return audio;
}

function onAudioChange(listener: () => void): () => void {
  const opened = openAudio();
  opened?.addEventListener("statechange", listener);
  return () => opened?.removeEventListener("statechange", listener);
}

// Also the sound of a page that was touched is suspended for a moment when it opens.
const isSilenced = () => audio?.state === "suspended" && !navigator.userActivation?.hasBeenActive;

/** Returns true while the browser keeps the page silent. */
export const useIsSilenced = (): boolean => useSyncExternalStore(onAudioChange, isSilenced);

/** Three short tones. A page that was never touched stays silent until it is. */
export function ring(): void {
  const audio = openAudio();
  if (!audio) return;
  if (audio.state === "running") {
    play(audio);
  } else if (!isResuming) {
    // Rings once, however many rings waited for the touch.
    isResuming = true;
    void resumeAndPlay(audio);
  }
}

async function resumeAndPlay(audio: AudioContext): Promise<void> {
  try {
    await audio.resume();
    play(audio);
  } finally {
    isResuming = false;
  }
}

function play(audio: AudioContext): void {
  const now = audio.currentTime;
  for (const { at, pitch } of TONES) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, now + at);
    volume.gain.linearRampToValueAtTime(0.2, now + at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, now + at + 0.28);
    tone.connect(volume).connect(audio.destination);
    tone.start(now + at);
    tone.stop(now + at + 0.3);
  }
}
