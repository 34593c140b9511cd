import { chromium } from "@playwright/test";
import { readFileSync } from "node:fs";
const [out, h, ...names] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1800, height: 400 } });
await page.setContent(`<body style="margin:8px;background:#888;display:flex;flex-wrap:wrap;gap:8px">${names.map((n) => `<img style="height:${h}px" src="data:image/png;base64,${readFileSync(`/tmp/shots/${n}.png`).toString("base64")}">`).join("")}</body>`);
await page.waitForTimeout(300);
await page.screenshot({ path: `/tmp/shots/${out}.png`, fullPage: true });
await browser.close();
