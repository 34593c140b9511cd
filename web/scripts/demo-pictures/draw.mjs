// Draws the demo's pictures into the store, from which the server binary embeds them:
//   npm install --no-package-lock && npm run draw [-- name …]
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { portraits } from "./portraits/index.mjs";
import { scenes } from "./scenes/index.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.env.OUT ?? join(here, "../../../store/src/seed/pictures");
const wanted = process.argv.slice(2);

const sets = [
  // The limits keep the whole set under 1 MB in the binary.
  { folder: "portraits", list: portraits, width: 256, height: 256, limit: 10 * 1024, quality: 84 },
  { folder: "scenes", list: scenes, width: 960, height: 720, limit: 45 * 1024, quality: 76 },
];

let total = 0;
for (const { folder, list, width, height, limit, quality } of sets) {
  await mkdir(join(out, folder), { recursive: true });
  for (const [index, { name, svg }] of list.entries()) {
    if (wanted.length > 0 && !wanted.includes(name) && !wanted.includes(folder)) continue;
    const file = `${String(index + 1).padStart(2, "0")}-${name}.webp`;
    // Drawn twice as large and reduced: the edges come out smoother than the renderer's own.
    const large = await sharp(Buffer.from(svg()), { density: 72 * ((width * (folder === "portraits" ? 2 : 1)) / (folder === "portraits" ? 512 : 960)) })
      .flatten({ background: "#fbf8f3" })
      .resize(width, height, { kernel: "lanczos3" })
      .raw()
      .toBuffer({ resolveWithObject: true });
    let encoded;
    for (let q = quality; q >= 40; q -= 6) {
      encoded = await sharp(large.data, { raw: large.info }).webp({ quality: q, effort: 6, smartSubsample: true }).toBuffer();
      if (encoded.length <= limit) break;
    }
    if (encoded.length > limit) throw new Error(`${file}: ${encoded.length} bytes, more than ${limit}`);
    total += encoded.length;
    await writeFile(join(out, folder, file), encoded);
    console.log(`${folder}/${file}\t${encoded.length}`);
  }
}
console.log(`${total} bytes in all`);
