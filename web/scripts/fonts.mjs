// Writes src/ui/fonts: the Latin letters of the interface and of European names, in the weights that the interface uses, and the
// style sheet of all ranges. The other ranges stay as the packages have them. Fonts of the system,
// scaled to the same width and height, show the text until a font arrives, so that it stays in its place. Run it after an update
// of a font: `npm run fonts`.
import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";
import { metricsOf } from "./fontMetrics.mjs";

const PACKAGES = new URL("../node_modules/@fontsource-variable/", import.meta.url);
const OUT = new URL("../src/ui/fonts/", import.meta.url);

const RANGES = {
  // Basic Latin, Latin-1, French ligatures, typographic punctuation, signs and arrows.
  latin:
    "20-7E,A0-FF,131,152-153,2BB-2BC,2C6,2DA,2DC,2010-2015,2018-201E,2020-2022,2026,202F-2030,2032-2033,2039-203A,2044,20AC,2122,2190-2193,2212,2215",
  // Latin Extended-A and signs of currencies.
  "latin-ext": "100-130,132-151,154-17F,20A0-20AB,20AD-20C0",
};

/**
 * Fonts of systems: regular, then bold. `width` is the mean advance of the sample in em (`metricsOf`), measured with open fonts of
 * the same widths: Arimo for Arial, Gelasio for Georgia, Tinos for Times New Roman.
 */
const SANS = {
  Arial: [
    { width: 0.4523, local: ["Arial", "ArialMT", "Liberation Sans", "Arimo"] },
    { width: 0.4844, local: ["Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "Arimo Bold"] },
  ],
  Roboto: [
    { width: 0.4485, local: ["Roboto", "Roboto Regular", "Roboto-Regular"] },
    { width: 0.4552, local: ["Roboto Bold", "Roboto-Bold"] },
  ],
  "Noto Sans": [
    { width: 0.4753, local: ["Noto Sans", "Noto Sans Regular"] },
    { width: 0.5038, local: ["Noto Sans Bold"] },
  ],
  "DejaVu Sans": [
    { width: 0.513, local: ["DejaVu Sans"] },
    { width: 0.5776, local: ["DejaVu Sans Bold"] },
  ],
};
const SERIF = {
  Georgia: [{ width: 0.4409, local: ["Georgia", "Gelasio", "Gelasio Regular"] }],
  "Noto Serif": [{ width: 0.4791, local: ["Noto Serif", "Noto Serif Regular"] }],
  "Times New Roman": [{ width: 0.4026, local: ["Times New Roman", "TimesNewRomanPSMT", "Liberation Serif"] }],
  "DejaVu Serif": [{ width: 0.5156, local: ["DejaVu Serif"] }],
};

const FONTS = [
  {
    name: "inter",
    style: "index.css",
    cut: "wght-normal",
    axes: { wght: { min: 400, max: 700 } },
    // Labels and buttons have weights from 560.
    fallbacks: SANS,
    measured: [
      { weights: "100 500", axes: { wght: 400 } },
      { weights: "501 900", axes: { wght: 560 } },
    ],
  },
  // Titles have one weight, in every optical size.
  {
    name: "fraunces",
    style: "opsz.css",
    cut: "opsz-normal",
    axes: { wght: 560, opsz: { min: 18, max: 72 } },
    fallbacks: SERIF,
    measured: [{ weights: "100 900", axes: { wght: 560, opsz: 32 } }],
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

const title = (name) => name[0].toUpperCase() + name.slice(1);
const percent = (part) => `${(100 * part).toFixed(1)}%`;

/** Faces of the system's fonts with the width and the height of a font. */
async function fallbackFaces({ name, cut, fallbacks, measured }) {
  const whole = readFileSync(new URL(`${name}/files/${name}-latin-${cut}.woff2`, PACKAGES));
  const fonts = await Promise.all(
    measured.map(async ({ weights, axes: variationAxes }) => {
      const options = { targetFormat: "sfnt", variationAxes };
      return { weights, ...metricsOf(await subsetFont(whole, letters(RANGES.latin), options)) };
    }),
  );
  return Object.entries(fallbacks).flatMap(([system, faces]) =>
    faces.map(({ width, local }, at) => {
      const font = fonts[at];
      const size = font.width / width;
      return `@font-face {
  font-family: "${title(name)} as ${system}";
  font-weight: ${font.weights};
  src: ${local.map((face) => `local("${face}")`).join(", ")};
  size-adjust: ${percent(size)};
  ascent-override: ${percent(font.ascent / size)};
  descent-override: ${percent(font.descent / size)};
  line-gap-override: 0%;
  unicode-range: U+20-17F, U+2010-203A, U+20A0-20C0;
}
`;
    }),
  );
}

let css = "/* Written by scripts/fonts.mjs. Of two faces with a letter, the later one shows it. */\n";
for (const font of FONTS) {
  const { name, style, cut, axes } = font;
  const faces =
    readFileSync(new URL(`${name}/${style}`, PACKAGES), "utf8").match(/@font-face {[^}]*}/g) ?? [];
  const faceOf = (part) => faces.find((face) => face.includes(`/${name}-${part}-${cut}.woff2`));
  for (const face of faces) {
    if (face !== faceOf("latin")) css += `${face.replace("url(./", `url(@fontsource-variable/${name}/`)}\n`;
  }
  for (const [part, range] of Object.entries(RANGES)) {
    const whole = readFileSync(new URL(`${name}/files/${name}-${part}-${cut}.woff2`, PACKAGES));
    const cutFont = await subsetFont(whole, letters(range), { targetFormat: "woff2", variationAxes: axes });
    writeFileSync(new URL(`${name}-${part}.woff2`, OUT), cutFont);
    console.log(
      `${name}-${part}: ${(whole.length / 1024).toFixed(1)} KB to ${(cutFont.length / 1024).toFixed(1)} KB`,
    );
    const codes = bounds(range).map((part) => `U+${part.join("-")}`);
    css += `${faceOf(part)
      .replace(/url\([^)]*\)/, `url("./${name}-${part}.woff2")`)
      .replace(/unicode-range:[^;]*/, `unicode-range: ${codes.join(", ")}`)}\n`;
  }
  css += (await fallbackFaces(font)).join("");
}
writeFileSync(new URL("fonts.css", OUT), css);
