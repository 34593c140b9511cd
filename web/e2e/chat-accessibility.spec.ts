import { expect, type Page, test } from "@playwright/test";
import { accessible, fits } from "./support/axe";
import {
  bubble,
  closeAfterEach,
  field,
  history,
  info,
  join,
  openChat,
  row,
  say,
  uniqueText,
} from "./support/chat";

// Accessibility of the messages. These journeys read the chat of alice and bruno, so they run in turn with those of the chats.

test.setTimeout(180_000);
closeAfterEach();

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Overlays of a chat and the steps that open them. Escape closes each. */
const ABOVE: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  ["new chat", (page) => button(page, "New chat").click()],
  ["what concerns all chats", (page) => button(page, "More").click()],
  [
    "a chat of the list",
    (page) =>
      page
        .getByRole("button", { name: /^Actions for the chat/ })
        .nth(1)
        .click(),
  ],
  ["a message", (page) => message(page)],
  ["delete", (page) => message(page, "Delete")],
  ["forward", (page) => message(page, "Forward")],
  ["more emoji", (page) => message(page, "More emoji")],
  ["emoji to write with", (page) => button(page, "Emoji").click()],
  ["search in the chat", (page) => button(page, "Search in this chat").click()],
  ["mute", (page) => info(page).getByRole("button", { name: "Mute" }).click()],
  ["clear", (page) => info(page).getByRole("button", { name: "Clear chat" }).click()],
  ["block", (page) => info(page).getByRole("button", { name: "Block" }).click()],
  ["report", (page) => info(page).getByRole("button", { name: "Report person" }).click()],
  [
    "a picture",
    (page) =>
      info(page)
        .getByRole("button", { name: /^Open the picture/ })
        .first()
        .click(),
  ],
];
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first();
async function message(page: Page, item?: string) {
  await history(page)
    .getByRole("button", { name: /^Actions for the message of you/ })
    .last()
    .click();
  if (item) await page.getByRole("menuitem", { name: item, exact: true }).click();
}

test("chat overlays are accessible", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await openChat(page, "bruno");
  const text = uniqueText("Something to act on");
  await say(page, text);
  await expect(bubble(page, text)).toHaveAttribute("data-status", /sent|delivered|read/);
  for (const [what, open] of ABOVE) {
    await test.step(what, async () => {
      await open(page);
      await accessible(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog").or(page.getByRole("menu"))).toHaveCount(0);
    });
  }
});

test("the chat list and a chat are accessible and fit the width", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await expect(row(page, "Bruno Esposito").first()).toBeVisible();
  await accessible(page);
  await fits(page);
  await page.setViewportSize(PHONE);
  await accessible(page);
  await page.setViewportSize(DESKTOP);
  await openChat(page, "bruno");
  // A word without an end, and an address.
  await say(page, `${"Donaudampfschifffahrt".repeat(12)} https://example.org/${"way/".repeat(40)}`);
  await accessible(page);
  await fits(page);
  await page.setViewportSize(PHONE);
  await expect(field(page)).toBeVisible();
  await accessible(page);
  await button(page, "About this chat").click();
  await expect(page.getByRole("dialog", { name: "About this chat" })).toBeVisible();
  await accessible(page);
});

test("finds emoji by keyword", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await openChat(page, "bruno");
  await page.getByRole("button", { name: "Emoji", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search emoji" }).fill("green hea");
  await expect(page.getByText("1 emoji found")).toBeVisible();
  await accessible(page);
  await page.getByRole("searchbox", { name: "Search emoji" }).press("Enter");
  await expect(field(page)).toHaveValue(/💚/);
  await field(page).fill("");
});

test("lists shared media of a chat", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await openChat(page, "bruno");
  const link = `https://plaza.example/${crypto.randomUUID()}`;
  await say(page, `Here: ${link}`);
  await expect(bubble(page, link)).toHaveAttribute("data-status", /sent|delivered|read/);
  const shared = info(page).getByRole("region", { name: "Shared media" });
  await shared.getByRole("radio", { name: "Links" }).check();
  await expect(shared.getByRole("link").first()).toHaveAttribute("href", link);
  await accessible(page);
  await shared.getByRole("radio", { name: "Files" }).check();
  await expect(shared.getByRole("status")).toHaveCount(0);
  await accessible(page);
});
