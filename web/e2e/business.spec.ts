import { expect, type Page, test } from "@playwright/test";
import { accessible, DEMO_PASSWORD, lastCode, newName, OWN_PASSWORD, pdfFile, signIn } from "./support/pages";

async function enter(page: Page, email: string, password = DEMO_PASSWORD) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A day in the future or the past, as a date field takes it. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a business registers in three steps with documents", async ({ page }) => {
  const name = newName("louise");
  await page.goto("/pro/signup");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Company name required")).toBeVisible();
  await expect(page.getByLabel("Company name")).toBeFocused();
  await accessible(page);
  await page.getByLabel("Company name").fill("Chez Louise");
  await page.getByLabel("Company email").fill(`${name}@louise.example`);
  await page.getByLabel("Company phone").fill("+33 4 12 34 56 78");
  await page.getByRole("combobox", { name: "Find your city" }).fill("Lyon");
  await page
    .getByRole("option", { name: /Lyon.*France/ })
    .first()
    .click();
  await expect(page.getByLabel("Country", { exact: true })).toHaveValue("FR");
  await page.getByLabel("Street and number").fill("3 Harbour Street");
  await page.getByLabel("Postal code").fill("69001");
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByRole("heading", { name: "Owner" })).toBeFocused();
  await page.getByLabel("First name").fill("Louise");
  await page.getByLabel("Last name").fill("Petit");
  await page.getByLabel("Your email").fill("chef@plaza.example");
  await page.getByLabel("Your phone").fill("+33 6 12 34 56 78");
  await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await page.getByLabel("Confirm password").fill(OWN_PASSWORD);
  await accessible(page);
  await page.getByRole("button", { name: "Continue" }).click();

  await page.getByRole("checkbox", { name: "Food and drink" }).check();
  await page.locator("input[type=file]").setInputFiles([pdfFile("register.pdf")]);
  await page.getByLabel("Valid until").fill(day(-3));
  await page.getByLabel("I accept the terms").check();
  await page.getByRole("button", { name: "Register my business" }).click();
  await expect(page.getByText(/A document has expired/)).toBeVisible();
  await page.getByLabel("Valid until").fill(day(10));
  await accessible(page);
  await page.getByRole("button", { name: "Register my business" }).click();

  // The server knows the email already: back to the step that asks for it, and to the field.
  await expect(page.getByText("An account with this email already exists")).toBeVisible();
  await page.getByLabel("Your email").fill(`${name}@plaza.example`);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("checkbox", { name: "Food and drink" })).toBeChecked();
  await page.getByRole("button", { name: "Register my business" }).click();
  await expect(page).toHaveURL("/pro");

  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { name: "Chez Louise" })).toBeVisible();
  await expect(page.getByText("3 Harbour Street, 69001 Lyon, France")).toBeVisible();
  await expect(page.getByText("Expires soon")).toBeVisible();
  await accessible(page);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download register.pdf" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("register.pdf");
  await page.getByRole("link", { name: "Security" }).click();
  await expect(page.getByRole("heading", { name: "Your devices" })).toBeVisible();
  await accessible(page);
});

test("each realm rejects accounts of the other", async ({ page }) => {
  // Each realm finds only its own accounts.
  await page.goto("/login");
  await signIn(page, "chef");
  await expect(page.getByRole("alert")).toContainText("Incorrect email, user name or password");
  await page.getByRole("link", { name: /For businesses/ }).click();
  await expect(page).toHaveURL("/pro/login");
  await accessible(page);
  await enter(page, "alice@plaza.example");
  await expect(page.getByRole("alert")).toContainText("Incorrect email, user name or password");
  await enter(page, "chef@plaza.example");
  await expect(page).toHaveURL("/pro");
  // Consumer paths redirect to the business paths with the same function.
  await page.goto("/UserProfile/User");
  await expect(page).toHaveURL("/pro/settings");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  await page.goto("/pro/settings");
  await expect(page).toHaveURL("/pro/login?next=%2Fpro%2Fsettings");
});

test("a business gets a code for a forgotten password", async ({ page }) => {
  await page.goto("/pro/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page).toHaveURL("/pro/forgot-password");
  await accessible(page);
  await page.getByLabel("Email").fill("chef@plaza.example");
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByLabel("Code").fill(await lastCode(page, "chef@plaza.example", 4));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
});

test("a business answers customers on the business side", async ({ page }) => {
  await page.goto("/pro/login");
  await enter(page, "chef@plaza.example");
  await expect(page).toHaveURL("/pro");
  await page.getByRole("link", { name: /^Messages/ }).click();
  await page.getByRole("region", { name: "Chats" }).getByRole("listitem").first().getByRole("link").click();
  await expect(page).toHaveURL(/\/pro\/messages\/\d+$/);
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  await accessible(page);
});
