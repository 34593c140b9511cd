/** Widths in pixels that the server makes of a picture. */
const WIDTHS = [320, 800, 1600] as const;

/** Returns `src` and `srcSet` of a picture on the server. Other addresses have one width. */
export function sourceSet(url: string): { src: string; srcSet?: string } {
  if (!url.startsWith("/")) return { src: url };
  const at = (width: number) => `${url}${url.includes("?") ? "&" : "?"}w=${width}`;
  return { src: at(800), srcSet: WIDTHS.map((width) => `${at(width)} ${width}w`).join(", ") };
}
