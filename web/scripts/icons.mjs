// Draws public/icons/ from public/mark.svg: node scripts/icons.mjs
import { mkdir, readFile } from "node:fs/promises";
import { chromium } from "@playwright/test";

const mark = await readFile(new URL("../public/mark.svg", import.meta.url), "utf8");
const folder = new URL("../public/icons/", import.meta.url).pathname;
/** A maskable icon is cut to a shape of the system: its mark stays within the middle 80 %, its ground fills the square. */
const ICONS = [
  { name: "192", size: 192, square: false },
  { name: "512", size: 512, square: false },
  { name: "512-maskable", size: 512, square: true },
  { name: "apple-touch", size: 180, square: true },
];

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox"],
});
for (const { name, size, square } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const ground = square ? "background: #1d4f7c" : "";
  await page.setContent(
    `<style>body{margin:0;${ground}}svg{display:block;width:100vw;${square ? "scale:.8" : ""}}</style>${mark}`,
  );
  await page.screenshot({ path: `${folder}${name}.png`, omitBackground: true });
}
await browser.close();
