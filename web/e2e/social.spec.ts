import { expect, type Page, test } from "@playwright/test";
import { accessible, storedLogin } from "./support/pages";

/** From the sign-in to the provider, and back by the way that the link names. */
async function through(page: Page, way: string) {
  await page.goto("/login?next=/UserProfile/User");
  await page.getByRole("button", { name: "Continue with Lighthouse" }).click();
  await expect(page.getByRole("heading", { name: "Lighthouse" })).toBeVisible();
  await page.getByRole("link", { name: way, exact: true }).click();
}

// A server that runs already does not know the provider of the tests.
test.skip(!process.env.PLAZA_PROVIDER, "needs the server that the tests start");

test("an account is created when a provider login succeeds", async ({ page }) => {
  await through(page, "Continue");
  await expect(page).toHaveURL("/UserProfile/User");
  await expect(page.getByRole("heading", { name: "Lena Faro" })).toBeVisible();
  await expect(page.getByText(/@lighthouse\.example$/)).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  expect(await storedLogin(page)).toBeNull();
});

for (const way of [
  "Deny",
  "Continue with another state",
  "Continue with another nonce",
  "Continue for another client",
  "Continue with a key of one's own",
]) {
  test(`rejects a provider response: ${way}`, async ({ page }) => {
    await through(page, way);
    await expect(page.getByRole("heading", { name: "Could not sign you in" })).toBeVisible();
    await expect(page).toHaveURL("/login/social?next=%2FUserProfile%2FUser");
    expect(await storedLogin(page)).toBeNull();
    await page.getByRole("link", { name: "Back to sign-in" }).click();
    await expect(page).toHaveURL(/^[^?]*\/login/);
  });
}
