import { expect, type Page, test } from "@playwright/test";
import { accessible, expectLayoutAccessible, fits } from "./support/axe";
import { dayAfter, offered } from "./support/market";
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
  "/companies/casa-azul",
  "/pro/login",
  "/help",
];
const FRENCH_OWN = [
  "/messages",
  "/people",
  "/UserProfile/User",
  "/UserProfile/edit",
  "/settings/account",
  "/settings/privacy",
  "/cart",
  "/orders",
  "/reservations",
  "/notifications",
];
const FRENCH_BUSINESS = ["/pro", "/pro/orders", "/pro/reservations", "/pro/catalogue", "/pro/settings"];

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

async function signInBusiness(page: Page): Promise<void> {
  await page.goto("/pro/login");
  await page.getByLabel("Email").fill("chef@plaza.example");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/pro");
}

test("business screens are accessible and fit the width", async ({ page }) => {
  await signInBusiness(page);
  await judge(page, BUSINESS);
});

test.describe("in French", () => {
  test.use({ locale: "fr-FR" });

  test("public screens are accessible and fit the width", async ({ page }) => {
    const [bookable] = await offered("appointment");
    if (!bookable) throw new Error("The demo has no appointment.");
    const booking = `/bookAppointment?offering=${bookable.id}&date=${dayAfter(7)}`;
    await judge(page, [...FRENCH_OPEN, booking]);
  });

  test("account screens are accessible and fit the width", async ({ browser }) => {
    const { page, token } = await arrive(browser, "Louise", { at: "/", french: true });
    const dish = (await offered("unlimited")).find(({ category }) => category === "food");
    if (!dish) throw new Error("The demo has no dish.");
    const line = { company_id: dish.company.id, product_id: dish.id, quantity: 1 };
    const added = await page.request.post("/api/v1/users/cart/add/", {
      headers: { authorization: `Bearer ${token}` },
      data: line,
    });
    expect(added.ok(), await added.text()).toBe(true);
    await judge(page, [...FRENCH_OWN, `/cart/${dish.company.id}`]);
  });
});

test("business screens in French are accessible and fit the width", async ({ page }) => {
  await signInBusiness(page);
  // The choice of this browser. The account is English.
  await page.evaluate(() => localStorage.setItem("lang", "FR"));
  await judge(page, FRENCH_BUSINESS);
});
