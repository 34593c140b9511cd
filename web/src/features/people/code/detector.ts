interface Detector {
  detect(source: ImageBitmapSource): Promise<{ rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

const FORMATS = ["qr_code", "code_128"];

/** Returns the browser's detector of codes, else one for QR codes that is fetched now. */
export async function makeDetector(): Promise<Detector> {
  const Native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const known = (await Native?.getSupportedFormats().catch(() => [])) ?? [];
  const formats = FORMATS.filter((format) => known.includes(format));
  if (Native && formats.includes("qr_code")) return new Native({ formats });
  const { BarcodeDetector } = await import("qr/decode.js");
  return new BarcodeDetector({ formats: ["qr_code"] });
}

/** Returns the text of the first code in a picture or in the present frame of a video; null without one. */
export async function readCode(source: ImageBitmapSource): Promise<string | null> {
  const found = await (await makeDetector()).detect(source).catch(() => []);
  return found[0]?.rawValue ?? null;
}
