/**
 * Ref of a picture. Ends its download when it leaves the page: browsers go on with it, and the requests of the next screen wait for
 * one of their few connections.
 */
export function stopWhenGone(image: HTMLImageElement | null) {
  return () =>
    queueMicrotask(() => {
      if (!image || image.isConnected || image.complete) return;
      image.removeAttribute("srcset");
      image.src = "";
    });
}
