interface SourceSet {
  src: string;
  srcSet?: string;
}

/** Returns `src` and `srcSet` of a picture on the server. Other addresses have one width. */
export const sourceSet = (url: string): SourceSet => inWidths(url, [320, 800, 1600], 800);

/** The same for a face, which is rarely wider than 64 px. */
export const faceSourceSet = (url: string): SourceSet => inWidths(url, [128, 320], 128);

/** The widths in pixels are of those that the server makes: `api/src/media/image_upload/rendition.rs`. */
function inWidths(url: string, widths: number[], usual: number): SourceSet {
  if (!url.startsWith("/")) return { src: url };
  const at = (width: number) => `${url}${url.includes("?") ? "&" : "?"}w=${width}`;
  return { src: at(usual), srcSet: widths.map((width) => `${at(width)} ${width}w`).join(", ") };
}
