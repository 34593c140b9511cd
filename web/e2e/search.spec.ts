import { expect, type Page, test } from "@playwright/test";
import { accessible, expectLayoutAccessible, fits } from "./support/axe";
import { arrive, leaveAfterEach } from "./support/people";

leaveAfterEach();

const results = (page: Page) => page.getByRole("list", { name: "Results", exact: true });
const field = (page: Page) => page.getByRole("combobox", { name: "Search places, offers and people" });
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** A debug build encodes the pictures of its first pages for seconds, and all else waits for the processor. */
const cold = { timeout: 40_000 };

test("a query with a typo finds the place from the home page", async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.goto("/");
  await field(page).fill("casa azull");
  await field(page).press("Enter");
  await expect(page).toHaveURL(/\/search\?q=casa\+azull/);
  await expect(results(page).getByRole("heading", { name: "Casa Azul", exact: true })).toBeVisible();
  await accessible(page);
});

test("suggestions are reached by the keyboard", async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.goto("/search");
  await field(page).fill("casa az");
  await expect(page.getByRole("option", { name: /^Casa Azul/ })).toBeVisible();
  await field(page).press("ArrowUp");
  await field(page).press("ArrowDown");
  await expect(page.getByRole("listbox").getByRole("option", { selected: true })).toHaveCount(1);
  await field(page).press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await field(page).pressSequentially("u");
  const place = page.getByRole("option", { name: /^Casa Azul/ });
  await expect(place).toBeVisible();
  for (let step = 0; step < 12 && (await place.getAttribute("aria-selected")) !== "true"; step += 1) {
    await field(page).press("ArrowDown");
  }
  await field(page).press("Enter");
  await expect(page).toHaveURL(/\/companies\//);
  await expect(page.getByRole("heading", { level: 1, name: "Casa Azul" })).toBeVisible();
});

test("a table for four is held from its free time", async ({ browser }) => {
  const place = "near=Barcelona&latitude=41.39&longitude=2.17&distance_km=10";
  const { page } = await arrive(browser, "Nora", { at: `/search?q=restaurant+tomorrow+for+4&${place}` });
  await expect(page.getByText(/^Searched for .*4 people/)).toBeVisible(cold);
  const times = results(page)
    .getByRole("list", { name: /^Free times for 4 people/ })
    .first()
    .getByRole("link");
  // A journey beside this one takes another time.
  await (test.info().parallelIndex % 2 === 0 ? times.last() : times.first()).click();
  await expect(page).toHaveURL(/\/bookAppointment\?.*members=4/);
  await expect(page.getByText(/Held for you for/).first()).toBeVisible(cold);
});

test("filters survive a reload, and Back takes them off", async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.goto("/search?q=pizza");
  await expect(results(page)).toBeVisible(cold);
  await page
    .getByRole("link", { name: /^Products/ })
    .first()
    .click();
  await expect(page).toHaveURL(/tab=products/);
  await page.getByRole("checkbox", { name: /^Vegetarian/ }).check();
  await expect(page).toHaveURL(/features=vegetarian/);
  await expect(results(page)).toHaveAttribute("aria-busy", "false", cold);
  const names = await results(page).getByRole("heading").allTextContents();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: /^Vegetarian/ })).toBeChecked(cold);
  await expect(results(page).getByRole("heading")).toHaveText(names);
  await page.goBack();
  await expect(page).toHaveURL("/search?q=pizza");
  await expect(page.getByRole("checkbox", { name: /^Vegetarian/ })).not.toBeChecked();
});

test("conditions that nothing meets are given up and named", async ({ page }) => {
  await page.goto("/search?q=pizza&price_min=900000");
  await expect(page.getByText(/Nothing fits all of it.*price and rating/)).toBeVisible();
  await expect(results(page).getByRole("listitem").first()).toBeVisible();
});

test("a phone filters in a sheet that counts the results", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/search?tab=products&q=pizza");
  await expect(results(page)).toBeVisible();
  await page.getByRole("button", { name: "Filters" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByRole("checkbox", { name: /^Vegetarian/ }).check();
  const show = sheet.getByRole("button", { name: /^Show \d+ results?$/ });
  await expect(show).not.toHaveAttribute("aria-busy", "true");
  await expectLayoutAccessible(page);
  const [count] = (await show.textContent())?.match(/\d+/) ?? [];
  await show.click();
  await expect(page).toHaveURL(/features=vegetarian/);
  await expect(page.getByText(new RegExp(`^${count} results?$`)).first()).toBeVisible();
  await fits(page);
});

test("a phone chooses day and party in one sheet", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/");
  await page.getByRole("button", { name: /^Start your search/ }).click();
  const sheet = page.getByRole("dialog", { name: "Search" });
  await sheet.getByRole("radio", { name: "Tomorrow" }).check();
  await sheet.getByRole("radio", { name: "Evening" }).check();
  await sheet.getByRole("button", { name: "Adults: one more" }).click();
  await accessible(page);
  await sheet.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/\/search\?date=\d{4}-\d{2}-\d{2}&time=evening&adults=1/);
  await expect(results(page).getByRole("listitem").first()).toBeVisible();
  await accessible(page);
});
