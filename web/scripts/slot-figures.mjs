// Measures in two real browsers how soon a slot that one customer holds is grey for the other:
// node scripts/slot-figures.mjs <address of a demo server>
import { apiAt, launch, quantile } from "./measure.mjs";

const [url = "http://127.0.0.1:8080"] = process.argv.slice(2);
const HOLDS = 30;
/** Time in which the page of the holder comes to rest, and gets its answer. */
const REST_MS = 1000;

const call = apiAt(url);

/** Returns an offering, a day, and two distant slots of it that one booking takes. */
async function twoSlots() {
  for (let number = 1; ; number += 1) {
    const { data } = await call("GET", `users/offerings/?page=${number}&per_page=100`);
    if (data.length === 0) throw new Error("The demo has no day with two slots of one member of staff.");
    for (const offering of data.filter(({ availability }) => availability === "appointment")) {
      for (let days = 2; days < 16; days += 1) {
        const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
        const { slots } = (await call("GET", `users/offerings/${offering.id}/slots/?date=${date}`)).data;
        const single = slots.filter(({ left }) => left === 1);
        const [first, last] = [single.at(0), single.at(-1)];
        if (first && last && Date.parse(last.starts_at) - Date.parse(first.starts_at) >= 4 * 3_600_000)
          return { offering, date, slots: [first, last] };
      }
    }
  }
}

const timeOf = ({ starts_at }, timeZone) =>
  new Intl.DateTimeFormat("en", { hour: "numeric", minute: "2-digit", timeZone }).format(new Date(starts_at));

const { offering, date, slots } = await twoSlots();
const times = slots.map((slot) => timeOf(slot, offering.company.time_zone));
const browser = await launch();

async function open(email) {
  const { tokens, data } = await call("POST", "users/login/", null, { email, password: "Plaza-demo-1" });
  const kept = { access_token: tokens.accessToken, refresh_token: tokens.refreshToken, user: data.user };
  const context = await browser.newContext({
    locale: "en-US",
    serviceWorkers: "block",
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: [{ name: "plaza.auth", value: JSON.stringify(kept) }] }],
    },
  });
  const page = await context.newPage();
  await show(page);
  return page;
}

/** Opens the page of the offering. A page that is left gives its hold back. */
async function show(page) {
  await page.goto(new URL(`/bookAppointment?offering=${offering.id}&date=${date}`, url).href);
  await page.getByRole("button", { name: new RegExp(`^${times[0]}`) }).waitFor();
}

/** Resolves with the time of the frame in which the slot is grey, or free. Times are milliseconds since 1970. */
const until = (page, time, state) =>
  page.evaluate(
    async ([time, disabled]) => {
      const slot = () =>
        [...document.querySelectorAll("button[aria-disabled]")].find(({ textContent }) =>
          textContent.startsWith(time),
        );
      while (slot()?.getAttribute("aria-disabled") !== disabled) await new Promise(requestAnimationFrame);
      return performance.timeOrigin + performance.now();
    },
    [time, String(state === "grey")],
  );

const click = (page, time) =>
  page.evaluate((time) => {
    const slot = [...document.querySelectorAll("button[aria-disabled]")].find(({ textContent }) =>
      textContent.startsWith(time),
    );
    const began = performance.timeOrigin + performance.now();
    slot.click();
    return began;
  }, time);

try {
  const [holder, watcher] = [await open("alice"), await open("bruno")];
  const waits = [];
  for (let hold = 0; hold < HOLDS; hold += 1) {
    const time = times[hold % 2];
    await show(holder);
    await until(watcher, time, "free");
    await until(holder, time, "free");
    await holder.waitForTimeout(REST_MS);
    const grey = until(watcher, time, "grey");
    const began = await click(holder, time);
    waits.push((await grey) - began);
    await holder.waitForTimeout(REST_MS);
  }
  const at = (part) => quantile(waits, part).toFixed(0);
  console.log(`  held to grey: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms, of ${waits.length}`);
} finally {
  await browser.close();
}
