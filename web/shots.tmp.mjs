import { chromium } from "@playwright/test";
const base = "http://127.0.0.1:15431";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const login = async (path, body) => {
  const a = await fetch(base + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const j = await a.json();
  return { access_token: j.tokens?.accessToken ?? j.data.access_token, refresh_token: j.tokens?.refreshToken ?? j.data.refresh_token, user: j.data.user };
};
const alice = await login("/api/v1/users/login/", { email: "bruno", password: "Plaza-demo-1" });
const chef = await login("/api/v1/userProfessionalRoutes/login/", { email: "chef@plaza.example", password: "Plaza-demo-1" });
const only = process.argv[2];
const plan = JSON.parse(process.env.PLAN);
for (const [name, who, path, width, height, scheme, extra] of plan) {
  if (only && !name.includes(only)) continue;
  const ctx = await browser.newContext({ viewport: { width, height }, colorScheme: scheme ?? "light", locale: extra?.lang ?? "en-US" });
  const creds = who === "alice" ? alice : who === "chef" ? chef : null;
  const long = extra?.long && creds ? { ...creds, user: { ...creds.user, firstName: "A".repeat(60) , city: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"} } : creds;
  await ctx.addInitScript(([c, folded]) => { if (c) localStorage.setItem("plaza.auth", JSON.stringify(c)); if (folded) localStorage.setItem("rail", "folded"); }, [long, extra?.folded]);
  const page = await ctx.newPage();
  page.on("pageerror", (e) => console.log(name, "ERR", e.message));
  page.on("console", (m) => m.type() === "error" && console.log(name, m.text().slice(0, 300)));
  await page.goto(base + path.replace("SELF", creds?.user.id));
  await page.waitForTimeout(extra?.wait ?? 2500);
  if (extra?.rtl) await page.evaluate(() => (document.documentElement.dir = "rtl"));
  if (extra?.hover) { await page.hover(extra.hover); await page.waitForTimeout(700); }
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (over) console.log(name, "OVERFLOW", over);
  await page.screenshot({ path: `/tmp/shots/${name}.png` });
  await ctx.close();
}
await browser.close();
