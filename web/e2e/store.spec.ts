import { expect, type Page, test } from "@playwright/test";
import { fits } from "./support/axe";
import { accessible, DEMO_PASSWORD } from "./support/pages";

/** Smallest PNG: one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function openStore(page: Page, path = "") {
  await page.goto("/pro/login");
  await page.getByLabel("Email").fill("chef@plaza.example");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/pro");
  await page.goto(`/pro/store${path}`);
  await expect(page.getByRole("heading", { name: "Store and media" })).toBeVisible();
}

async function saved(page: Page) {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("All changes saved").first()).toBeVisible();
}

test("a business changes name and hours, adds a picture and news", async ({ page }) => {
  const mark = String(Date.now() % 1_000_000);
  await openStore(page);
  const before = await page.getByLabel("Name", { exact: true }).inputValue();
  await page.getByLabel("Name", { exact: true }).fill(`${before} ${mark}`);
  const monday = page.getByLabel("Monday, closing time 1");
  if (!(await monday.isVisible())) await page.getByRole("switch").first().click({ force: true });
  await page.getByLabel("Monday, opening time 1").fill("08:15");
  await monday.fill("11:45");
  await expect(page.getByText("Changes not saved yet")).toBeVisible();
  await saved(page);
  await accessible(page);
  await fits(page);

  await page.getByRole("tab", { name: "Pictures and videos" }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Add pictures and videos" }).click(),
  ]);
  await chooser.setFiles({ name: "terrace.png", mimeType: "image/png", buffer: PIXEL });
  const caption = page.getByPlaceholder("Describe what is shown").last();
  await expect(caption).toHaveValue("");
  await caption.fill(`Terrace ${mark}`);
  await caption.press("Enter");
  await expect(page.getByRole("button", { name: `Delete: Terrace ${mark}` })).toBeVisible();
  await accessible(page);

  await page.getByRole("tab", { name: "News" }).click();
  await page.getByRole("button", { name: "Write news" }).click();
  await page.getByLabel("Title").fill(`Winter menu ${mark}`);
  await page.getByLabel("Text").fill("Rice and fish.");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("heading", { name: `Winter menu ${mark}` })).toBeVisible();

  await page.getByRole("link", { name: "Preview the public page" }).click();
  await expect(page.getByRole("heading", { name: `${before} ${mark}`, level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: `Winter menu ${mark}` })).toBeVisible();
  await expect(page.getByText("8:15 AM – 11:45 AM").first()).toBeVisible();
  await page.getByRole("link", { name: /Media/ }).click();
  await expect(page.getByText(`Terrace ${mark}`)).toBeVisible();

  // Others look for the company by its name.
  await page.goto("/pro/store");
  await page.getByLabel("Name", { exact: true }).fill(before);
  await saved(page);
});

test("a business deletes a picture and takes that back", async ({ page }) => {
  await openStore(page, "/gallery");
  const list = page.getByRole("list", { name: "Pictures and videos" }).getByRole("listitem");
  await expect(list.first()).toBeVisible();
  const count = await list.count();
  await page
    .getByRole("button", { name: /^Delete:/ })
    .first()
    .click();
  await expect(list).toHaveCount(count - 1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(list).toHaveCount(count);
});
