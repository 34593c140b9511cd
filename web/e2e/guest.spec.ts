import { expect, test } from "@playwright/test";
import { accessible, newName, signUp, storedLogin } from "./support/pages";

test("a guest signs up and keeps the account", async ({ page }) => {
  await page.goto("/login?next=/UserProfile/User");
  await page.getByRole("button", { name: "Continue as a guest" }).click();
  await expect(page).toHaveURL("/UserProfile/User");
  await expect(page.getByRole("heading", { name: "You’re browsing as a guest" })).toBeVisible();
  await accessible(page);
  const guest = (await storedLogin(page))?.user;
  expect(guest?.type).toBe("guest");

  await page.goto("/UserProfile/edit");
  await expect(page.getByRole("heading", { name: "You need an account for this" })).toBeVisible();
  await accessible(page);
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveURL(/\/signup\?next=/);
  await expect(page.getByText("keep everything from your guest session")).toBeVisible();

  await signUp(page, newName("gael"), "Gaël");
  const account = (await storedLogin(page))?.user;
  expect(account).toMatchObject({ id: guest?.id, type: "regular" });
});

test("a guest deletes the account", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue as a guest" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("plaza.auth"))).toBeNull();
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
});
