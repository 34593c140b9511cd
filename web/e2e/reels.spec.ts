import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { accessible, accessibleAtWidths, expectLayoutAccessible, fits } from "./support/axe";
import { DEMO_PASSWORD } from "./support/pages";
import { arrive, befriend, leaveAfterEach } from "./support/people";

leaveAfterEach();

// With reduced motion, no video plays by itself.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** Nine seconds of the demo. */
const VIDEO = fileURLToPath(new URL("../../store/src/seed/reels/clips/01.mp4", import.meta.url));

interface ListedReel {
  id: number;
  company: { name: string };
  offerings: { id: number; availability: string; sold_out: boolean }[];
  subtitles: { language: string; url: string }[];
}

/** Reels of the demo, over the pages of a visitor's feed. */
async function* feed(): AsyncGenerator<ListedReel> {
  let cursor: string | null = null;
  do {
    const url = new URL("/api/v1/userprofessional/all-reels/", process.env.PLAZA_URL);
    if (cursor) url.searchParams.set("cursor", cursor);
    const answer = await fetch(url);
    expect(answer.ok).toBe(true);
    const page = (await answer.json()) as { data: ListedReel[]; next: string | null };
    yield* page.data;
    cursor = page.next;
  } while (cursor);
}

/** First reel of the feed that matches. */
async function findReel(matches: (reel: ListedReel) => boolean = () => true): Promise<ListedReel> {
  for await (const reel of feed()) if (matches(reel)) return reel;
  throw new Error("The demo has no such reel.");
}

/** Reel in view: its neighbours are in the page too. */
const current = (page: Page) => page.locator("article:not([inert])");
const like = (page: Page) => current(page).getByRole("button", { name: /^Like,/ });

test("a like and a comment appear live in another browser", async ({ browser }) => {
  const reel = await findReel();
  const at = `/videos/${reel.id}`;
  const nora = await arrive(browser, "Nora", { at });
  const paul = await arrive(browser, "Paul", { at });
  await expect(paul.page.getByText(/watching/)).toBeVisible();
  const before = await like(paul.page).textContent();
  await like(nora.page).click();
  await expect(like(nora.page)).toHaveAttribute("aria-pressed", "true");
  await expect(like(paul.page)).not.toHaveText(before ?? "");
  await expect(like(paul.page)).toHaveAttribute("aria-pressed", "false");

  const text = `See you there, ${nora.userName}!`;
  await nora.page.getByRole("textbox", { name: "Add a comment" }).fill(text);
  await nora.page.getByRole("button", { name: "Send" }).click();
  await expect(paul.page.getByText(text)).toBeVisible();
  await accessible(paul.page);

  await nora.page
    .getByRole("listitem")
    .filter({ hasText: text })
    .getByRole("button", { name: "Delete" })
    .click();
  await nora.page.getByRole("button", { name: "Delete comment" }).click();
  await expect(paul.page.getByText(text)).toHaveCount(0);
});

test("the keys lead through the feed with two videos in the page", async ({ browser }) => {
  const { page } = await arrive(browser, "Nora", { at: "/videos", width: 390 });
  await expect(page).toHaveURL(/\/videos\/\d+$/);
  const seen = new Set<string>();
  for (let turn = 0; turn < 6; turn += 1) {
    const url = page.url();
    seen.add(url);
    expect(await page.locator("video").count()).toBeLessThanOrEqual(2);
    await page.keyboard.press(turn % 2 === 0 ? "j" : "ArrowDown");
    await expect(page).not.toHaveURL(url);
  }
  expect(seen.size).toBe(6);
  const last = page.url();
  await page.keyboard.press("k");
  await expect(page).not.toHaveURL(last);
  expect(seen.has(page.url())).toBe(true);
  await page.keyboard.press("l");
  await expect(like(page)).toHaveAttribute("aria-pressed", "true");
  await expectLayoutAccessible(page);
});

