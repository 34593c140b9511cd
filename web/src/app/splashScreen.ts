/** The spinner of index.html stands at least this long, as specified, while the first data loads behind it. */
const SPLASH_MS = 500;
/** As long as the transition of splash.css. */
const LEAVING_MS = 200;

/** A screen whose code is on its way says so. The frame of index.html already shows the same, in place. */
const isShown = (root: HTMLElement) => root.childElementCount > 0 && !root.querySelector("[data-coming]");

/** Takes the splash away as soon as `root` shows a screen, but not before its time. */
export function removeSplashScreen(root: HTMLElement): void {
  const splash = document.getElementById("splash");
  if (!splash) return;
  const leave = () => {
    splash.classList.add("leaving");
    setTimeout(() => splash.remove(), LEAVING_MS);
  };
  const observer = new MutationObserver(() => {
    if (!isShown(root)) return;
    observer.disconnect();
    setTimeout(leave, Math.max(0, SPLASH_MS - performance.now()));
  });
  observer.observe(root, { childList: true, subtree: true });
}
