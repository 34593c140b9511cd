import { expect, test } from "vitest";
import { encodeBarcode } from "./encodeBarcode";

test("encodes a code with start, checksum and stop", () => {
  const bars = encodeBarcode("7KQ24MXDP0RT");
  // Start, 12 characters and the checksum of 11 modules each, and the stop of 13.
  expect(bars).toHaveLength(14 * 11 + 13);
  expect(bars.startsWith("11010010000")).toBe(true);
  expect(bars.endsWith("1100011101011")).toBe(true);
});
