/** A browser that reports no paint is waited for this long, in ms. */
const LONGEST_WAIT = 1_000;

/** Runs once the frame of index.html is on the screen, so that nothing delays it. A hidden page paints nothing and does not wait. */
export function afterPaint(run: () => void): void {
  if (document.visibilityState === "hidden") {
    run();
    return;
  }
  const timer = setTimeout(painted, LONGEST_WAIT);
  const observer = new PerformanceObserver(painted);
  function painted() {
    clearTimeout(timer);
    observer.disconnect();
    run();
  }
  observer.observe({ type: "paint", buffered: true });
}
