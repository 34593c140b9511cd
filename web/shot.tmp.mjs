import { chromium } from "@playwright/test";
import { readFileSync } from "node:fs";
const U = "http://127.0.0.1:18717";
const pro = JSON.parse(readFileSync("/tmp/media16/pro.json"));
const reel = readFileSync("/tmp/media16/reel", "utf8");
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"] });
const which = process.argv.slice(2);
async function open(path, { width = 390, height = 844, dark = false, lang, auth } = {}) {
  const ls = [];
  if (auth) ls.push({ name: "plaza.auth", value: JSON.stringify({ access_token: auth.access_token, refresh_token: auth.refresh_token, user: auth.user }) });
  if (lang) ls.push({ name: "lang", value: lang });
  const c = await b.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce", storageState: { cookies: [], origins: [{ origin: U, localStorage: ls }] } });
  const p = await c.newPage();
  p.on("pageerror", (e) => console.log("ERR", path, e.message));
  await p.goto(U + path);
  return p;
}
if (which.includes("reel")) {
  const p = await open(`/videos/${reel}`);
  await p.waitForFunction(() => document.querySelector("video:not([aria-hidden=true])")?.currentTime > 0, null, { timeout: 20000 }).catch(() => console.log("no play"));
  console.log(await p.evaluate(() => [document.querySelector("video:not([aria-hidden=true])")?.currentSrc, document.createElement("video").canPlayType("application/vnd.apple.mpegurl")]));
  const box = await p.locator("input[type=range]").boundingBox();
  console.log(box);
  await p.mouse.move(box.x + 60, box.y + 18); await p.mouse.down(); await p.mouse.move(box.x + 250, box.y + 18, { steps: 5 });
  await p.waitForTimeout(700);
  await p.screenshot({ path: "/tmp/media16/reel.png" });
  await p.mouse.up();
  await p.waitForTimeout(300);
  console.log("time", await p.evaluate(() => document.querySelector("video:not([aria-hidden=true])").currentTime));
  await p.waitForTimeout(1500);
  console.log("time", await p.evaluate(() => document.querySelector("video:not([aria-hidden=true])").currentTime));
}
if (which.includes("home")) {
  for (const [w, dark, lang] of [[390, false], [820, true, "FR"], [1440, false]]) {
    const p = await open("/pro", { width: w, height: 1100, dark, lang, auth: pro });
    await p.locator("#dashboard-overview").waitFor({ timeout: 20000 }).catch(() => console.log("no overview"));
    await p.waitForTimeout(1500);
    await p.locator("#dashboard-overview").scrollIntoViewIfNeeded().catch(() => {});
    await p.screenshot({ path: `/tmp/media16/home-${w}.png` });
  }
}
if (which.includes("deck")) {
  const r = await (await fetch(U + "/api/v1/users/cruise-products/?per_page=3")).json();
  const c = r.data[0];
  console.log(c.name, c.company.handle, JSON.stringify(c.details.decks), c.sailings[0]?.id);
  for (const [w, dark, lang] of [[390, false], [1440, true, "FR"]]) {
    const p = await open(`/companies/${c.company.handle}/cruises?slot=${c.sailings[0].id}`, { width: w, height: 1100, dark, lang });
    await p.locator("ol li button").first().waitFor({ timeout: 20000 }).catch(() => console.log("no plan"));
    await p.locator("ol li button:not(:disabled)").nth(1).click().catch((e) => console.log(e.message));
    await p.waitForTimeout(500);
    await p.locator("ol li button").first().scrollIntoViewIfNeeded().catch(() => {});
    await p.screenshot({ path: `/tmp/media16/deck-${w}.png` });
  }
}
await b.close();
