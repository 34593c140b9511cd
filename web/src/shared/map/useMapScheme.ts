import { useSyncExternalStore } from "react";
import type { MapScheme } from "./palette";

const ATTRIBUTE = "data-mantine-color-scheme";

const read = (): MapScheme =>
  document.documentElement.getAttribute(ATTRIBUTE) === "dark" ? "dark" : "light";

function follow(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: [ATTRIBUTE] });
  return () => observer.disconnect();
}

/** Scheme of the page, as the tokens read it. */
export const useMapScheme = (): MapScheme => useSyncExternalStore(follow, read);
