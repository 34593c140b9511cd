import { expect, test } from "@playwright/test";
import { accessible, signIn, signOut } from "./support/pages";

test("signs in by user name or email and signs out", async ({ page }) => {
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

test("signs in with one click on a demo account", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: /bruno@plaza\.example/ }).click();
  await expect(page).toHaveURL("/");
});

test("reports a wrong password and empty fields", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Email required")).toBeVisible();
  await expect(page.getByText("Password required")).toBeVisible();
  await expect(page.getByLabel("Email or user name")).toBeFocused();
  await signIn(page, "alice", "not-this-one");
  await expect(page.getByRole("alert")).toContainText("Incorrect email, user name or password");
  await expect(page).toHaveURL("/login");
});

test("shows the password", async ({ page }) => {
  await page.goto("/login");
  const password = page.getByLabel("Password", { exact: true });
  await expect(password).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show or hide the password" }).click();
  await expect(password).toHaveAttribute("type", "text");
});

test("keeps a login for the session when not remembered", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Remember me").uncheck();
  await signIn(page);
  await expect(page).toHaveURL("/");
  expect(await page.evaluate(() => localStorage.getItem("plaza.auth"))).toBeNull();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Alice");
  // Another tab of the same browser is signed in too, and the sign-out ends both.
  const second = await page.context().newPage();
  await second.goto("/settings/account");
  await expect(second).toHaveURL("/settings/account");
  await signOut(second);
  await page.bringToFront();
  await page.goto("/settings/account");
  await expect(page).toHaveURL(/\/login/);
});

test("protected routes redirect to the login and back", async ({ page }) => {
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

test("an unknown path shows page not found", async ({ page }) => {
  await page.goto("/nowhere/at/all");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("asks to sign in again when the session ended", async ({ page }) => {
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
  const reason = page.getByText("Your session has ended. Sign in again.");
  await expect(reason).toBeVisible();
  await accessible(page);
  await signIn(page);
  await expect(reason).toHaveCount(0);
});

test("a page that stays open says why the session ended", async ({ page }) => {
  await page.goto("/login");
  await signIn(page);
  await expect(page).toHaveURL("/");
  const other = await page.context().newPage();
  await other.goto("/terms");
  await other.evaluate(() => localStorage.removeItem("plaza.auth"));
  const notice = page.getByRole("alert").filter({ hasText: "You were signed out in another tab." });
  await expect(notice).toBeVisible();
  await accessible(page);
  await notice.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/login?next=%2F");
});

test("keeps the color scheme after a reload", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/login");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "light");
  await page.getByRole("button", { name: "Appearance: Dark" }).click();
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.reload();
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "dark");
});

test("changes and keeps the language", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: /^Language/ }).click();
  await page.getByRole("button", { name: "Français" }).click();
  await expect(page.getByRole("heading", { name: "Bon retour" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("lang"))).toBe("FR");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.getByRole("button", { name: /^Langue/ }).click();
  const languages = page.getByRole("dialog", { name: "Langue" }).getByRole("listitem");
  await expect(languages).toHaveCount(13);
});

for (const { locale, lang, dir, title } of [
  { locale: "ar-EG", lang: "ar", dir: "rtl", title: "أهلًا بعودتك" },
  { locale: "pl-PL", lang: "en", dir: "ltr", title: "Welcome back" },
]) {
  test(`a browser of ${locale} shows ${lang} from ${dir}`, async ({ browser }) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto("/login");
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page.locator("html")).toHaveAttribute("dir", dir);
    await context.close();
  });
}

test("rejects an unsolicited provider response", async ({ page }) => {
  await page.goto("/login/social?code=stolen&state=made-up");
  await expect(page.getByRole("heading", { name: "Could not sign you in" })).toBeVisible();
  // The code does not stay in the address.
  await expect(page).toHaveURL("/login/social?next=%2F");
  await accessible(page);
  await page.getByRole("link", { name: "Back to sign-in" }).click();
  await expect(page).toHaveURL("/login");
});

test("the first Tab reaches the skip link", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
});
