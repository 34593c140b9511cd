// Measures the reels in a real browser: node scripts/reel-figures.mjs <address of a demo server>
// Prints how soon the next reel plays after a turn, the memory of the page over 500 turns, and fails when a reel
// came twice or was missed while others wrote.
import { apiAt, launch, memoryOf, quantile } from "./measure.mjs";

const [url = "http://127.0.0.1:8080"] = process.argv.slice(2);
const TURNS = 500;
/** Likes and withdrawn likes a minute, beside the turns. */
const WRITES = 1_000;
const FEED = "userprofessional/all-reels/";

const call = apiAt(url);

/** Ids of all reels, over the pages of a visitor's feed. */
async function allReels() {
  const ids = [];
  for (let cursor = null; ; ) {
    const { data, next } = await call("GET", FEED + (cursor ? `?cursor=${encodeURIComponent(cursor)}` : ""));
    ids.push(...data.map(({ id }) => id));
    if (!next) return ids;
    cursor = next;
  }
}

/** Likes reels and takes it back until stopped. Returns the number of writes. */
function write(token, ids) {
  const done = { writes: 0, failed: 0, stopped: false };
  const began = performance.now();
  const step = async () => {
    if (done.stopped) return;
    const due = Math.floor(((performance.now() - began) / 60_000) * WRITES) - done.writes - done.failed;
    const each = Array.from({ length: Math.max(0, due) }, (_, at) => {
      const number = done.writes + done.failed + at;
      const body = { reel_id: ids[number % ids.length], liked: Math.floor(number / ids.length) % 2 === 0 };
      return call("POST", "userprofessional/reel-like/", token, body);
    });
    for (const { status } of await Promise.allSettled(each))
      done[status === "fulfilled" ? "writes" : "failed"] += 1;
    setTimeout(step, 50);
  };
  void step();
  return () => {
    done.stopped = true;
    return { ...done, perMinute: (done.writes / (performance.now() - began)) * 60_000 };
  };
}

const { tokens } = await call("POST", "users/login/", null, { email: "alice", password: "Plaza-demo-1" });
const all = await allReels();
const browser = await launch("--autoplay-policy=no-user-gesture-required");
try {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  // Without the animation of the turn: the time is that of the video.
  await page.addInitScript(() => {
    const { scrollTo } = Element.prototype;
    Element.prototype.scrollTo = function (options) {
      scrollTo.call(this, { ...options, behavior: "instant" });
    };
  });
  const memory = await memoryOf(page);
  await page.goto(new URL("/videos", url).href);
  await page.locator("article:not([inert])").waitFor();
  await page.waitForFunction(() => document.querySelector("video:not([aria-hidden=true])")?.currentTime > 0);
  /** Turns by a key. Returns the milliseconds until the next reel is there, or plays. Null at the end of the feed. */
  const turn = (key, plays) =>
    page.evaluate(
      async ([pressed, mustPlay]) => {
        const before = location.pathname;
        const began = performance.now();
        document
          .querySelector("[role=feed]")
          .dispatchEvent(new KeyboardEvent("keydown", { key: pressed, bubbles: true, cancelable: true }));
        for (;;) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
          const video = document.querySelector("video:not([aria-hidden=true])");
          const waited = performance.now() - began;
          const isPlaying = video && !video.paused && video.currentTime > 0;
          if (location.pathname !== before && (isPlaying || !mustPlay)) return waited;
          if (waited > (mustPlay ? 5_000 : 1_000)) return null;
        }
      },
      [key, plays],
    );
  const shown = () => Number(new URL(page.url()).pathname.split("/").pop());

  await page.waitForTimeout(1_000);
  const stop = write(tokens.accessToken, all);
  const seen = [shown()];
  const times = [];
  while (seen.length < all.length) {
    const time = await turn("j", true);
    if (time === null) break;
    // The next reel has a moment to load, as between two swipes of a person.
    await page.waitForTimeout(400);
    times.push(time);
    seen.push(shown());
  }
  const written = stop();
  const unseen = all.filter((id) => !seen.includes(id));
  const twice = seen.length - new Set(seen).size;
  console.log(
    `  next reel plays: p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms, of ${times.length}`,
  );
  console.log(
    `  beside ${written.perMinute.toFixed(0)} writes a minute (${written.failed} failed): ${seen.length} of ${all.length} reels seen, ${twice} twice, ${unseen.length} missed`,
  );
  if (twice > 0 || unseen.length > 0) process.exitCode = 1;
  const first = await memory();
  let turns = times.length;
  for (let key = "k"; turns < TURNS; turns += 1) {
    if ((await turn(key, false)) === null) key = key === "k" ? "j" : "k";
  }
  const last = await memory();
  console.log(
    `  page: ${first.mb.toFixed(1)} MB and ${first.nodes} nodes after ${times.length} turns, ${last.mb.toFixed(1)} MB and ${last.nodes} nodes after ${turns}`,
  );
} finally {
  await browser.close();
}
