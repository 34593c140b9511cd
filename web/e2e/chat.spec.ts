import { expect, test } from "@playwright/test";
import {
  both,
  bubble,
  closeAfterEach,
  fail,
  field,
  gate,
  history,
  join,
  network,
  openChat,
  png,
  row,
  say,
  uniqueText,
} from "./support/chat";

closeAfterEach();

test("two users chat live with presence, typing and receipts", async ({ browser }) => {
  const [alice, bruno] = await both(browser);
  await expect(
    alice.page.getByRole("banner").or(alice.page.locator("header")).getByText("Online").first(),
  ).toBeVisible();

  await field(alice.page).pressSequentially("Hello");
  await expect(bruno.page.getByText("typing…").first()).toBeVisible();

  const greeting = uniqueText("Hello from the harbour");
  await say(alice.page, greeting);
  await expect(bubble(bruno.page, greeting)).toBeVisible();
  await expect(bruno.page.getByRole("log")).toContainText(greeting);
  await expect(bubble(alice.page, greeting)).toHaveAttribute("data-status", "read");

  const answer = uniqueText("And from the square");
  await say(bruno.page, answer);
  await expect(bubble(alice.page, answer)).toBeVisible();
  await expect(bubble(alice.page, greeting)).toHaveCount(1);
});

test("the badge grows and clears when the chat is read", async ({ browser }) => {
  const alice = await join(browser, "alice");
  const bruno = await join(browser, "bruno");
  await openChat(bruno.page, "alice");
  const text = uniqueText("Knock knock");
  await say(bruno.page, text);
  const first = row(alice.page, text);
  await expect(first).toContainText(/unread message/);
  // To the top of the list, as the newest.
  await expect(alice.page.locator("li[data-chat]").first()).toContainText(text);
  await expect(bubble(bruno.page, text)).toHaveAttribute("data-status", "delivered");
  await first.click();
  await expect(bubble(alice.page, text)).toBeVisible();
  await expect(first).not.toContainText(/unread message/);
  await expect(bubble(bruno.page, text)).toHaveAttribute("data-status", "read");
});

test("offline messages are queued and arrive once, in order", async ({ browser }) => {
  const [alice, bruno] = await both(browser);
  const heading = alice.page.locator("header").filter({ hasText: "Bruno" });
  await expect(heading).toContainText("Online");
  await network(alice, false);
  // Presence is unknown while offline.
  await expect(heading).toContainText("Waiting for the connection");
  await expect(heading).not.toContainText("Online");
  const mine = [uniqueText("one"), uniqueText("two"), uniqueText("three")];
  for (const text of mine) await say(alice.page, text);
  await expect(bubble(alice.page, mine[2] ?? "")).toHaveAttribute("data-status", "queued");
  await expect(alice.page.getByText("3 messages will be sent when you are back.")).toBeVisible();
  const theirs = uniqueText("meanwhile");
  await say(bruno.page, theirs);
  await expect(bubble(bruno.page, theirs)).not.toHaveAttribute("data-status", /sending|queued/);
  await expect(bubble(alice.page, theirs)).toHaveCount(0);

  await network(alice, true);
  for (const page of [alice.page, bruno.page]) {
    for (const text of [...mine, theirs]) await expect(bubble(page, text)).toHaveCount(1);
    const shown = await history(page).getByRole("article").allInnerTexts();
    const places = mine.map((text) => shown.findIndex((said) => said.includes(text)));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  }
  await expect(bubble(alice.page, mine[0] ?? "")).toHaveAttribute("data-status", "read");
});

test("an unsent message survives a reload and arrives once", async ({ browser }) => {
  const [alice, bruno] = await both(browser);
  const sockets = await gate(alice.page);
  await alice.page.reload();
  await expect(field(alice.page)).toBeVisible();
  sockets.shut();
  await alice.page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await expect(alice.page.getByText("You’re offline.")).toBeVisible();
  const text = uniqueText("written before the reload");
  await say(alice.page, text);
  await expect(bubble(alice.page, text)).toHaveAttribute("data-status", "queued");

  // The page comes back while its socket stays away: what it knows of the message, it has kept.
  await alice.page.reload();
  await expect(alice.page.getByText("1 message will be sent when you are back.")).toBeVisible({
    // A socket that closes without a word is given up after six seconds.
    timeout: 20_000,
  });
  await expect(bubble(bruno.page, text)).toHaveCount(0);

  sockets.open();
  // It may come back by itself before a hand could press "Connect now".
  await alice.page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(bubble(bruno.page, text)).toHaveCount(1);
  await expect(bubble(alice.page, text)).toHaveCount(1);
  await expect(bubble(alice.page, text)).toHaveAttribute("data-status", "read");
});

