import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";

import { logIn } from "./auth";
import { DEMO_PASSWORD } from "./pages";

export { accessible } from "./axe";

// Helpers of the chat journeys: users in separate browser contexts, and their actions.

export interface Person {
  page: Page;
  context: BrowserContext;
}

const opened: BrowserContext[] = [];

/** A page that stays behind would go on reading what arrives, on behalf of its person. */
export function closeAfterEach(): void {
  test.afterEach(async () => {
    for (const context of opened.splice(0)) await context.close();
  });
}

/** Opens the messages of a demo user in a new browser context. */
export async function join(
  browser: Browser,
  name: string,
  options: { lang?: string; width?: number; touch?: boolean; density?: number } = {},
): Promise<Person> {
  const { storageState } = await logIn(name, DEMO_PASSWORD, options.lang);
  const context = await browser.newContext({
    storageState,
    viewport: { width: options.width ?? 1440, height: 900 },
    hasTouch: options.touch ?? false,
    deviceScaleFactor: options.density ?? 1,
  });
  opened.push(context);
  const page = await context.newPage();
  await page.goto("/messages");
  return { page, context };
}

/** Opens the existing direct chat with a user through "New chat". */
export async function openChat(page: Page, userName: string): Promise<void> {
  await page.getByRole("button", { name: "New chat" }).first().click();
  await page.getByLabel("Name, business or user name").fill(userName);
  await page.getByLabel("Name, business or user name").press("Enter");
  await expect(page).toHaveURL(/\/messages\/\d+$/);
  await expect(field(page)).toBeVisible();
}

export const field = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
export const history = (page: Page) => page.getByTestId("history");
export const bubble = (page: Page, text: string) =>
  history(page).getByRole("article").filter({ hasText: text });
export const row = (page: Page, name: string) =>
  page.getByRole("region", { name: "Chats", exact: true }).getByRole("link").filter({ hasText: name });

export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
}

/** Words that no other test and no demo message has. */
export const uniqueText = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`;

/**
 * Cuts the network of a page and gives it back. Playwright's `setOffline` leaves an open WebSocket alone, so the page's own
 * transport is closed by the event that a browser fires when it loses its network.
 */
export async function network({ page, context }: Person, on: boolean): Promise<void> {
  await context.setOffline(!on);
  await page.evaluate((event) => window.dispatchEvent(new Event(event)), on ? "online" : "offline");
  const banner = page.getByText("You’re offline.");
  if (on) await expect(banner).toBeHidden();
  else await expect(banner).toBeVisible();
}

/** Lets a page's sockets through, or not, on both transports. Those that are open already stay open. */
export async function gate(page: Page) {
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

export async function both(browser: Browser): Promise<[Person, Person]> {
  const alice = await join(browser, "alice");
  const bruno = await join(browser, "bruno");
  await openChat(alice.page, "bruno");
  await openChat(bruno.page, "alice");
  return [alice, bruno];
}

/** The menu of a message, by its button. */
export async function menuOf(page: Page, message: Locator): Promise<Locator> {
  await message.getByRole("button", { name: /^Actions for the message/ }).click();
  const menu = page.getByRole("menu", { name: "Message" });
  await expect(menu).toBeVisible();
  return menu;
}

export async function choose(page: Page, message: Locator, item: string): Promise<void> {
  const menu = await menuOf(page, message);
  await menu.getByRole("menuitem", { name: item, exact: true }).click();
}

/** Makes a group through the screen and leaves its maker in it. */
export async function makeGroup(page: Page, title: string, people: string[]): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "New group" }).click();
  await page.getByLabel("Group name").fill(title);
  for (const name of people) {
    await page.getByLabel("Find people").fill(name);
    // Search results replace the suggestions, perhaps under the pointer.
    await expect(() =>
      page.getByRole("checkbox", { name: new RegExp(`@${name}$`) }).check({ timeout: 2_000 }),
    ).toPass();
  }
  await page.getByRole("button", { name: "Create group" }).click();
  await expect(page).toHaveURL(/\/messages\/\d+$/);
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
}

/** The column beside the chat. */
export const info = (page: Page) => page.getByRole("complementary", { name: "People" });

export function fail(what: string): never {
  throw new Error(`${what} is not there`);
}

/** A small picture, drawn by the browser. */
export async function png(page: Page): Promise<Buffer> {
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