test("a reel is saved to a new folder, which is renamed and deleted", async ({ browser }) => {
  const reel = await findReel();
  const { page } = await arrive(browser, "Nora", { at: `/videos/${reel.id}` });
  await current(page)
    .getByRole("button", { name: /^Save,/ })
    .click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("textbox", { name: "Folder name" }).fill("Summer");
  await accessible(page);
  // The button changes before the answer, which another page would not wait for.
  const saved = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
  await sheet.getByRole("button", { name: "Create and save" }).click();
  await expect(current(page).getByRole("button", { name: /^Save,/ })).toHaveAttribute("aria-pressed", "true");
  await saved;

  await page.goto("/favourites");
  await expect(page.getByText("1 item")).toBeVisible();
  await accessible(page);
  await fits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("link", { name: "Summer" }).click();
  await expect(page.getByRole("list", { name: "Reels" }).getByRole("link")).toHaveCount(1);
  await accessible(page);
  await page.getByRole("tab", { name: "Products and services" }).click();
  await expect(page.getByText("No items in folder")).toBeVisible();

  await page.getByRole("button", { name: "Folder actions" }).click();
  await page.getByRole("menuitem", { name: "Rename folder" }).click();
  await page.getByRole("textbox", { name: "Folder name" }).fill("Winter");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Winter" })).toBeVisible();
  await page.getByRole("button", { name: "Folder actions" }).click();
  await page.getByRole("menuitem", { name: "Delete folder" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete folder" }).click();
  await expect(page.getByText("No favorites yet")).toBeVisible();
});

test("several folders are selected and deleted together", async ({ browser }) => {
  test.setTimeout(180_000);
  const { page, token } = await arrive(browser, "Nora", { at: "/favourites", width: 390 });
  for (const name of ["Summer", "Winter", "Later"]) {
    const made = await fetch(new URL("/api/v1/userprofessional/folder/create/", process.env.PLAZA_URL), {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name }),
    });
    expect(made.ok).toBe(true);
  }
  await page.reload();
  const select = page.getByRole("button", { name: "Select folders" });
  await select.click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("alert").getByText("No folder selected for deletion")).toBeVisible();
  await accessibleAtWidths(page);
  await page.getByRole("checkbox", { name: "Summer" }).check();
  await page.getByRole("checkbox", { name: "Later" }).press("Space");
  await expect(page.getByRole("status").getByText("2 selected")).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Delete 2 folders?" });
  await accessible(page);
  await question.getByRole("button", { name: "Delete 2 folders" }).click();
  await expect(page.getByText("2 folders deleted").first()).toBeAttached();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Favorites" }).getByRole("link")).toHaveText([/Winter/]);
  await expect(select).toBeFocused();
});

for (const availability of ["appointment", "table"]) {
  test(`two taps hold a time, and closing gives it back (${availability})`, async ({ browser }) => {
    const reel = await findReel(
      ({ offerings: [first] }) => first?.availability === availability && !first.sold_out,
    );
    const { page } = await arrive(browser, "Nora", { at: `/videos/${reel.id}`, width: 390 });
    await current(page)
      .getByRole("button", { name: /\bBook\b/ })
      .click();
    const sheet = page.getByRole("dialog", { name: "Book" });
    // The first free day is chosen already.
    await expect(
      sheet.getByRole("group", { name: "Days" }).getByRole("button", { pressed: true }),
    ).toHaveCount(1);
    const times = sheet.getByRole("group", { name: /Morning|Afternoon|Evening/ });
    await times.getByRole("button", { disabled: false }).last().click();

    await expect(sheet.getByRole("timer")).toHaveText(/^Held for you for \d+:\d\d$/);
    await expect(sheet.getByRole("button", { name: "Continue" })).toBeEnabled();
    expect(new URL(page.url()).pathname).toBe(`/videos/${reel.id}`);
    await expect(page.locator("video").first()).toBeVisible();
    await accessible(page);
    const released = page.waitForResponse((answer) => answer.request().method() === "DELETE");
    await sheet.getByRole("button", { name: "Close", exact: true }).click();
    expect((await released).ok()).toBe(true);
    await expect(sheet).toHaveCount(0);
    await expect(current(page)).toBeVisible();
  });
}

test("the focus follows a turn of the feed, and the keys go on", async ({ browser }) => {
  const { page } = await arrive(browser, "Nora", { at: "/videos" });
  // The address names the first reel after it is shown: that is no turn.
  await expect(page).toHaveURL(/\/videos\/\d+$/);
  for (const key of ["j", "j", "k"]) {
    const url = page.url();
    await like(page).focus();
    await page.keyboard.press(key);
    await expect(page).not.toHaveURL(url);
    await expect(page.locator(":focus").getByRole("feed")).toBeAttached();
    // The next stop is in the reel in view.
    await page.keyboard.press("Tab");
    await expect(current(page).locator(":focus")).toHaveCount(1);
  }
});

