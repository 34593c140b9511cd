import { expect, type Page, test } from "@playwright/test";
import { fits } from "./support/axe";
import { accessible, DEMO_PASSWORD } from "./support/pages";

async function openPolicies(page: Page) {
  await page.goto("/pro/login");
  await page.getByLabel("Email").fill("chef@plaza.example");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/pro");
  await page.goto("/pro/policies");
  await expect(page.getByRole("heading", { name: "Policies" })).toBeVisible();
}

const entry = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });

test("a business adds, edits, moves and deletes a rule", async ({ page }) => {
  const [first, second] = [`Quiet hours ${Date.now()}`, `No smoking ${Date.now()}`];
  await openPolicies(page);
  await page.getByRole("tab", { name: "Rules" }).click();
  for (const title of [first, second]) {
    await page.getByRole("button", { name: "Add a rule" }).click();
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Text").fill("From 22:00.\n<b>Every</b> day.");
    await page.getByLabel("Applies to").selectOption("food");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(entry(page, title)).toContainText("<b>Every</b> day.");
  }
  await accessible(page);
  await page.getByRole("button", { name: `Move “${second}” up` }).click();
  await expect(page.getByRole("button", { name: `Move “${second}” up` })).toBeFocused();
  await expect(page.getByText("All changes saved")).toBeVisible();
  await page.getByRole("button", { name: `Edit “${first}”` }).click();
  await page.getByLabel("Text").fill("From 23:00.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(entry(page, first)).toContainText("From 23:00.");

  await page.reload();
  await expect(page.getByRole("tab", { name: "Rules" })).toHaveAttribute("aria-selected", "true");
  await expect(entry(page, first)).toContainText("From 23:00.");
  const titles = await page.getByRole("listitem").getByRole("heading").allInnerTexts();
  const indexOf = (title: string) => titles.findIndex((text) => text.includes(title));
  expect(indexOf(second)).toBeLessThan(indexOf(first));

  for (const title of [first, second]) {
    await page.getByRole("button", { name: `Delete “${title}”` }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(entry(page, title)).toHaveCount(0);
  }
  await page.reload();
  await expect(page.getByRole("heading", { name: "Rules" })).toBeVisible();
  await expect(entry(page, first)).toHaveCount(0);
});

test("a business states terms, facilities, and keeps unsaved edits", async ({ page }) => {
  await openPolicies(page);
  await page.getByRole("button", { name: "Change terms" }).click();
  await page.getByLabel(/Free until/).fill("48");
  // Another fee than that of an earlier run, so that the form has changes.
  const fee = String(10 + (Date.now() % 80));
  await page.getByLabel(/Fee after that/).fill(fee);
  await expect(page.getByRole("status").getByText(`Free until 2 days before, then ${fee}%`)).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByText("You have changes that are not saved.")).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(`Free until 2 days before, then ${fee}%`)).toBeVisible();

  await page.getByRole("tab", { name: "Facilities" }).click();
  const wifi = page.getByRole("checkbox", { name: "Wi-Fi" });
  const before = await wifi.isChecked();
  // The box changes with the answer of the server.
  await wifi.click({ force: true });
  await expect(page.getByText("All changes saved")).toBeVisible();
  await accessible(page);
  await page.reload();
  await expect(wifi).toBeChecked({ checked: !before });
  await fits(page);
});
