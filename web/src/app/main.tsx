/** The frame of index.html is painted before the scripts of the app run. A hidden page paints nothing. */
function afterPaint(run: () => void): void {
  if (document.visibilityState === "hidden") run();
  else requestAnimationFrame(() => setTimeout(run));
}

afterPaint(() => import("./start").then(({ start }) => start()));