test("nothing moves for a viewer who wants no motion", async ({ browser }) => {
  const { page } = await arrive(browser, "Nora", { at: "/videos", width: 390 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await current(page)
    .getByRole("button", { name: /sound|Pause|Play/ })
    .dblclick();
  await expect(like(page)).toHaveAttribute("aria-pressed", "true");
  const movements = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
          .length,
    );
  expect(await movements()).toBe(0);
  await expect(current(page).locator(".tabler-icon-heart-filled")).toBeHidden();
  // The scroll is over within the key press.
  const turned = await page.evaluate(() => {
    const scroller = document.querySelector("[role=feed]")?.parentElement?.parentElement;
    scroller?.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
    return (scroller?.scrollTop ?? 0) / (scroller?.clientHeight ?? 1);
  });
  expect(turned).toBe(1);
  expect(await movements()).toBe(0);
});

test("subtitles are shown, and the key s hides them", async ({ browser }) => {
  const reel = await findReel(({ subtitles }) => subtitles.some(({ language }) => language === "US"));
  const track = reel.subtitles.find(({ language }) => language === "US");
  const file = await (await fetch(new URL(track?.url ?? "", process.env.PLAZA_URL))).text();
  const texts = file.split("\n\n").flatMap((cue) => /-->.*\n(?<text>.+)/.exec(cue)?.groups?.text ?? []);
  const { page } = await arrive(browser, "Nora", { at: `/videos/${reel.id}` });
  const cue = texts
    .map((text) => current(page).getByText(text, { exact: true }))
    .reduce((one, other) => one.or(other));
  const captions = page.getByRole("button", { name: "Subtitles" });
  await expect(captions).toHaveAttribute("aria-pressed", "true");
  await expect(cue).toBeVisible();
  await page.keyboard.press("s");
  await expect(captions).toHaveAttribute("aria-pressed", "false");
  await expect(cue).toHaveCount(0);
  await page.keyboard.press("s");
  await expect(captions).toHaveAttribute("aria-pressed", "true");
  await expect(cue).toBeVisible();
});

test("the sharing sheet of a reel is accessible at every width", async ({ browser }) => {
  test.setTimeout(180_000);
  const reel = await findReel();
  const nora = await arrive(browser, "Nora");
  const paul = await arrive(browser, "Paul");
  await befriend(nora, paul);
  await nora.page.goto(`/videos/${reel.id}`);
  await current(nora.page)
    .getByRole("button", { name: /^Share,/ })
    .click();
  const sheet = nora.page.getByRole("dialog", { name: "Share" });
  await expect(sheet.getByRole("checkbox", { name: paul.name })).toBeVisible();
  await accessibleAtWidths(nora.page);
});

test("the comment sheet is accessible on a phone and a tablet", async ({ browser }) => {
  test.setTimeout(180_000);
  const reel = await findReel();
  const { page, userName } = await arrive(browser, "Nora", { at: `/videos/${reel.id}`, width: 390 });
  await current(page)
    .getByRole("button", { name: /^Comments,/ })
    .click();
  const sheet = page.getByRole("dialog", { name: "Comments" });
  const text = `A short one by ${userName}`;
  await sheet.getByRole("textbox", { name: "Add a comment" }).fill(text);
  await sheet.getByRole("button", { name: "Send" }).click();
  const comment = sheet.getByRole("listitem").filter({ hasText: text });
  await expect(comment).toBeVisible();
  await accessibleAtWidths(page, [820, 390]);
  await comment.getByRole("button", { name: "Delete" }).click();
  await accessible(page);
  await page.getByRole("button", { name: "Delete comment" }).click();
  await expect(comment).toHaveCount(0);
});

test("a visitor who likes a reel signs in and goes on there", async ({ page }) => {
  const reel = await findReel();
  await page.goto(`/videos/${reel.id}`);
  await like(page).click();
  await expect(page).toHaveURL(new RegExp(`/login\\?next=%2Fvideos%2F${reel.id}`));
});

test("a business publishes a video that a consumer watches", async ({ browser, page }) => {
  test.setTimeout(240_000);
  const caption = `Fresh from the oven ${Date.now().toString(36)}`;
  await page.goto("/pro/login");
  await page.getByLabel("Email").fill("chef@plaza.example");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/pro");
  await page.goto("/pro/store/media");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Upload videos" }).click(),
  ]);
  await chooser.setFiles(VIDEO);

  // The server encodes it: its editor opens with the draft.
  const editor = page.getByRole("dialog", { name: "Edit reel" });
  await expect(editor).toBeVisible({ timeout: 120_000 });
  await expect(editor.getByLabel("Video of this reel")).toBeVisible();
  await editor.getByLabel("Caption").fill(caption);
  await accessible(page);
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor).toHaveCount(0);
  const row = page.getByRole("listitem").filter({ hasText: caption });
  await expect(row).toContainText("Draft");
  await row.getByRole("button", { name: "Publish" }).click();
  await expect(row).toContainText("Published");
  const at = await row.getByRole("link", { name: caption }).getAttribute("href");

  const nora = await arrive(browser, "Nora", { at: at ?? "", width: 390 });
  await expect(current(nora.page).getByText(caption)).toBeVisible();
  const video = nora.page.locator("video:not([aria-hidden=true])");
  await expect
    .poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime), { timeout: 30_000 })
    .toBeGreaterThan(1);
  expect(await video.evaluate(({ videoWidth }: HTMLVideoElement) => videoWidth)).toBeGreaterThan(0);
  await nora.page.close();

  await row.getByRole("button", { name: `Actions for ${caption}` }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
});
