import { expect, test } from "@playwright/test";
import { accessible, lastCode, newName, OWN_PASSWORD, signIn, signUp } from "./support/pages";

test("signs up in four steps, with categories and region", async ({ page }) => {
  const name = newName("nora");
  await page.goto("/signup");
  await expect(page.getByText("Step 1 of 4")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Email required")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByLabel("Email").fill(`${name}@plaza.example`);
  await expect(page.getByText("This email is available")).toBeVisible();

  // The name is taken, regardless of case.
  await page.getByLabel("User name").fill("Alice");
  await expect(page.getByText("Username is not available")).toBeVisible();
  await page.getByLabel("User name").fill(name);
  await expect(page.getByText("This user name is available")).toBeVisible();

  // The rules are ticked as they are met.
  const rules = page.getByRole("list", { name: "Password requirements" });
  await page.getByLabel("Password", { exact: true }).fill("Nora");
  await expect(rules.getByRole("listitem").filter({ hasText: "An uppercase letter" })).toContainText("met");
  await expect(rules.getByRole("listitem").filter({ hasText: "A number" })).not.toContainText("met");
  await page.getByLabel("Confirm password").fill("Nora");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await page.getByLabel("Confirm password").fill(OWN_PASSWORD);
  await accessible(page);
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page).toHaveURL("/signup/details");
  await expect(page.getByText("Step 2 of 4")).toBeVisible();
  await page.getByLabel("First name").fill("Nora");
  await page.getByRole("button", { name: "Create my account" }).click();
  await expect(page.getByLabel("Last name")).toBeFocused();
  await expect(page.getByText("Accept the terms to continue")).toBeVisible();

  // Going back keeps what was typed, on both steps.
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("User name")).toHaveValue(name);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Nora");

  await page.getByLabel("Last name").fill("Vidal");
  await page.getByLabel("Date of birth").fill("1991-06-05");
  await page.getByLabel("Gender").selectOption("female");
  // Finds the town by its first letters without accents, with the keyboard only.
  await page.getByRole("combobox", { name: "Find your city" }).fill("besanc");
  await expect(page.getByRole("option", { name: /Besançon/ }).first()).toBeVisible();
  await accessible(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("City (optional)")).toHaveValue("Besançon");
  await expect(page.getByLabel("Postal code (optional)")).toHaveValue("25000");
  await expect(page.getByLabel("Country (optional)")).toHaveValue("FR");
  await page.getByLabel("Street and number").fill("3 Harbour Street");

  await page.getByRole("button", { name: "Read the terms" }).click();
  const terms = page.getByRole("dialog", { name: "Terms of use" });
  await expect(terms.getByRole("heading", { name: /Your account/ })).toBeVisible();
  await accessible(page);
  await page.keyboard.press("Escape");
  await expect(terms).toBeHidden();
  await page.getByLabel("I accept the terms").check();
  await page.getByRole("button", { name: "Create my account" }).click();

  await expect(page.getByRole("heading", { name: "What do you like?" })).toBeVisible();
  await expect(page.getByText("Step 3 of 4")).toBeVisible();
  await page.getByRole("checkbox", { name: "Music" }).check();
  await page.getByRole("checkbox", { name: "Cruises" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toHaveText("Choose at least 3 categories");
  await page.getByRole("checkbox", { name: "Food and drink" }).check();
  await accessible(page);
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page).toHaveURL(/\/onboarding\/region/);
  await expect(page.getByText("Step 4 of 4")).toBeVisible();
  await expect(page.getByLabel("Country", { exact: true })).toHaveValue("FR");
  await page.getByRole("radio", { name: "Français" }).check();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Votre pays et votre langue");
  await accessible(page);
  await page.getByRole("radio", { name: "English" }).check();
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Nora");

  // The code of the sign-up confirms the email.
  const banner = page.getByRole("region", { name: "Your email" });
  await expect(banner).toContainText(`Confirm ${name}@plaza.example`);
  await accessible(page);
  await banner.getByRole("link", { name: "Confirm" }).click();
  await expect(page.getByRole("button", { name: "Resend code" })).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(await lastCode(page, `${name}@plaza.example`, 6));
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(page.getByRole("button", { name: "Change email" })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Nora");
  await expect(banner).toHaveCount(0);
});

test("a language chosen here is the account's on another device", async ({ page, browser, baseURL }) => {
  const name = newName("lise");
  await signUp(page, name, "Lise");
  await page.goto("/UserProfile/User");
  const saved = page.waitForResponse(/update-profile/);
  await page.getByLabel("Language", { exact: true }).selectOption("FR");
  await saved;
  await expect(page.getByLabel("Langue", { exact: true })).toHaveValue("FR");
  const elsewhere = await (await browser.newContext({ baseURL })).newPage();
  await elsewhere.goto("/login");
  await signIn(elsewhere, name, OWN_PASSWORD);
  await expect(elsewhere.locator("html")).toHaveAttribute("lang", "fr");
  await elsewhere.reload();
  await expect(elsewhere.getByRole("link", { name: "Accueil" }).first()).toBeVisible();
  await elsewhere.context().close();
});

test("step 2 redirects to step 1 after a reload", async ({ page }) => {
  await page.goto("/signup/details?next=/messages");
  await expect(page).toHaveURL("/signup?next=/messages");
  const name = newName("nils");
  await page.getByLabel("Email").fill(`${name}@plaza.example`);
  await page.getByLabel("User name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await page.getByLabel("Confirm password").fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/signup/details?next=/messages");
  await page.reload();
  await expect(page).toHaveURL("/signup?next=/messages");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
});

test("geolocation fills in the city", async ({ page, context }) => {
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 45.764, longitude: 4.8357 });
  const name = newName("lena");
  await page.goto("/signup");
  await page.getByLabel("Email").fill(`${name}@plaza.example`);
  await page.getByLabel("User name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await page.getByLabel("Confirm password").fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Use my location" }).click();
  await expect(page.getByLabel("City (optional)")).toHaveValue("Lyon");
  await expect(page.getByLabel("Country (optional)")).toHaveValue("FR");
});

test("skips the onboarding", async ({ page }) => {
  await signUp(page, newName("omar"), "Omar");
  await page.getByRole("link", { name: "Skip for now" }).click();
  await expect(page).toHaveURL(/\/onboarding\/region/);
  await page.getByRole("button", { name: "Skip for now" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Omar");
});
