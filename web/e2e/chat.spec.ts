import AxeBuilder from "@axe-core/playwright";
import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";

const PASSWORD = "Plaza-demo-1";

interface Person {
  page: Page;
  context: BrowserContext;
}

const opened: BrowserContext[] = [];

/** A page that stays behind would go on reading what arrives, on behalf of its person. */
test.afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});

/** Signs in through the screen, in a browser of their own, and opens the messages. */
async function join(
  browser: Browser,
  name: string,
  options: { lang?: string; width?: number } = {},
): Promise<Person> {
  const context = await browser.newContext({ viewport: { width: options.width ?? 1440, height: 900 } });
  opened.push(context);
  const page = await context.newPage();
  await page.goto("/login?next=/messages");
  await page.getByLabel("Email or user name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/messages$/);
  if (options.lang) {
    await page.evaluate((lang) => localStorage.setItem("lang", lang), options.lang);
    await page.reload();
  }
  return { page, context };
}

/** Opens the chat with somebody through "New chat", which finds the one that is there. */
async function openChat(page: Page, userName: string): Promise<void> {
  await page.getByRole("button", { name: "New chat" }).first().click();
  await page.getByLabel("User name").fill(userName);
  await page.getByRole("button", { name: "Start chat" }).click();
  await expect(page).toHaveURL(/\/messages\/\d+$/);
  await expect(field(page)).toBeVisible();
}

const field = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const history = (page: Page) => page.getByTestId("history");
const bubble = (page: Page, text: string) => history(page).getByRole("article").filter({ hasText: text });
const row = (page: Page, name: string) => page.getByRole("link").filter({ hasText: name });

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
}

