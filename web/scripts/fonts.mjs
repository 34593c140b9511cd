// Writes src/ui/fonts: the Latin letters of the interface and of European names, in the weights that the interface uses, and the
// style sheet of all ranges. The other ranges stay as the packages have them. Run it after an update of a font: `npm run fonts`.
import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

const PACKAGES = new URL("../node_modules/@fontsource-variable/", import.meta.url);
const OUT = new URL("../src/ui/fonts/", import.meta.url);

const RANGES = {
  // Basic Latin, Latin-1, French ligatures, typographic punctuation, signs and arrows.
  latin:
    "20-7E,A0-FF,131,152-153,2BB-2BC,2C6,2DA,2DC,2010-2015,2018-201E,2020-2022,2026,202F-2030,2032-2033,2039-203A,2044,20AC,2122,2190-2193,2212,2215",
  // Latin Extended-A and signs of currencies.
  "latin-ext": "100-130,132-151,154-17F,20A0-20AB,20AD-20C0",
};

const FONTS = [
  { name: "inter", style: "index.css", cut: "wght-normal", axes: { wght: { min: 400, max: 700 } } },
  // Titles have one weight, in every optical size.
  {
    name: "fraunces",
    style: "opsz.css",
    cut: "opsz-normal",
    axes: { wght: 560, opsz: { min: 18, max: 72 } },
  },
];

const bounds = (range) => range.split(",").map((part) => part.split("-"));
const letters = (range) =>
  bounds(range)
    .flatMap(([first, last = first]) => {
      const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
      return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
    })
    .join("");

let css = "/* Written by scripts/fonts.mjs. Of two faces with a letter, the later one shows it. */\n";
for (const { name, style, cut, axes } of FONTS) {
  const faces =
    readFileSync(new URL(`${name}/${style}`, PACKAGES), "utf8").match(/@font-face {[^}]*}/g) ?? [];
  const faceOf = (part) => faces.find((face) => face.includes(`/${name}-${part}-${cut}.woff2`));
  for (const face of faces) {
    if (face !== faceOf("latin")) css += `${face.replace("url(./", `url(@fontsource-variable/${name}/`)}\n`;
  }
  for (const [part, range] of Object.entries(RANGES)) {
    const whole = readFileSync(new URL(`${name}/files/${name}-${part}-${cut}.woff2`, PACKAGES));
    const font = await subsetFont(whole, letters(range), { targetFormat: "woff2", variationAxes: axes });
    writeFileSync(new URL(`${name}-${part}.woff2`, OUT), font);
    console.log(
      `${name}-${part}: ${(whole.length / 1024).toFixed(1)} KB to ${(font.length / 1024).toFixed(1)} KB`,
    );
    const codes = bounds(range).map((part) => `U+${part.join("-")}`);
    css += `${faceOf(part)
      .replace(/url\([^)]*\)/, `url("./${name}-${part}.woff2")`)
      .replace(/unicode-range:[^;]*/, `unicode-range: ${codes.join(", ")}`)}\n`;
  }
}
writeFileSync(new URL("fonts.css", OUT), css);