test("a picture is uploaded, sent, shown and opened", async ({ browser }) => {
  const [alice, bruno] = await both(browser);
  const pictures = history(bruno.page).getByRole("button", { name: /^Open the picture/ });
  await expect(history(bruno.page).getByRole("article").last()).toBeVisible();
  const caption = uniqueText("look");
  await alice.page
    .getByTestId("picker")
    .setInputFiles({ name: "square.png", mimeType: "image/png", buffer: await png(alice.page) });
  await expect(alice.page.getByAltText("square.png")).toBeVisible();
  await expect(alice.page.getByRole("progressbar")).toHaveCount(0, { timeout: 30_000 });
  await say(alice.page, caption);
  await expect(alice.page.getByRole("list", { name: "Attachments to send" })).toHaveCount(0);
  const shown = bubble(bruno.page, caption);
  const open = shown.getByRole("button", { name: /^Open the picture/ });
  await expect(open.locator("img")).toHaveJSProperty("complete", true);
  expect(await open.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
    0,
  );
  await open.click();
  const dialog = bruno.page.getByRole("dialog", { name: "Picture" });
  await expect(dialog.locator("img")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  const coming = bruno.page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Download the picture" }).click();
  const [original] = ((await dialog.locator("img").getAttribute("src")) ?? "no picture").split("?");
  expect(new URL((await coming).url()).pathname).toBe(original);
  await bruno.page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();
  expect(await pictures.count()).toBeGreaterThan(0);
});

test("loads older messages and keeps the scroll position", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await openChat(page, "bruno");
  await expect(history(page).getByRole("article").last()).toBeVisible();
  await history(page).hover();
  const start = page.getByText("This is the beginning of your chat.");
  await expect(async () => {
    await page.mouse.wheel(0, -1500);
    await expect(start).toBeVisible({ timeout: 250 });
  }).toPass({ timeout: 30_000 });
  await page.getByRole("button", { name: /^Go to the newest message/ }).click();
  await expect(page.getByRole("button", { name: /^Go to the newest message/ })).toHaveCount(0);
});

test("a chat opens at its newest message", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto("/messages");
    await openChat(page, "bruno");
    await expect(history(page).getByRole("article").last()).toBeInViewport();
    await expect(page.getByRole("button", { name: /^Go to the newest message/ })).toHaveCount(0);
    const below = () => history(page).evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight);
    await expect.poll(below).toBeLessThan(64);
  }
});

test("keeps the draft of a chat", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await openChat(page, "bruno");
  const draft = uniqueText("not yet");
  await field(page).fill(draft);
  await page.reload();
  await expect(field(page)).toHaveValue(draft);
  await field(page).fill("");
});

test("a right-to-left page mirrors the messages", async ({ browser }) => {
  const alice = await join(browser, "alice");
  await openChat(alice.page, "bruno");
  await say(alice.page, uniqueText("from this side"));
  const mine = history(alice.page).locator("article[data-mine]").last();
  const theirs = history(alice.page).locator("article:not([data-mine])").last();
  for (const dir of ["ltr", "rtl"] as const) {
    await expect(mine).toBeVisible();
    // No language that is offered is read from right to left.
    await alice.page.locator("html").evaluate((page, value) => page.setAttribute("dir", value), dir);
    const log = (await history(alice.page).boundingBox()) ?? fail("the history");
    const own = (await mine.locator("p").first().boundingBox()) ?? fail("an own bubble");
    const before = own.x - log.x;
    const after = log.x + log.width - own.x - own.width;
    if (dir === "ltr") expect(after).toBeLessThan(before);
    else expect(before).toBeLessThan(after);
    await expect(theirs).toHaveCount(1);
  }
});
