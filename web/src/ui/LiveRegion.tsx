import { create } from "zustand";
import { VisuallyHidden } from "./VisuallyHidden";

const useAnnouncement = create<{ text: string; turn: number }>(() => ({ text: "", turn: 0 }));

/** Says a sentence to a screen reader without moving the focus. */
export function announce(text: string): void {
  useAnnouncement.setState(({ turn }) => ({ text, turn: turn + 1 }));
}

/** Stands once in the shell, from the start: a region that comes with its text is not read. */
export function LiveRegion() {
  const { text, turn } = useAnnouncement();
  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite">
        {/* The same words twice are two announcements. */}
        <span key={turn}>{text}</span>
      </span>
    </VisuallyHidden>
  );
}
