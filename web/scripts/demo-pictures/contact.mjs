// Lays drawn pictures out on one sheet to look at: node contact.mjs <out.png> <name prefix …>
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const folder = join(process.env.OUT ?? join(dirname(fileURLToPath(import.meta.url)), "../../../store/src/seed/pictures"), "market");
const [out, ...prefixes] = process.argv.slice(2);
const files = (await readdir(folder)).filter((file) => file.endsWith(".webp") && prefixes.some((prefix) => file.startsWith(prefix))).sort();
const [wide, gap, columns] = [320, 8, Number(process.env.COLUMNS_OF_SHEET ?? 5)];
const cells = await Promise.all(files.map((file) => sharp(join(folder, file)).resize(wide).toBuffer({ resolveWithObject: true })));
const tall = Math.max(...cells.map(({ info }) => info.height));
const rows = Math.ceil(cells.length / columns);
await sharp({ create: { width: columns * (wide + gap), height: rows * (tall + gap), channels: 3, background: "#ffffff" } })
  .composite(cells.map(({ data }, i) => ({ input: data, left: (i % columns) * (wide + gap), top: Math.floor(i / columns) * (tall + gap) })))
  .png()
  .toFile(out);
