// Draws the demo's pictures into the store, from which the server binary embeds them:
//   npm install --no-package-lock && npm run draw [-- name or start of a name …]
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { market } from "./market/index.mjs";
import { portraits } from "./portraits/index.mjs";
import { scenes } from "./scenes/index.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.env.OUT ?? join(here, "../../../store/src/seed/pictures");
const wanted = process.argv.slice(2);

const numbered = (list, size) => list.map((picture, i) => ({ ...picture, ...size, file: `${String(i + 1).padStart(2, "0")}-${picture.name}.webp` }));

/** Pictures of a folder; `scale` is drawn pixels per unit of the drawing. */
const sets = [
  // The limits keep portraits and scenes under 1 MB and the market under 11 MB in the binary.
  // Portraits are drawn twice as large and reduced: the edges come out smoother than the renderer's own.
  { folder: "portraits", list: numbered(portraits, { width: 256, height: 256 }), limit: 10 * 1024, quality: 84, scale: 1 },
  { folder: "scenes", list: numbered(scenes, { width: 960, height: 720 }), limit: 45 * 1024, quality: 76, scale: 1 },
  { folder: "market", list: market.map((picture) => ({ ...picture, file: `${picture.name}.webp` })), limit: 36 * 1024, ceiling: 44 * 1024, quality: 74, scale: 1 },
];

async function draw({ folder, limit, ceiling = limit, quality, scale }, { file, svg, width, height }) {
  const large = await sharp(Buffer.from(svg()), { density: 72 * scale, unlimited: true })
    .flatten({ background: "#fbf8f3" })
    .resize(width, height, { kernel: "lanczos3" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  let encoded;
  for (let q = quality; q >= 28; q -= 6) {
    encoded = await sharp(large.data, { raw: large.info }).webp({ quality: q, effort: 6, smartSubsample: true }).toBuffer();
    if (encoded.length <= limit) break;
  }
  if (encoded.length > ceiling) throw new Error(`${file}: ${encoded.length} bytes, more than ${ceiling}`);
  await writeFile(join(out, folder, file), encoded);
  console.log(`${folder}/${file}\t${encoded.length}`);
  return encoded.length;
}

/** Lists the market's drawn pictures, with the mean colour of each, in the Rust source that embeds them. */
async function list() {
  const files = await readdir(join(out, "market"));
  const drawn = market.filter(({ name }) => files.includes(`${name}.webp`));
  const lines = await Promise.all(drawn.map(async ({ name, width, height }) => {
    const pixel = await sharp(await readFile(join(out, "market", `${name}.webp`))).resize(1, 1, { fit: "fill" }).removeAlpha().raw().toBuffer();
    return `    "${name}" ${width} ${height} "#${pixel.toString("hex").slice(0, 6)}",`;
  }));
  const head = ["//! Pictures of the marketplace by name, in the order of their names.", "//!", "//! Written by `web/scripts/demo-pictures/draw.mjs`.", "", "use super::Picture;", ""];
  await writeFile(join(out, "market.rs"), [...head, "pub static MARKET: &[Picture] = market! {", ...lines, "};", ""].join("\n"));
}

const chosen = sets.flatMap((set) => set.list.filter(({ name }) => wanted.length === 0 || wanted.some((word) => word === set.folder || name.startsWith(word))).map((picture) => [set, picture]));
for (const { folder } of sets) await mkdir(join(out, folder), { recursive: true });

let total = 0;
const worker = async () => {
  for (let job = chosen.shift(); job; job = chosen.shift()) {
    const size = await draw(...job);
    total += size;
  }
};
await Promise.all([worker(), worker()]);
await list();
console.log(`${total} bytes in all`);
