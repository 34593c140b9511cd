import { expect, test } from "@playwright/test";
import { accessible, lastCode, newName, OWN_PASSWORD, signIn, signOut, signUp } from "./support/pages";

test("resets the password with the code of the demo outbox", async ({ page }) => {
  const name = newName("pia");
  const email = `${name}@plaza.example`;
  await signUp(page, name);
  await signOut(page);

  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page).toHaveURL("/forgot-password");
  await accessible(page);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByText("Email required")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();

  await expect(page.getByRole("heading", { name: "Enter the code" })).toBeFocused();
  await expect(page.getByText(/Resend in/)).toBeVisible();
  await expect(page.getByRole("link", { name: /open its outbox/ })).toHaveAttribute("href", "/demo/outbox");
  await accessible(page);
  const code = await lastCode(page, email, 4);
  const wrong = code === "0000" ? "1111" : "0000";
  await page.getByLabel("Code").fill(wrong);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("The code is incorrect")).toBeVisible();
  await expect(page.getByLabel("Code")).toBeFocused();
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeFocused();
  await accessible(page);
  await page.getByLabel("New password").fill(OWN_PASSWORD);
  await page.getByLabel("Confirm password").fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("Choose a password you haven’t used before")).toBeVisible();
  await page.getByLabel("New password").fill("Another-tile-7");
  await page.getByLabel("Confirm password").fill("Another-tile-7");
  await page.getByRole("button", { name: "Save new password" }).click();

  await expect(page).toHaveURL("/login");
  await signIn(page, email, "Another-tile-7");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Nora");
});

test("a reset does not reveal if an account exists", async ({ page }) => {
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(`${newName("nobody")}@plaza.example`);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByRole("heading", { name: "Enter the code" })).toBeVisible();
  await page.getByLabel("Code").fill("1234");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("The code is incorrect")).toBeVisible();
});

test("the demo outbox is accessible", async ({ page }) => {
  await page.goto("/demo/outbox");
  await expect(page.getByRole("heading", { name: "Demo outbox" })).toBeVisible();
  await accessible(page);
});