/** Words that no other test and no demo message has. */
const words = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`;

/**
 * Cuts the network of a page and gives it back. Playwright's `setOffline` leaves an open WebSocket alone, so the page's own
 * transport is closed by the event that a browser fires when it loses its network.
 */
async function network({ page, context }: Person, on: boolean): Promise<void> {
  await context.setOffline(!on);
  await page.evaluate((event) => window.dispatchEvent(new Event(event)), on ? "online" : "offline");
  const banner = page.getByText("You are offline.");
  if (on) await expect(banner).toBeHidden();
  else await expect(banner).toBeVisible();
}

/** Lets a page's sockets through, or not, on both transports. Those that are open already stay open. */
async function gate(page: Page) {
  let shut = false;
  await page.route(/\/socket\.io\//, (route) => (shut ? route.abort() : route.continue()));
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (shut) socket.close();
    else socket.connectToServer();
  });
  return {
    shut: () => {
      shut = true;
    },
    open: () => {
      shut = false;
    },
  };
}

/** Axe with contrast and all, after fonts and entrances have come to rest. */
async function accessible(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await expect(page.locator("#splash")).toHaveCount(0);
  await page.evaluate(() =>
    Promise.all(
      document.getAnimations().map((animation) => {
        // An endless one (somebody writes) never comes to rest.
        const endless = animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
        return endless ? undefined : animation.finished.catch(() => {});
      }),
    ),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual(
    [],
  );
}

async function both(browser: Browser): Promise<[Person, Person]> {
  const alice = await join(browser, "alice");
  const bruno = await join(browser, "bruno");
  await openChat(alice.page, "bruno");
  await openChat(bruno.page, "alice");
  return [alice, bruno];
}

test("two people chat live: presence, typing, delivery, read marks", async ({ browser }) => {
  const [alice, bruno] = await both(browser);
  await expect(
    alice.page.getByRole("banner").or(alice.page.locator("header")).getByText("Online").first(),
  ).toBeVisible();

  await field(alice.page).pressSequentially("Hello");
  await expect(bruno.page.getByText("writing…").first()).toBeVisible();

  const greeting = words("Hello from the harbour");
  await say(alice.page, greeting);
  await expect(bubble(bruno.page, greeting)).toBeVisible();
  await expect(bruno.page.getByRole("log")).toContainText(greeting);
  await expect(bubble(alice.page, greeting)).toHaveAttribute("data-status", "read");

  const answer = words("And from the square");
  await say(bruno.page, answer);
  await expect(bubble(alice.page, answer)).toBeVisible();
  await expect(bubble(alice.page, greeting)).toHaveCount(1);
});

test("a badge rises in the list and clears when the chat is read", async ({ browser }) => {
  const alice = await join(browser, "alice");
  const bruno = await join(browser, "bruno");
  await openChat(bruno.page, "alice");
  const text = words("Knock knock");
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

test("what is written offline is kept, shown as waiting, and arrives once and in order", async ({
  browser,
}) => {
  const [alice, bruno] = await both(browser);
  await network(alice, false);
  const mine = [words("one"), words("two"), words("three")];
  for (const text of mine) await say(alice.page, text);
  await expect(bubble(alice.page, mine[2] ?? "")).toHaveAttribute("data-status", "queued");
  await expect(alice.page.getByText("3 messages will be sent when you are back.")).toBeVisible();
  const theirs = words("meanwhile");
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
  await expect(alice.page.getByText("You are offline.")).toBeVisible();
  const text = words("written before the reload");
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
  await alice.page.getByRole("button", { name: "Connect now" }).click();
  await expect(bubble(bruno.page, text)).toHaveCount(1);
  await expect(bubble(alice.page, text)).toHaveCount(1);
  await expect(bubble(alice.page, text)).toHaveAttribute("data-status", "read");
});

test("a picture is uploaded, sent, shown and opened", async ({ browser }) => {
  const [alice, bruno] = await both(browser);
  const pictures = history(bruno.page).getByRole("button", { name: /^Open the picture/ });
  await expect(history(bruno.page).getByRole("article").last()).toBeVisible();
  const caption = words("look");
  await alice.page
    .getByTestId("picker")
    .setInputFiles({ name: "square.png", mimeType: "image/png", buffer: await png(alice.page) });
  await expect(alice.page.getByAltText("square.png")).toBeVisible();
  await expect(alice.page.getByRole("progressbar")).toHaveCount(0);
  await say(alice.page, caption);
  await expect(alice.page.getByRole("list", { name: "Pictures to send" })).toHaveCount(0);
  const shown = bubble(bruno.page, caption);
  const open = shown.getByRole("button", { name: /^Open the picture/ });
  await expect(open.locator("img")).toHaveJSProperty("complete", true);
  expect(await open.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
    0,
  );
  await open.click();
  const dialog = bruno.page.getByRole("dialog", { name: "Picture" });
  await expect(dialog.locator("img")).toBeVisible();
  await bruno.page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();
  expect(await pictures.count()).toBeGreaterThan(0);
});

test("older messages come in while scrolling back, and the place is kept", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await openChat(page, "bruno");
  await expect(history(page).getByRole("article").last()).toBeVisible();
  await history(page).hover();
  const start = page.getByText("This is where your chat begins.");
  await expect(async () => {
    await page.mouse.wheel(0, -1500);
    await expect(start).toBeVisible({ timeout: 250 });
  }).toPass({ timeout: 30_000 });
  await page.getByRole("button", { name: /^Go to the newest message/ }).click();
  await expect(page.getByRole("button", { name: /^Go to the newest message/ })).toHaveCount(0);
});

test("the draft of a chat is kept", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await openChat(page, "bruno");
  const draft = words("not yet");
  await field(page).fill(draft);
  await page.reload();
  await expect(field(page)).toHaveValue(draft);
  await field(page).fill("");
});

test("in Arabic the page turns round, and one's own messages stand at its end", async ({ browser }) => {
  const alice = await join(browser, "alice");
  await openChat(alice.page, "bruno");
  await say(alice.page, words("from this side"));
  const mine = history(alice.page).locator("article[data-mine]").last();
  const theirs = history(alice.page).locator("article:not([data-mine])").last();
  for (const [lang, dir] of [
    ["US", "ltr"],
    ["SA", "rtl"],
  ] as const) {
    await alice.page.evaluate((code) => localStorage.setItem("lang", code), lang);
    await alice.page.reload();
    await expect(alice.page.locator("html")).toHaveAttribute("dir", dir);
    await expect(mine).toBeVisible();
    const log = (await history(alice.page).boundingBox()) ?? fail("the history");
    const own = (await mine.locator("p").first().boundingBox()) ?? fail("an own bubble");
    const before = own.x - log.x;
    const after = log.x + log.width - own.x - own.width;
    if (dir === "ltr") expect(after).toBeLessThan(before);
    else expect(before).toBeLessThan(after);
    await expect(theirs).toHaveCount(1);
  }
});

for (const scheme of ["light", "dark"] as const) {
  test(`messages and chat have no fault that axe can find, ${scheme}`, async ({ browser }) => {
    const { page } = await join(browser, "alice");
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator("li[data-chat]").first()).toBeVisible();
    await accessible(page);
    await openChat(page, "bruno");
    await expect(history(page).getByRole("article").last()).toBeVisible();
    await accessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await accessible(page);
  });
}

function fail(what: string): never {
  throw new Error(`${what} is not there`);
}

/** A small picture, drawn by the browser. */
async function png(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 200 });
    const pen = canvas.getContext("2d");
    if (!pen) return "";
    pen.fillStyle = "#1d4f7c";
    pen.fillRect(0, 0, 320, 200);
    pen.fillStyle = "#c4532f";
    pen.fillRect(100, 60, 120, 140);
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(url.split(",")[1] ?? "", "base64");
}
