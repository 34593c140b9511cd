import { expect, type Page, test } from "@playwright/test";
import { chatOf, writeAll } from "./support/bulkMessages";
import { bubble, field, history, say, uniqueText } from "./support/chat";
import { arrive, leaveAfterEach, register } from "./support/people";

leaveAfterEach();

/** More than a reader keeps loaded (`model/window.ts`), and a few pages. */
const COUNT = 1_400;

test("scrolls through a long chat and back in order", async ({ browser }) => {
  const paul = await register("Paul");
  const nora = await arrive(browser, "Nora", { at: "/messages" });
  const chat = await chatOf(nora, paul);
  const numbers = Array.from({ length: COUNT }, (_, at) => at + 1);
  await writeAll(chat, [paul, nora], numbers.map(textOf));

  const { page } = nora;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).search));
  await page.goto(`/messages/${chat}`);
  await expect(field(page)).toBeVisible();
  await expect(history(page).getByRole("article").last()).toBeInViewport();
  expect((await walk(page, 300, COUNT)).wrong).toEqual([]);
  // The first page is already loaded: no request is pending.
  await expect.poll(() => history(page).evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(2_400);

  const back = await walk(page, -300, 1);
  expect(back.wrong).toEqual([]);
  expect(back.seen).toEqual(numbers);
  await expect(page.getByText("This is the beginning of your chat.")).toBeVisible();
  expect(asked.filter((search) => search.includes("after="))).toEqual([]);

  const down = await walk(page, 300, COUNT);
  expect(down.wrong).toEqual([]);
  expect(down.seen).toEqual(numbers);
  // The newest had been let go of on the way up.
  expect(asked.filter((search) => search.includes("after=")).length).toBeGreaterThan(0);
  await expect(bubble(page, textOf(COUNT))).toBeInViewport();
  await expect(page.getByRole("button", { name: "Go to the newest message" })).toBeHidden();

  const answer = uniqueText("And one more");
  await writeAll(chat, [paul], [answer]);
  await expect(bubble(page, answer)).toBeInViewport();
  const last = uniqueText("And mine");
  await say(page, last);
  await expect(bubble(page, last)).toBeInViewport();
});

/** Of one line or of several: rows differ in height, as they do. */
function textOf(number: number): string {
  return `No. ${number}${" and what else there was to tell of it".repeat(number % 7 === 0 ? 5 : number % 2)}`;
}

interface Walked {
  /** Every message that was in sight, in order. */
  seen: number[];
  /** Collected violations. */
  wrong: string[];
}

/** Scrolls the history on and on until a message is in sight, watches every step of that many pixels, and rests. */
function walk(page: Page, step: number, goal: number): Promise<Walked> {
  return history(page).evaluate(
    async (scroller, { step, goal }) => {
      const wrong: string[] = [];

      /** The messages that are wholly in sight, with their place in the window. */
      const inSight = () => {
        const window = scroller.getBoundingClientRect();
        const found = new Map<number, number>();
        for (const article of scroller.querySelectorAll("article")) {
          const { top, bottom } = article.getBoundingClientRect();
          const number = Number(/No\. (\d+)/.exec(article.textContent ?? "")?.[1]);
          if (top >= window.top && bottom <= window.bottom) found.set(number, top);
        }
        return found;
      };
      /** After two frames: what came with the first one has found its place. */
      const settled = () =>
        new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

      let before = inSight();
      const seen = new Set(before.keys());
      while (!before.has(goal) && wrong.length < 10) {
        scroller.scrollBy(0, step);
        await settled();
        const now = inSight();
        const numbers = [...now.keys()];
        for (const number of numbers) seen.add(number);
        if (numbers.some((number, at) => at > 0 && number !== (numbers[at - 1] ?? 0) + 1)) {
          wrong.push(`order: ${numbers}`);
        }
        const kept = numbers.find((number) => before.has(number));
        if (kept === undefined) {
          wrong.push(`jump: from ${[...before.keys()]} to ${numbers}`);
        } else {
          // At an end, or while a page is on its way, less is moved than was asked for.
          const moved = ((before.get(kept) ?? 0) - (now.get(kept) ?? 0)) * Math.sign(step);
          if (moved < -2 || moved > Math.abs(step) + 2) wrong.push(`jump: ${kept} by ${moved}`);
        }
        before = now;
      }
      // The list counts a reader as resting when nothing has moved for 150 ms; it measures differently until then.
      await new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, 200);
        scroller.addEventListener("scroll", () => {
          clearTimeout(timer);
          timer = setTimeout(resolve, 200);
        });
      });
      return { seen: [...seen].sort((a, b) => a - b), wrong };
    },
    { step, goal },
  );
}
