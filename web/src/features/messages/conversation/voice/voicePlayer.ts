// One voice message at a time, in the whole page: it goes on while its bubble scrolls away.

import { create } from "zustand";
import { readStored, writeStored } from "@/lib/storage";

export const SPEEDS = [1, 1.5, 2] as const;
const STORAGE_KEY = "plaza.voice.speed";

interface Player {
  /** The media that is played, or paused. */
  id: number | undefined;
  playing: boolean;
  /** Seconds. */
  at: number;
  speed: (typeof SPEEDS)[number];
  failed: boolean;
}

export const usePlayer = create<Player>(() => ({
  id: undefined,
  playing: false,
  at: 0,
  speed: SPEEDS.find((speed) => String(speed) === readStored(STORAGE_KEY)) ?? 1,
  failed: false,
}));

const { setState: set, getState: get } = usePlayer;
let audio: HTMLAudioElement | undefined;

function element(): HTMLAudioElement {
  if (audio) return audio;
  audio = new Audio();
  audio.preload = "auto";
  audio.addEventListener("timeupdate", () => set({ at: audio?.currentTime ?? 0 }));
  audio.addEventListener("pause", () => set({ playing: false }));
  audio.addEventListener("play", () => set({ playing: true }));
  audio.addEventListener("ended", () => set({ playing: false, at: 0 }));
  audio.addEventListener("error", () => set({ playing: false, failed: true }));
  return audio;
}

export function toggle(media: { id: number; url: string }, from = 0): void {
  const player = element();
  const { id, playing } = get();
  if (id === media.id && playing) {
    player.pause();
    return;
  }
  if (id !== media.id) {
    player.src = media.url;
    set({ id: media.id, at: from, failed: false });
    player.currentTime = from;
  } else if (player.ended) {
    player.currentTime = 0;
  }
  player.playbackRate = get().speed;
  player.play().catch(() => set({ playing: false }));
}

export function seek(media: { id: number; url: string }, at: number): void {
  if (get().id === media.id) {
    element().currentTime = at;
    set({ at });
  } else {
    toggle(media, at);
  }
}

export function cycleSpeed(): void {
  setSpeed(SPEEDS[(SPEEDS.indexOf(get().speed) + 1) % SPEEDS.length] ?? 1);
}

/** Takes a speed of {@link SPEEDS}, at once and for later messages. */
export function setSpeed(wanted: number): void {
  const speed = SPEEDS.find((one) => one === wanted) ?? 1;
  set({ speed });
  writeStored(STORAGE_KEY, String(speed));
  if (audio) audio.playbackRate = speed;
}
