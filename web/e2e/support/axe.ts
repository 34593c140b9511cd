import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

type Options = Parameters<AxeBuilder["options"]>[0];
type Scheme = "light" | "dark";

/** Axe with all its rules, and with what depends on colors in the other scheme too, after everything has come to rest. */
export async function accessible(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await expect(page.locator("#splash")).toHaveCount(0);
  // A screen that is still on its way has nothing to be judged by.
  await expect(page.locator("main").first()).toBeAttached();
  await expect(page.locator("h1, h2").first()).toBeAttached();
  // A part that loads may replace what was looked at: the page is judged again until nothing changes the result.
  await expect(async () => {
    await atRest(page);
    expect(await violations(page), page.url()).toEqual([]);
  }).toPass({ timeout: 30_000 });
  await contrasts(page);
}

/** Axe with all its rules in both schemes, and the width of the page, at each of these widths. */
export async function accessibleAtWidths(
  page: Page,
  widths: readonly number[] = [1440, 820, 390],
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await accessible(page);
  }
  await fits(page);
}

/** Only what another layout may change: names, order, what overlaps. Colors were looked at elsewhere. */
export async function expectLayoutAccessible(page: Page): Promise<void> {
  await atRest(page);
  const options: Options = { rules: { "color-contrast": { enabled: false } } };
  expect(await violations(page, options), page.url()).toEqual([]);
}

/** Colors in the scheme that is not shown. */
async function contrasts(page: Page): Promise<void> {
  const scheme = await page.evaluate<Scheme>(() =>
    matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  );
  const other: Scheme = scheme === "dark" ? "light" : "dark";
  await page.emulateMedia({ colorScheme: other });
  await atRest(page);
  const found = await violations(page, { runOnly: { type: "rule", values: ["color-contrast"] } });
  expect(found.map((one) => `${other}: ${one}`)).toEqual([]);
  await page.emulateMedia({ colorScheme: scheme });
}

async function violations(page: Page, options: Options = {}): Promise<string[]> {
  // In the page itself, and without a report of what passes: a second page for the result costs as much as the check.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ ...options, resultTypes: ["violations"] });
  const { violations: found } = await axe.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

/** Entrances and changes of color are over. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Another scheme is heard with the next frame, and its transitions have begun with the one after.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await Promise.all(
      document.getAnimations().map((animation) => {
        // An endless animation (typing dots) never finishes.
        const endless = animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
        return endless ? undefined : animation.finished.catch(() => {});
      }),
    );
  });
}

/** Nothing is wider than the window, on a phone and on a tablet, whichever way one reads. */
export async function fits(page: Page): Promise<void> {
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: 900 });
    for (const dir of ["rtl", "ltr"]) {
      await page.evaluate((to) => {
        document.documentElement.dir = to;
      }, dir);
      // The shell of the other width comes with a later frame.
      const over = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(over, `${page.url()} at ${width} px, ${dir}`).toBe(0);
    }
  }
}
