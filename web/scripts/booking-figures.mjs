// Measures live availability in two real browsers: node scripts/booking-figures.mjs <address of a demo server>
// Prints how long a slot that one customer takes stays free on the screen of another.
import { call, openBrowser, percentile, url } from "./figures.mjs";

const TAKEN = 20;

/** An appointment with a day that has enough slots with one place left. */
async function openDay() {
  const { data } = await call("/api/v1/users/offerings/?per_page=100");
  for (const offering of data.filter((one) => one.availability === "appointment" && !one.sold_out)) {
    for (let days = 2; days < 16; days += 1) {
      const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      const { slots } = (await call(`/api/v1/users/offerings/${offering.id}/slots/?date=${date}`)).data;
      if (slots.filter(({ left }) => left === 1).length >= 3) return { offering, date };
    }
  }
  throw new Error("The demo has no day with free appointments.");
}

async function open(browser, login, at) {
  const page = await (await browser.newContext()).newPage();
  await page.goto(new URL("/login", url).href);
  await page.getByLabel("Email or user name").fill(login);
  await page.getByLabel("Password", { exact: true }).fill("Plaza-demo-1");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((shown) => shown.pathname !== "/login");
  await page.goto(new URL(at, url).href);
  await page.locator(LAST).first().waitFor();
  return page;
}

/** Slots with one place left. */
const LAST = "button[aria-disabled=false][aria-pressed=false]:has(span)";

/** Milliseconds since 1970 at which the slot with this name is shown as taken, or is gone. */
const takenAt = (page, name) =>
  page.evaluate(async (label) => {
    const slot = () =>
      [...document.querySelectorAll("button[aria-disabled]")].find(
        (one) => one.firstChild.textContent === label,
      );
    while (slot()?.ariaDisabled === "false") await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.timeOrigin + performance.now();
  }, name);

const { offering, date } = await openDay();
const at = `/bookAppointment?offering=${offering.id}&date=${date}`;
const browser = await openBrowser();
try {
  const taker = await open(browser, "alice", at);
  const watcher = await open(browser, "bruno", at);
  await watcher.waitForTimeout(1_000);
  const times = [];
  while (times.length < TAKEN) {
    // Another slot than the one that is held: taking it gives the former one back.
    const slots = await watcher
      .locator(LAST)
      .evaluateAll((all) => all.map((one) => one.firstChild.textContent));
    const name = slots[times.length % slots.length];
    const taken = takenAt(watcher, name);
    const began = await taker.evaluate(async (label) => {
      const slot = [...document.querySelectorAll("button[aria-disabled=false]")].find(
        (one) => one.firstChild.textContent === label,
      );
      slot.click();
      return performance.timeOrigin + performance.now();
    }, name);
    times.push((await taken) - began);
    await taker.waitForTimeout(500);
  }
  console.log(
    `  slot taken in one browser is grey in another: p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms, of ${times.length}`,
  );
} finally {
  await browser.close();
}
