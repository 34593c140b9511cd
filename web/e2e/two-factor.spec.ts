import { expect, type Page, test } from "@playwright/test";
import { accessible, newName, OWN_PASSWORD, signIn, signOut, signUp } from "./support/pages";
import { totp } from "./support/totp";

/** Sets the second step up; answers the app's secret and the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByLabel("Current password")).toBeFocused();
  await page.getByLabel("Current password").fill("not-this-one");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Incorrect password")).toBeVisible();
  await page.getByLabel("Current password").fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: /QR code/ }).locator("path")).toHaveAttribute("d", /^M/);
  await accessible(page);
  const secret = await page.locator("code").innerText();
  const code = totp(secret);
  await page.getByLabel("Code from the app").fill(code === "000000" ? "111111" : "000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("The code is incorrect")).toBeVisible();
  await page.getByLabel("Code from the app").fill(totp(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  const list = page.getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  await accessible(page);
  const codes = await list.getByRole("listitem").allInnerTexts();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download", exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("plaza-recovery-codes.txt");
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  return { secret, codes };
}

test("two-factor authentication is set up, used and turned off", async ({ page }) => {
  const name = newName("teo");
  await signUp(page, name, "Teo");
  const { secret, codes } = await setUp(page);

  await signOut(page);
  await page.goto("/login");
  await signIn(page, name, OWN_PASSWORD);
  await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await accessible(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("The code has 6 digits")).toBeVisible();
  // The code that turned it on has served: the next one is taken a step early.
  await page.getByLabel("Code", { exact: true }).fill(totp(secret, 1));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Teo");

  await signOut(page);
  await page.goto("/login");
  await signIn(page, name, OWN_PASSWORD);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await expect(page.getByLabel("Recovery code")).toBeFocused();
  await page.getByLabel("Recovery code").fill("wrong-one");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("The code is incorrect")).toBeVisible();
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Teo");

  await page.goto("/settings/account");
  await expect(page.getByText("9 recovery codes left")).toBeVisible();
  await page.getByRole("button", { name: "New recovery codes" }).click();
  await page.getByLabel("Current password").fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(codes[1] ?? "");
  await page.getByRole("button", { name: "New recovery codes" }).click();
  await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: "I have saved them" }).click();
});
