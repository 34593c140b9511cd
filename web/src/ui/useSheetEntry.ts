import { useEffect, useReducer, useRef } from "react";
import { openSheet } from "./sheetHistory";

/** Entry of an open sheet in the history. One that stays open, because it asks about unsaved edits, is given another. */
export function useSheetEntry(opened: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  const [asked, countAsked] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an entry is gone once Back has asked to close its sheet
  useEffect(() => {
    if (!opened) return;
    return openSheet(() => {
      close.current();
      countAsked();
    });
  }, [opened, asked]);
}
