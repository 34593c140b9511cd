import { expect, type Page, test } from "@playwright/test";
import { accessible } from "./support/axe";

test.use({ viewport: { width: 390, height: 844 }, timezoneId: "Europe/Madrid", locale: "en-US" });

const dialog = (page: Page) => page.getByRole("dialog");

test("Back closes a sheet, and a closed sheet leaves no step behind", async ({ page }) => {
  await page.goto("/");
  await page.goto("/search?category=food");
  const filters = page.getByRole("button", { name: /^Filters/ }).first();
  await filters.click();
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL("/search?category=food");

  await filters.click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL("/");
});

test("a dish opens over the menu and goes into the cart", async ({ page }) => {
  await page.goto("/companies/forn-vilallonga");
  const dish = page.getByRole("link", { name: "Sourdough loaf" }).first();
  await dish.click();
  await expect(page).toHaveURL(/\?item=\d+/);
  await expect(dialog(page).getByText("Stone-ground wheat, 36 hours of proving.")).toBeVisible();
  await accessible(page);
  await page.reload();
  await dialog(page)
    .getByRole("button", { name: /^Add to cart/ })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL("/companies/forn-vilallonga");
  await expect(page.getByRole("link", { name: /View cart · 1 item/ })).toBeVisible();
});

test("a chosen town changes home and is kept", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: /Madrid/ }).click();
  await dialog(page).getByRole("searchbox").fill("Lisbo");
  await dialog(page).getByText("Lisbon", { exact: true }).first().click();
  const place = page.getByRole("button", { name: /Lisbon/ });
  await expect(place).toBeVisible();
  await page.reload();
  await expect(place).toBeVisible();
  await place.click();
  await dialog(page)
    .getByText(/Madrid/)
    .click();
  await expect(page.getByRole("button", { name: /Madrid/ })).toBeVisible();
});
