import i18next from "i18next";
import { useAuth } from "@/api/auth";

interface Tab {
  load: () => Promise<unknown>;
  /** Areas of texts that the screen begins with. */
  texts: readonly string[];
  /** Only a signed-in person sees the screen. */
  member?: boolean;
}

const TABS: readonly Tab[] = [
  { load: () => import("./HomeRoute"), texts: ["home", "category"] },
  { load: () => import("@/features/discover/SearchScreen"), texts: ["discover", "category", "catalogue"] },
  { load: () => import("./ReelsRoute"), texts: ["reels"] },
  { load: () => import("./MessagesRoute"), texts: ["messages"], member: true },
  { load: () => import("./MeRoute"), texts: ["me"], member: true },
];

/** Loads the screens of the tabs one after the other, so that a tap opens them at once, and without a network too. */
export async function prefetchTabs(): Promise<void> {
  if (savesData()) return;
  const isVisitor = useAuth.getState().credentials === null;
  for (const { load, texts, member } of TABS) {
    if (member && isVisitor) continue;
    await idle();
    try {
      await Promise.all([load(), i18next.loadNamespaces(texts)]);
    } catch {
      // The screen loads when it is opened.
      return;
    }
  }
}

interface Connection {
  saveData?: boolean;
}

function savesData(): boolean {
  return (navigator as Navigator & { connection?: Connection }).connection?.saveData === true;
}

/** Resolves when the page has nothing else to do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) window.requestIdleCallback(() => resolve(), { timeout: 5_000 });
    else setTimeout(resolve, 200);
  });
}
