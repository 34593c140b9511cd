import { expect, test } from "vitest";
import { encodeBarcode } from "./encodeBarcode";
import { readLinear } from "./linear";

const LEFT = [
  "0001101",
  "0011001",
  "0010011",
  "0111101",
  "0100011",
  "0110001",
  "0101111",
  "0111011",
  "0110111",
  "0001011",
];
const PARITY = [
  "LLLLLL",
  "LLGLGG",
  "LLGGLG",
  "LLGGGL",
  "LGLLGG",
  "LGGLLG",
  "LGGGLL",
  "LGLGLG",
  "LGLGGL",
  "LGGLGL",
];

const inverse = (bits: string) => bits.replace(/./g, (bit) => (bit === "1" ? "0" : "1"));
const reverse = (bits: string) => [...bits].reverse().join("");
const left = (digit: string | undefined) => LEFT[Number(digit)] as string;

/** Encodes 13 digits as GS1 describes it. UPC-A is an EAN-13 that begins with 0. */
function ean13(digits: string): string {
  const [first, ...rest] = digits;
  const sides = [...(PARITY[Number(first)] as string)];
  const before = sides.map((side, at) => (side === "L" ? left(rest[at]) : reverse(inverse(left(rest[at])))));
  const after = rest.slice(6).map((digit) => inverse(left(digit)));
  return `101${before.join("")}01010${after.join("")}101`;
}

const ean8 = (digits: string) =>
  `101${[...digits.slice(0, 4)].map(left).join("")}01010${[...digits.slice(4)].map((digit) => inverse(left(digit))).join("")}101`;

/** Draws modules as bars, dark on light, with quiet zones. */
function drawn(modules: string, scale = 3) {
  const quiet = "0".repeat(12);
  const row = [...`${quiet}${modules}${quiet}`].flatMap((module) => Array<string>(scale).fill(module));
  const [width, height] = [row.length, 90];
  const data = new Uint8ClampedArray(4 * width * height);
  for (let at = 0; at < width * height; at += 1) {
    const shade = row[at % width] === "1" ? 25 : 230;
    data.set([shade, shade, shade, 255], 4 * at);
  }
  return { data, width, height };
}

test("reads the codes of goods", () => {
  expect(readLinear(drawn(ean13("4006381333931")))).toBe("4006381333931");
  expect(readLinear(drawn(ean13("0036000291452")))).toBe("036000291452");
  expect(readLinear(drawn(ean8("96385074")))).toBe("96385074");
});

test("reads the barcode of a profile", () => {
  expect(readLinear(drawn(encodeBarcode("7KQ24MXDP0RT")))).toBe("7KQ24MXDP0RT");
});

test("finds none in a plain picture, nor with a wrong check digit", () => {
  expect(readLinear(drawn("0".repeat(95)))).toBeNull();
  expect(readLinear(drawn(ean13("4006381333930")))).toBeNull();
});
