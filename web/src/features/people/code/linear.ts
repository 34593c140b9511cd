// Each part on its own: the library's entry brings two-dimensional codes that are never read here.

import BarcodeFormat from "@zxing/library/esm/core/BarcodeFormat";
import BinaryBitmap from "@zxing/library/esm/core/BinaryBitmap";
import HybridBinarizer from "@zxing/library/esm/core/common/HybridBinarizer";
import DecodeHintType from "@zxing/library/esm/core/DecodeHintType";
import Code128Reader from "@zxing/library/esm/core/oned/Code128Reader";
import MultiFormatUPCEANReader from "@zxing/library/esm/core/oned/MultiFormatUPCEANReader";
import RGBLuminanceSource from "@zxing/library/esm/core/RGBLuminanceSource";

const FORMATS = [BarcodeFormat.EAN_13, BarcodeFormat.EAN_8, BarcodeFormat.UPC_A];
const HINTS = new Map<DecodeHintType, unknown>([
  [DecodeHintType.POSSIBLE_FORMATS, FORMATS],
  [DecodeHintType.TRY_HARDER, true],
]);
const READERS = [new Code128Reader(), new MultiFormatUPCEANReader(HINTS)];

/** Returns the text of a barcode in a picture: EAN-13, EAN-8, UPC-A or Code 128. Null without one. */
export function readLinear({ data, width, height }: Pick<ImageData, "data" | "width" | "height">) {
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    const from = 4 * at;
    // Green counts twice, as the eye sees it.
    grey[at] = ((data[from] ?? 0) + 2 * (data[from + 1] ?? 0) + (data[from + 2] ?? 0)) >> 2;
  }
  const picture = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)));
  for (const reader of READERS) {
    try {
      return reader.decode(picture, HINTS).getText();
    } catch {
      // The library tells by an exception that it finds none.
    }
  }
  return null;
}
