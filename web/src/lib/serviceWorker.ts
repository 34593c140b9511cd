export const SERVICE_WORKER = "/service-worker.js";

export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  // The browser compares the file itself with each start, so that a new version is never hidden by its HTTP cache.
  return navigator.serviceWorker.register(SERVICE_WORKER, { updateViaCache: "none" });
}

/** Lets the worker keep the page and its files, so that a reload without network opens the app. Only where workers exist: HTTPS and localhost. */
export async function keepAppOffline(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  try {
    await registerServiceWorker();
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ type: "keep", files: loadedFiles() });
  } catch (error) {
    // A browser that forbids storage has no worker; everything else of the app stands.
    console.warn("The app is not kept for offline use:", error);
  }
}

function loadedFiles(): string[] {
  const urls = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  return urls.filter(({ origin }) => origin === window.location.origin).map(({ pathname }) => pathname);
}
