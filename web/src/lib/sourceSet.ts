interface SourceSet {
  src: string;
  srcSet?: string;
}

const WIDTHS = [320, 800, 1600];

/** Returns `src` and `srcSet` of a picture on the server. Other addresses have one width. */
export const sourceSet = (url: string): SourceSet => inWidths(url, WIDTHS, 800);

/** Returns the address of a picture that is shown `width` CSS pixels wide, for an attribute that takes only one. */
export function sourceAt(url: string, width: number): string {
  const pixels = width * (globalThis.devicePixelRatio ?? 1);
  return inWidths(url, WIDTHS, WIDTHS.find((one) => one >= pixels) ?? 1600).src;
}

/** The same for a face, which is rarely wider than 64 px. */
export const faceSourceSet = (url: string): SourceSet => inWidths(url, [128, 320], 128);

/** The widths in pixels are of those that the server makes: `api/src/media/image_upload/rendition.rs`. */
function inWidths(url: string, widths: number[], usual: number): SourceSet {
  if (!url.startsWith("/")) return { src: url };
  const at = (width: number) => `${url}${url.includes("?") ? "&" : "?"}w=${width}`;
  return { src: at(usual), srcSet: widths.map((width) => `${at(width)} ${width}w`).join(", ") };
}
