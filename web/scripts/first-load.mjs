// Measures the first view of a phone in a real browser: node scripts/first-load.mjs <address of a demo server>
// Prints for each page its requests and bytes, its largest paint and layout shift on Lighthouse's line, the paint of its
// frame on slow 3G, and the scores of Lighthouse, which npx installs. Fails when a page misses what is asked.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { BROWSER, launch, quantile } from "./measure.mjs";

const [url = "http://127.0.0.1:8080"] = process.argv.slice(2);
const PAGES = ["/", "/login", "/signup", "/messages"];
/** Opened signed in. */
const MEMBER_PAGES = ["/messages"];
const MAX_REQUESTS = 25;
const MAX_KB = 300;
const MAX_FRAME_MS = 2_000;
const MIN_SCORES = { performance: 95, accessibility: 100 };
/** The page loads other screens ahead from here on: see `useAfterFirstView.ts`. */
const FIRST_VIEW_MS = 5_000;
/** A moment after the last bytes of a slow line. */
const SLOW_VIEW_MS = 10_000;
/** Loads of each page on each line, of which the median counts. */
const RUNS = 5;
/** Lighthouse's line of a phone and its processor, and Chromium's "Slow 3G". */
const PHONE_LINE = { latency: 150, bits: 1_638_400, slowdown: 4 };
const SLOW_3G = { latency: 400, bits: 400_000, slowdown: 1 };
/** The last one for Node 20. */
const LIGHTHOUSE = "lighthouse@12.8.2";
const TIME_ZONE = "Europe/Paris";

const run = promisify(execFile);
const median = (values) => quantile(values, 0.5);

/** Storage of the browser that opens the page. A login of its own: the tokens of another load may have expired. */
async function storageOf(page) {
  if (!MEMBER_PAGES.includes(page)) return [];
  const answer = await fetch(new URL("/api/v1/users/login/", url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "alice", password: "Plaza-demo-1" }),
  });
  if (!answer.ok) throw new Error(`login: ${answer.status} ${await answer.text()}`);
  const { tokens, data } = await answer.json();
  const kept = { access_token: tokens.accessToken, refresh_token: tokens.refreshToken, user: data.user };
  return [{ name: "plaza.auth", value: JSON.stringify(kept) }];
}

/** Opens the page in a new context. Returns what it has loaded and painted after `wait` milliseconds. */
async function load(browser, address, wait, line) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    // That of Lighthouse's phone.
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: "en-US",
    timezoneId: TIME_ZONE,
    storageState: { cookies: [], origins: [{ origin: url, localStorage: await storageOf(address) }] },
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  if (line) {
    const throughput = line.bits / 8;
    const speed = { latency: line.latency, downloadThroughput: throughput, uploadThroughput: throughput };
    await session.send("Network.emulateNetworkConditions", { offline: false, ...speed });
    await session.send("Emulation.setCPUThrottlingRate", { rate: line.slowdown });
  }
  const requests = new Map();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (response.url.startsWith("http")) requests.set(requestId, { type, bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await page.addInitScript(() => {
    globalThis.painted = { shift: 0 };
    const observe = (type, take) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    observe("paint", ({ name, startTime }) => {
      if (name === "first-contentful-paint") globalThis.painted.first = startTime;
    });
    observe("largest-contentful-paint", ({ startTime }) => {
      globalThis.painted.largest = startTime;
    });
    observe("layout-shift", ({ value }) => {
      globalThis.painted.shift += value;
    });
  });
  await page.goto(new URL(address, url).href, { waitUntil: "commit", timeout: 60_000 });
  await page.waitForTimeout(wait);
  const painted = await page.evaluate(() => globalThis.painted);
  const loaded = [...requests.values()];
  await context.close();
  const kilobytes = (all) => all.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  return {
    ...painted,
    requests: loaded.length,
    kb: kilobytes(loaded),
    scriptKb: kilobytes(loaded.filter(({ type }) => type === "Script")),
  };
}

/** Loads the page several times. Returns the median of each figure. */
async function medians(...what) {
  const loads = [];
  for (let count = 0; count < RUNS; count += 1) loads.push(await load(...what));
  return Object.fromEntries(
    Object.keys(loads[0]).map((name) => [name, median(loads.map((one) => one[name]))]),
  );
}

/** Returns Lighthouse's report of a page, from a browser profile of its own. */
async function lighthouse(address) {
  const profile = await mkdtemp(path.join(tmpdir(), "plaza-lighthouse-"));
  try {
    const context = await chromium.launchPersistentContext(profile, BROWSER);
    const page = context.pages()[0] ?? (await context.newPage());
    // A page without scripts: the profile keeps the login and nothing of the app.
    await page.goto(new URL("/robots.txt", url).href);
    for (const { name, value } of await storageOf(address))
      await page.evaluate(([key, text]) => localStorage.setItem(key, text), [name, value]);
    await context.close();
    const flags = ["--headless", ...BROWSER.args, `--user-data-dir=${profile}`, "--lang=en-US"];
    const options = ["--quiet", "--output=json", "--disable-storage-reset", "--no-enable-error-reporting"];
    const categories = `--only-categories=${Object.keys(MIN_SCORES).join()}`;
    const { stdout } = await run(
      "npx",
      [
        "--yes",
        LIGHTHOUSE,
        new URL(address, url).href,
        ...options,
        categories,
        `--chrome-flags=${flags.join(" ")}`,
      ],
      {
        env: { ...process.env, CHROME_PATH: BROWSER.executablePath, TZ: TIME_ZONE },
        maxBuffer: 64 * 2 ** 20,
      },
    );
    const report = JSON.parse(stdout);
    if (report.runtimeError) throw new Error(report.runtimeError.message);
    return report;
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

const report = (text, isMissed) => {
  if (isMissed) process.exitCode = 1;
  console.log(`  ${text}${isMissed ? "  MISSED" : ""}`);
};

const browser = await launch();
try {
  for (const address of PAGES) {
    // Up to here the page has loaded nothing ahead.
    const { requests, kb, scriptKb } = await load(browser, address, FIRST_VIEW_MS - 500);
    report(
      `${address}: ${requests} requests, ${kb.toFixed(0)} KB, of it JavaScript ${scriptKb.toFixed(0)} KB`,
      requests > MAX_REQUESTS || kb > MAX_KB,
    );
    const phone = await medians(browser, address, FIRST_VIEW_MS, PHONE_LINE);
    report(
      `${address}: largest paint ${phone.largest.toFixed(0)} ms, layout shift ${phone.shift.toFixed(3)}, on the line of a phone`,
      false,
    );
    const { first } = await medians(browser, address, SLOW_VIEW_MS, SLOW_3G);
    report(`${address}: frame painted after ${first.toFixed(0)} ms on slow 3G`, first > MAX_FRAME_MS);
  }
} finally {
  await browser.close();
}

const isInstalled = await run("npx", ["--yes", LIGHTHOUSE, "--version"]).then(
  () => true,
  ({ message }) => console.log(`  Lighthouse is not installable here: ${message}`),
);
for (const address of isInstalled ? PAGES : []) {
  const reports = [];
  for (let count = 0; count < RUNS; count += 1) reports.push(await lighthouse(address));
  const scoreOf = (category) =>
    Math.round(median(reports.map(({ categories }) => categories[category].score)) * 100);
  const scores = Object.keys(MIN_SCORES).map((category) => [category, scoreOf(category)]);
  report(
    `${address}: Lighthouse ${scores.map(([category, score]) => `${category} ${score}`).join(", ")}`,
    scores.some(([category, score]) => score < MIN_SCORES[category]),
  );
}
