import { useState, useSyncExternalStore } from "react";
import { prefersReducedMotion } from "@/shared/swipe/useSwipe";

function subscribe(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

const isTabShown = () => document.visibilityState !== "hidden";

/** Each reel starts by itself, or waits for a press if the viewer wants no motion. A hidden tab plays nothing. */
export function usePlaying(reel: number | null) {
  const tabShown = useSyncExternalStore(subscribe, isTabShown);
  const start = () => ({ reel, paused: prefersReducedMotion() });
  const [state, setState] = useState(start);
  if (state.reel !== reel) setState(start);
  const { paused } = state;
  const setPaused = (paused: boolean) => setState((now) => ({ ...now, paused }));
  return { paused, playing: !paused && tabShown, setPaused };
}
