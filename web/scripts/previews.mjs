// Draws public/previews/, the pictures of links to the home page and to the categories: node scripts/previews.mjs
import { mkdir, readFile } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createServer } from "vite";

const CATEGORIES = [
  "food",
  "hotels",
  "cruises",
  "beauty",
  "relaxation",
  "art",
  "music",
  "experiences",
  "tours",
  "shops",
];
const folder = new URL("../public/previews/", import.meta.url).pathname;
const mark = await readFile(new URL("../public/mark.svg", import.meta.url), "utf8");
const styles = await readFile(new URL("../src/illustrations/TownScene.module.css", import.meta.url), "utf8");
// The first rule holds the colors by day.
const colors = styles.slice(styles.indexOf("{") + 1, styles.indexOf("}"));

const vite = await createServer({
  server: { middlewareMode: true, ws: false },
  logLevel: "error",
  appType: "custom",
});
const { TownScene } = await vite.ssrLoadModule("/src/illustrations/TownScene.tsx");
const { iconOf } = await vite.ssrLoadModule("/src/shared/categories/categories.ts");
const town = renderToStaticMarkup(createElement(TownScene));
const icon = (key) => renderToStaticMarkup(createElement(iconOf(key), { size: 190, stroke: 1.5 }));

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
for (const [name, drawing] of [["home", mark], ...CATEGORIES.map((key) => [key, icon(key)])]) {
  await page.setContent(`<style>
    body { margin: 0; display: grid; place-items: center; block-size: 100vh; color: #1d4f7c }
    .town { position: fixed; inset: 0 }
    .town > svg { ${colors} }
    .tile { position: relative; padding: 48px; border-radius: 56px; background: #fbf8f3; display: flex;
      box-shadow: 0 12px 48px rgb(20 30 50 / 35%) }
    .tile > svg { inline-size: 190px; block-size: 190px }
  </style><div class="town">${town}</div><div class="tile">${drawing}</div>`);
  await page.screenshot({ path: `${folder}${name}.jpg`, type: "jpeg", quality: 72 });
}
await browser.close();
await vite.close();
