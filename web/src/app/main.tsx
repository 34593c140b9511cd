import { afterPaint } from "./afterPaint";

declare global {
  /** Files of the page's first view, as public/boot.js finds them. */
  var viewFiles: readonly string[] | undefined;
}

/** Downloads the files of a first view together. Otherwise each would be known only when another has run. */
function preload(files: readonly string[]): void {
  for (const file of files) {
    const link = document.createElement("link");
    const isStyle = file.endsWith(".css");
    link.rel = isStyle ? "preload" : "modulepreload";
    if (isStyle) link.as = "style";
    link.crossOrigin = "";
    link.fetchPriority = "low";
    link.href = file;
    document.head.append(link);
  }
}

afterPaint(() => {
  preload(globalThis.viewFiles ?? []);
  import("./start").then(({ start }) => start());
});
