import { expect, test } from "@playwright/test";
import { accessible, DEMO_PASSWORD, signIn } from "./support/pages";

const OPEN = ["/forgot-password", "/pro/login", "/pro/signup", "/terms", "/privacy-policy", "/demo/outbox"];
const OWN = [
  "/UserProfile/edit",
  "/settings/account",
  "/settings/privacy",
  "/verification",
  "/onboarding/categories",
  "/onboarding/region",
];
const BUSINESS = ["/pro/messages", "/pro/settings", "/pro/settings/profile", "/pro/settings/security"];

/** The states that the journeys pass through are looked at there, in the light; here each screen as it opens, in the dark. */
test.use({ colorScheme: "dark" });

for (const [device, viewport] of [
  ["phone", { width: 390, height: 844 }],
  ["desktop", { width: 1440, height: 900 }],
] as const) {
  test.describe(device, () => {
    test.use({ viewport });

    test("the open screens have no barrier that axe finds", async ({ page }) => {
      for (const path of OPEN) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await accessible(page);
      }
    });

    test("the screens of an account have no barrier that axe finds", async ({ page }) => {
      await page.goto("/login");
      await signIn(page, "bruno");
      await expect(page).toHaveURL("/");
      for (const path of OWN) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await accessible(page);
      }
    });

    test("the screens of a business have no barrier that axe finds", async ({ page }) => {
      await page.goto("/pro/login");
      await page.getByLabel("Email").fill("chef@plaza.example");
      await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page).toHaveURL("/pro/messages");
      for (const path of BUSINESS) {
        await page.goto(path);
        await expect(page.getByRole("navigation", { name: "Main" })).toBeAttached();
        await expect(page.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
        await accessible(page);
      }
    });
  });
}
