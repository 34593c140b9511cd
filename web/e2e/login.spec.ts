import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const PASSWORD = "Plaza-demo-1";

async function signIn(page: Page, name = "alice", password = PASSWORD) {
  await page.getByLabel("Email or user name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Axe with contrast and all, after fonts and entrances have come to rest. */
async function accessible(page: Page) {
  await page.evaluate(() => document.fonts.ready);
  await expect(page.locator("#splash")).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual(
    [],
  );
}

test("one signs in by name or by email, and out again", async ({ page }) => {
  for (const name of ["alice", "alice@plaza.example"]) {
    await page.goto("/login");
    await signIn(page, name);
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Alice");
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await expect(page.getByText("alice@plaza.example")).toBeVisible();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("plaza.auth"))).toBeNull();
  }
});

test("a demo account is one press away", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: /bruno@plaza\.example/ }).click();
  await expect(page).toHaveURL("/");
});

test("a wrong password is said in words, and empty fields beside them", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Email required")).toBeVisible();
  await expect(page.getByText("Password required")).toBeVisible();
  await expect(page.getByLabel("Email or user name")).toBeFocused();
  await signIn(page, "alice", "not-this-one");
  await expect(page.getByRole("alert")).toContainText("do not go together");
  await expect(page).toHaveURL("/login");
});

test("the password can be shown", async ({ page }) => {
  await page.goto("/login");
  const password = page.getByLabel("Password", { exact: true });
  await expect(password).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show or hide the password" }).click();
  await expect(password).toHaveAttribute("type", "text");
});

test("a sign-in that is not to be remembered is kept for the session only", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Remember me").uncheck();
  await signIn(page);
  await expect(page).toHaveURL("/");
  expect(await page.evaluate(() => localStorage.getItem("plaza.auth"))).toBeNull();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Alice");
});

test("the named routes lead a guest to the sign-in and back", async ({ page }) => {
  for (const path of [
    "/bookAppointment",
    "/orderYourWay/customerDetail",
    "/deliveryAddress",
    "/UserProfile/User",
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
  }
  await signIn(page);
  await expect(page).toHaveURL("/UserProfile/User");
});

test("a page that is not there says so", async ({ page }) => {
  await page.goto("/nowhere/at/all");
  await expect(page.getByRole("heading", { name: "Nothing on this corner" })).toBeVisible();
});

test("a session that the server ended asks to sign in again", async ({ page }) => {
  await page.goto("/login");
  await signIn(page);
  await expect(page).toHaveURL("/");
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem("plaza.auth") ?? "{}");
    localStorage.setItem(
      "plaza.auth",
      JSON.stringify({ ...stored, access_token: "spent", refresh_token: "spent" }),
    );
  });
  await page.goto("/UserProfile/User");
  await expect(page).toHaveURL(/\/login\?next=/);
  expect(await page.evaluate(() => localStorage.getItem("plaza.auth"))).toBeNull();
});

test("light and dark, kept over a reload", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/login");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "light");
  await page.getByRole("button", { name: "Appearance: Dark" }).click();
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.reload();
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "dark");
});

test("the language changes at once, is kept, and Arabic turns the page", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: /^Language/ }).click();
  await page.getByRole("button", { name: "Français" }).click();
  await expect(page.getByRole("heading", { name: "Bon retour" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("lang"))).toBe("FR");
  await page.reload();
  await page.getByRole("button", { name: /^Langue/ }).click();
  await page.getByRole("button", { name: "العربية" }).click();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
});

test("a person signs up in two steps", async ({ page }) => {
  const name = `nora${Date.now()}`;
  await page.goto("/signup");
  await page.getByLabel("Email").fill(`${name}@plaza.example`);
  await page.getByLabel("User name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill("weak");
  await page.getByLabel("Confirm password").fill("weak");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.getByLabel("Password", { exact: true }).fill("Nora-likes-tiles-9");
  await page.getByLabel("Confirm password").fill("Nora-likes-tiles-9");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("First name").fill("Nora");
  await page.getByLabel("Last name").fill("Vidal");
  await page.getByLabel("Date of birth").fill("1991-06-05");
  await page.getByLabel("Gender").selectOption("female");
  await page.getByLabel("Address").fill("3 Harbour Street");
  await page.getByRole("button", { name: "Create my account" }).click();
  await expect(page.getByText("Accept the terms to go on")).toBeVisible();
  await page.getByLabel("I accept the terms").check();
  await page.getByRole("button", { name: "Create my account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Nora");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`login, sign-up, home and me have no barrier that axe finds (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const path of ["/", "/signup", "/login"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await accessible(page);
    }
    await signIn(page);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Alice");
    await accessible(page);
    await page.goto("/UserProfile/User");
    await expect(page.getByText("alice@plaza.example")).toBeVisible();
    await accessible(page);
  });
}

test("the first Tab reaches the skip link, and it leads to the content", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
});
