import { useSyncExternalStore } from "react";

const events = ["focus", "blur", "visibilitychange"] as const;

function subscribe(changed: () => void): () => void {
  for (const event of events) window.addEventListener(event, changed, true);
  return () => {
    for (const event of events) window.removeEventListener(event, changed, true);
  };
}

/** Whether somebody looks at this tab: only then is a message read. */
export function useTabFocused(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === "visible" && document.hasFocus());
}
