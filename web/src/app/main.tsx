import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/fraunces/opsz.css";
import "@/ui/mantine.css";
import "@/ui/tokens.css";
import "@/ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { syncAcrossTabs } from "@/api/auth";
import { startI18n } from "@/lib/i18n";
import { App } from "./App";
import { reloadOnStaleChunks } from "./staleChunks";

/** The spinner of index.html stands at least this long, as specified, while the first data loads behind it. */
const SPLASH_MS = 500;

function hideSplash(): void {
  const splash = document.getElementById("splash");
  if (!splash) return;
  splash.classList.add("leaving");
  setTimeout(() => splash.remove(), 200);
}

async function start(): Promise<void> {
  syncAcrossTabs();
  reloadOnStaleChunks();
  await startI18n();
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  setTimeout(hideSplash, Math.max(0, SPLASH_MS - performance.now()));
}

start();
