import { expect, type Page, test } from "@playwright/test";
import { accessible, expectLayoutAccessible, fits } from "./support/axe";
import { DEMO_PASSWORD, signIn } from "./support/pages";
import { arrive, leaveAfterEach } from "./support/people";

// Each screen as it opens: its access on a desktop and on a phone, in both schemes, and its width on smaller windows. The
// states that a screen goes through are looked at where the journeys pass them.

test.setTimeout(300_000);

leaveAfterEach();

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
  "/videos",
  "/demo/outbox",
  "/nowhere",
];
const DISCOVER = ["/products", "/services", "/shop", "/images", "/categories/food", "/search/cruises"];
const OWN = [
  "/",
  "/videos",
  "/favourites",
  "/UserProfile/User",
  "/UserProfile/edit",
  "/UserProfile/share",
  "/settings/account",
  "/settings/cards",
  "/deliveryAddress",
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
  "/pro/store/gallery",
  "/pro/store/media",
  "/pro/store/news",
  "/pro/settings/security",
  "/pro/nowhere",
];

/** A sample in the longer words of French. */
const FRENCH_OPEN = [
  "/",
  "/login",
  "/signup",
  "/categories/food",
  "/search",
  "/search/cruises",
  "/pro/login",
  "/help",
];
const FRENCH_OWN = [
  "/messages",
  "/people",
  "/UserProfile/User",
  "/settings/account",
  "/settings/privacy",
  "/orders",
  "/reservations",
  "/notifications",
];

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

async function judge(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.setViewportSize(DESKTOP);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: /Loading|Chargement/ })).toHaveCount(0);
    await accessible(page);
    await fits(page);
    await page.setViewportSize(PHONE);
    await expectLayoutAccessible(page);
  }
}

test("public screens are accessible and fit the width", async ({ page }) => {
  await judge(page, OPEN);
});

test("lists of the market are accessible and fit the width", async ({ page }) => {
  await judge(page, DISCOVER);
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

test("screens in French are accessible and fit the width", async ({ browser }) => {
  const visitor = await browser.newContext({ locale: "fr-FR" });
  await judge(await visitor.newPage(), FRENCH_OPEN);
  await visitor.close();
  const { page } = await arrive(browser, "Louise", { at: "/", french: true });
  await judge(page, FRENCH_OWN);
});
