import { useEffect } from "react";
import { type Blocker, useBlocker } from "react-router";

/** Holds navigation back while edits are unsaved, and lets the browser ask before the page unloads. */
export function useUnsavedWarning(dirty: boolean): Blocker {
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);
  return useBlocker(dirty);
}
