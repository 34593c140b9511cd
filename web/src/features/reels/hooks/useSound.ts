import { create } from "zustand";
import { readStored, writeStored } from "@/lib/storage";

interface Sound {
  /** Browsers play with sound only after a press in the page. */
  on: boolean;
  /** The viewer has chosen once: a further press pauses. */
  chosen: boolean;
  captions: boolean;
  setOn(on: boolean): void;
  toggleCaptions(): void;
}

const CAPTIONS = "plaza.captions";

/** Sound of all reels while the page is open, and subtitles as chosen on this device. */
export const useSound = create<Sound>((set, get) => ({
  on: false,
  chosen: false,
  captions: readStored(CAPTIONS, "local") !== "off",
  setOn: (on) => set({ on, chosen: true }),
  toggleCaptions() {
    const captions = !get().captions;
    writeStored(CAPTIONS, captions ? null : "off", "local");
    set({ captions });
  },
}));
