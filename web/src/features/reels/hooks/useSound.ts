import { create } from "zustand";
import { readStored, writeStored } from "@/lib/storage";

interface Sound {
  /** Browsers play with sound only after a press in the page. */
  on: boolean;
  /** The viewer has chosen once: a further press pauses. */
  chosen: boolean;
  captions: boolean;
  /** Code of the preferred language of subtitles, or `null` for that of the app. */
  subtitleLanguage: string | null;
  /** Reels stay silent until the viewer turns the sound on. Otherwise the first press in a reel does. */
  muted: boolean;
  setOn(on: boolean): void;
  setCaptions(captions: boolean): void;
  setSubtitleLanguage(code: string | null): void;
  setMuted(muted: boolean): void;
}

const CAPTIONS = "plaza.captions";
const SUBTITLE_LANGUAGE = "plaza.subtitleLanguage";
const MUTED = "plaza.reelsMuted";

/** Sound of all reels while the page is open. Subtitles and the first sound are as chosen on this device. */
export const useSound = create<Sound>((set) => {
  const muted = readStored(MUTED) === "on";
  return {
    on: false,
    chosen: muted,
    captions: readStored(CAPTIONS) !== "off",
    subtitleLanguage: readStored(SUBTITLE_LANGUAGE),
    muted,
    setOn: (on) => set({ on, chosen: true }),
    setCaptions(captions) {
      writeStored(CAPTIONS, captions ? null : "off");
      set({ captions });
    },
    setSubtitleLanguage(subtitleLanguage) {
      writeStored(SUBTITLE_LANGUAGE, subtitleLanguage);
      set({ subtitleLanguage });
    },
    setMuted(muted) {
      writeStored(MUTED, muted ? "on" : null);
      set({ muted, on: false, chosen: muted });
    },
  };
});
