import "@/ui/mantine.css";
import "@/ui/base.css";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { awaitOpenLogin, isGuest, syncAcrossTabs, useAuth } from "@/api/auth";
import { initialLanguage, startI18n } from "@/lib/i18n";
import { keepAppOffline } from "@/lib/serviceWorker";
import { syncTown } from "@/shared/place/chosenTown";
import { App } from "./App";
import { prefetchTabs } from "./prefetchTabs";
import { removeSplashScreen } from "./splashScreen";
import { reloadOnStaleChunks } from "./staleChunks";
import { FIRST_VIEW_MS } from "./useAfterFirstView";

export async function start(): Promise<void> {
  syncAcrossTabs();
  syncTown();
  reloadOnStaleChunks();
  await awaitOpenLogin();
  const user = useAuth.getState().credentials?.user ?? null;
  // Nobody has chosen the language of a guest's account.
  await startI18n(initialLanguage(isGuest(user) ? undefined : user?.language));
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  // As a transition, React renders in slices: the frame answers meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  removeSplashScreen(root);
  setTimeout(async () => {
    await prefetchTabs();
    await keepAppOffline();
  }, FIRST_VIEW_MS);
}
