/** Reads the first code in a picture, or in the present frame of a video. */
export interface CodeReader {
  read(source: Source): Promise<string | null>;
}

export type Source = HTMLVideoElement | ImageBitmap;

interface Detector {
  detect(source: ImageBitmapSource): Promise<{ rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** Codes of profiles, and those on goods. */
const FORMATS = ["qr_code", "code_128", "ean_13", "ean_8", "upc_a"];
/** Longer side of a picture that is searched, in pixels. A larger one only takes longer. */
const SIDE = 1_280;
/** A small picture is enlarged: bars of a single pixel are not told apart. */
const MAX_SCALE = 4;

/** Returns the browser's reader if it knows all formats, else one that is fetched now. */
export async function makeReader(): Promise<CodeReader> {
  const Native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const known = (await Native?.getSupportedFormats().catch(() => [])) ?? [];
  if (Native && FORMATS.every((format) => known.includes(format))) {
    const native = new Native({ formats: FORMATS });
    return { read: async (source) => (await native.detect(source).catch(() => []))[0]?.rawValue ?? null };
  }
  const [{ default: decodeQr }, { readLinear }] = await Promise.all([
    import("qr/decode.js"),
    import("./linear"),
  ]);
  return {
    async read(source) {
      const picture = pixelsOf(source);
      if (!picture) return null;
      try {
        return decodeQr(picture);
      } catch {
        // The library tells by an exception that it finds none.
        return readLinear(picture);
      }
    },
  };
}

function pixelsOf(source: Source): ImageData | null {
  const [width, height] =
    source instanceof HTMLVideoElement
      ? [source.videoWidth, source.videoHeight]
      : [source.width, source.height];
  if (width === 0 || height === 0) return null;
  const scale = Math.min(MAX_SCALE, SIDE / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) return null;
  // A picture with transparent parts stands on white.
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(source, 0, 0, canvas.width, canvas.height);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}

/** Returns the text of the first code in a picture; null without one. */
export async function readCode(source: ImageBitmap): Promise<string | null> {
  return (await makeReader()).read(source);
}
