import { useSyncExternalStore } from "react";

const events = ["focus", "blur", "visibilitychange"] as const;

function subscribe(changed: () => void): () => void {
  for (const event of events) window.addEventListener(event, changed, true);
  return () => {
    for (const event of events) window.removeEventListener(event, changed, true);
  };
}

/** Returns true while this tab has the focus. Messages are marked as read only then. */
export function useTabFocused(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === "visible" && document.hasFocus());
}
