import { create } from "zustand";
import type { ChatIdentity } from "../model/chatTitle";

/** Message that arrived in a chat that is not on the screen. */
export interface MessagePreview {
  chat: number;
  seq: number;
  face: ChatIdentity;
  text: string;
}

/** More would cover the page. */
const MOST = 3;

interface Previews {
  /** The newest last. A chat has one: its next message replaces it. */
  shown: readonly MessagePreview[];
  show(previews: readonly MessagePreview[]): void;
  dismiss(isGone: (preview: MessagePreview) => boolean): void;
}

export const usePreviews = create<Previews>((set) => ({
  shown: [],
  show: (previews) =>
    set(({ shown }) => {
      const others = shown.filter(({ chat }) => !previews.some((preview) => preview.chat === chat));
      return { shown: [...others, ...previews].slice(-MOST) };
    }),
  dismiss: (isGone) =>
    set((state) => (state.shown.some(isGone) ? { shown: state.shown.filter((one) => !isGone(one)) } : state)),
}));

/** Chat of an address, "list" for the list of chats, and null elsewhere. */
export function chatAt(pathname: string): number | "list" | null {
  const found = pathname.match(/^(?:\/pro)?\/messages(?:\/(\d+))?\/?$/);
  if (!found) return null;
  return found[1] === undefined ? "list" : Number(found[1]);
}
