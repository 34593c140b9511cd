import { expect, type Page, test } from "@playwright/test";
import { accessible, expectLayoutAccessible, fits } from "./support/axe";
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
import { DEMO_PASSWORD, signIn } from "./support/pages";

// Each screen as it opens: its access on a desktop and on a phone, in both schemes, and its width on smaller windows. The
// states that a screen goes through are looked at where the journeys pass them.

test.setTimeout(180_000);

const OPEN = [
  "/",
  "/login",
  "/signup",
  "/forgot-password",
  "/onboarding/region",
  "/pro/login",
  "/pro/signup",
  "/pro/forgot-password",
  "/terms",
  "/privacy-policy",
  "/help",
  "/settings/region",
  "/demo/outbox",
  "/nowhere",
];
const OWN = [
  "/",
  "/UserProfile/User",
  "/UserProfile/edit",
  "/settings/account",
  "/settings/privacy",
  "/verification",
  "/settings/categories",
  "/settings/region",
  "/onboarding/categories",
  "/onboarding/region",
];
const GUEST = ["/", "/UserProfile/User", "/messages", "/settings/account"];
const BUSINESS = [
  "/pro",
  "/pro/messages",
  "/pro/settings",
  "/pro/settings/profile",
  "/pro/settings/security",
  "/pro/nowhere",
];

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

async function judge(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.setViewportSize(DESKTOP);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
    await accessible(page);
    await fits(page);
    await page.setViewportSize(PHONE);
    await expectLayoutAccessible(page);
  }
}

test("public screens are accessible and fit the width", async ({ page }) => {
  await judge(page, OPEN);
});

test("account screens are accessible and fit the width", async ({ page }) => {
  await page.goto("/login");
  await signIn(page, "bruno");
  await expect(page).toHaveURL("/");
  await judge(page, OWN);
});

test("guest screens are accessible and fit the width", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue as a guest" }).click();
  await expect(page).toHaveURL("/");
  await judge(page, GUEST);
});

test("business screens are accessible and fit the width", async ({ page }) => {
  await page.goto("/pro/login");
  await page.getByLabel("Email").fill("chef@plaza.example");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/pro");
  await judge(page, BUSINESS);
});

test.describe("messages", () => {
  closeAfterEach();

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
});
