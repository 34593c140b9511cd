import { expect, type Page, test } from "@playwright/test";
import { accessible, lastCode, newName, OWN_PASSWORD, signIn, signUp } from "./support/pages";

/** Returns the path of the newest restore link mailed to `recipient`. */
async function restoreLink(page: Page, recipient: string): Promise<string> {
  const outbox = await page.context().newPage();
  await outbox.goto("/demo/outbox");
  const message = outbox
    .getByRole("listitem")
    .filter({ hasText: recipient })
    .filter({ hasText: "#token=" })
    .first();
  await expect(message).toBeVisible();
  const link = (await message.innerText()).match(/\/restore-address#token=[0-9a-f]{32}/)?.[0];
  await outbox.close();
  return link ?? "";
}

/** Proves the address of the account that is signed in. */
async function verify(page: Page, email: string, otp: string): Promise<void> {
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem("plaza.auth") ?? "{}").access_token,
  );
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.post("/api/v1/users/verify-user-otp/", { headers, data: { email, otp } });
  expect(answer.status()).toBe(200);
}

test("changing the password ends other sessions", async ({ page, browser, baseURL }) => {
  const name = newName("ines");
  await signUp(page, name, "Inès");
  const elsewhere = await (await browser.newContext({ baseURL })).newPage();
  await elsewhere.goto("/login");
  await signIn(elsewhere, name, OWN_PASSWORD);
  await expect(elsewhere.getByRole("heading", { level: 1 })).toContainText("Inès");

  await page.goto("/settings/account");
  await expect(page.getByRole("listitem").filter({ hasText: "This device" })).toHaveCount(1);
  await accessible(page);
  await page.getByRole("button", { name: /^Sign out Chrome/ }).click();
  await expect(page.getByRole("button", { name: /^Sign out Chrome/ })).toHaveCount(0);
  await elsewhere.goto("/settings/account");
  await expect(elsewhere).toHaveURL(/\/login\?next=/);

  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByLabel("Current password").fill("not-this-one");
  await page.getByLabel("New password").fill("Another-tile-7");
  await page.getByLabel("Confirm password").fill("Another-tile-7");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("Incorrect password")).toBeVisible();
  await expect(page.getByLabel("Current password")).toBeFocused();
  await page.getByLabel("Current password").fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByRole("button", { name: "Change password" })).toBeVisible();
  await signIn(elsewhere, name, "Another-tile-7");
  await expect(elsewhere).toHaveURL(/settings\/account/);
  await elsewhere.context().close();
});

test("an email is verified with a code", async ({ page }) => {
  const name = newName("vera");
  await signUp(page, name, "Vera");
  await page.goto("/verification");
  await expect(page.getByText("Not verified")).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Add phone" }).click();
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByText("Phone required")).toBeVisible();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await page.getByRole("button", { name: "Verify email" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(`${name}@plaza.example`);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByLabel("Code", { exact: true })).toBeVisible();
  await accessible(page);
  await page.getByLabel("Code", { exact: true }).fill(await lastCode(page, `${name}@plaza.example`, 6));
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(page.getByText("Not verified")).toHaveCount(0);
});

test("a new email stays pending, and the former one can be restored", async ({ page }) => {
  const name = newName("cora");
  const [old, fresh] = [`${name}@plaza.example`, `${name}.new@plaza.example`];
  await signUp(page, name, "Cora");
  // Only a proven address can be restored.
  await verify(page, old, await lastCode(page, old, 6));
  await page.goto("/verification");
  await page.getByRole("button", { name: "Change email" }).click();
  await page.getByLabel("Email").fill(fresh);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByLabel("Current password")).toBeFocused();
  await accessible(page);
  await page.getByLabel("Current password").fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByLabel("Code", { exact: true })).toBeVisible();
  await lastCode(page, fresh, 6);
  await page.goto("/verification");
  await expect(page.getByText(`${fresh} is waiting to be confirmed`)).toBeVisible();
  await expect(page.getByText(old, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(fresh);
  await page.getByRole("button", { name: "Back", exact: true }).click();

  const link = await restoreLink(page, old);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Is someone else using your account?" })).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Restore my email" }).click();
  await expect(page.getByRole("heading", { name: "Your email is restored" })).toBeVisible();
  await accessible(page);
  await page.getByRole("link", { name: "Choose a new password" }).click();
  await expect(page).toHaveURL("/forgot-password");
  await page.goto("/login");
  await signIn(page, name, OWN_PASSWORD);
  await expect(page.getByRole("alert")).toContainText("Incorrect email, user name or password");
});

test("saves privacy settings immediately", async ({ page }) => {
  await signUp(page, newName("luca"), "Luca");
  await page.goto("/settings/privacy");
  const saved = page.waitForResponse((answer) => answer.url().includes("update-privacy-settings"));
  await page.getByLabel("Who can start a chat with you").selectOption("Friends only");
  await saved;
  const off = page.waitForResponse((answer) => answer.url().includes("update-privacy-settings"));
  await page.getByRole("switch", { name: "Read receipts" }).click();
  await off;
  await page.reload();
  await expect(page.getByLabel("Who can start a chat with you")).toHaveValue("only_friends");
  await expect(page.getByRole("switch", { name: "Read receipts" })).not.toBeChecked();
  await accessible(page);
});

test("exports the data and deletes the account", async ({ page }) => {
  const name = newName("remi");
  await signUp(page, name, "Rémi");
  await page.goto("/settings/account");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download my data" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("plaza-export.json");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.getByLabel("Current password").fill("not-this-one");
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await expect(page.getByText("Incorrect password")).toBeVisible();
  await accessible(page);
  await page.getByLabel("Current password").fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  await page.goto("/login");
  await signIn(page, name, OWN_PASSWORD);
  await expect(page.getByRole("alert")).toContainText("Incorrect email, user name or password");
});
