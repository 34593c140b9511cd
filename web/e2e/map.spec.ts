import { expect, type Page, test } from "@playwright/test";
import { accessible, expectLayoutAccessible, fits } from "./support/axe";

// A browser without a graphics card draws the map by software when it is told to.
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox", "--disable-background-networking", "--enable-unsafe-swiftshader"],
  },
});

const BARCELONA = "/map?area=2.12,41.36,2.22,41.43";
/** A few streets, near enough for pins that stand alone. */
const STREETS = "/map?area=2.17,41.379,2.183,41.388";

const region = (page: Page) => page.getByRole("region", { name: "Map of the places in the list" });
const list = (page: Page) => page.getByRole("list", { name: "Places on the map" });

async function open(page: Page, path = BARCELONA) {
  await page.goto(path);
  await expect(list(page).getByRole("listitem").first()).toBeAttached();
  await expect(region(page)).toHaveAttribute("data-map", "ready", { timeout: 30_000 });
}

test("the list and the pins answer each other", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, STREETS);
  const first = list(page).getByRole("listitem").first();
  await first.hover();
  await expect(region(page).locator('button[data-marked="true"]')).toHaveCount(1);
  // The focus marks as the pointer does.
  await page.mouse.move(0, 0);
  await expect(region(page).locator('button[data-marked="true"]')).toHaveCount(0);
  await first.getByRole("link").focus();
  await expect(region(page).locator('button[data-marked="true"]')).toHaveCount(1);
  await page.getByRole("button", { name: "Zoom in" }).focus();
  const pin = region(page).locator("button[data-pin]").first();
  const id = await pin.getAttribute("data-pin");
  await pin.dispatchEvent("click");
  await expect(page.locator(`[data-company="${id}"]`)).toHaveAttribute("data-marked", "true");
  await accessible(page);
});

test("nothing on the map takes the focus", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  const hidden = region(page).locator('[aria-hidden="true"]').first();
  expect(
    await hidden.evaluate(
      (map) => [...map.querySelectorAll<HTMLElement>("*")].filter((one) => one.tabIndex >= 0).length,
    ),
  ).toBe(0);
});

test("another area is searched and survives a reload", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  const search = page.getByRole("button", { name: "Search this area" });
  await expect(search).toHaveCount(0);
  await page.getByRole("button", { name: "Zoom out" }).click();
  await expect(search).toBeVisible();
  await search.click();
  await expect(search).toHaveCount(0);
  await expect(page).not.toHaveURL(BARCELONA);
  const address = page.url();
  await page.getByRole("radio", { name: "Food and drink" }).check();
  await expect(page).toHaveURL(/category=food/);
  expect(new URL(page.url()).searchParams.get("area")).toBe(new URL(address).searchParams.get("area"));
  await expect(list(page)).not.toHaveAttribute("aria-busy", "true");
  const names = await list(page).getByRole("heading", { level: 3 }).allTextContents();
  await page.reload();
  await expect(list(page).getByRole("heading", { level: 3 })).toHaveText(names);
});

test("near me asks for the position and shows what is around it", async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL,
    permissions: ["geolocation"],
    geolocation: { latitude: 41.3874, longitude: 2.1686 },
  });
  const page = await context.newPage();
  await open(page, "/map?area=-9.2,38.68,-9.1,38.75");
  await page.getByRole("button", { name: "Near me" }).click();
  await expect(page).toHaveURL(/latitude=41\.387/);
  await expect(page).not.toHaveURL(/area=/);
  await expect(
    list(page)
      .getByText(/km away/)
      .first(),
  ).toBeAttached();
  await context.close();
});

test("a phone lists the places in a sheet", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, STREETS);
  const handle = page.getByRole("button", { name: /places? here/ });
  await expect(handle).toHaveAttribute("aria-expanded", "false");
  await expect(page.locator("[inert]").getByRole("listitem").first()).toBeAttached();
  await handle.click();
  await expect(handle).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator("[inert]")).toHaveCount(0);
  await expectLayoutAccessible(page);
  await handle.click();
  await region(page).locator("button[data-pin]").first().dispatchEvent("click");
  await expect(page.getByRole("article").first()).toBeVisible();
  await fits(page);
});

test("an area without places says so", async ({ page }) => {
  await page.goto("/map?area=-40,20,-39,21");
  await expect(page.getByText("No places here")).toBeVisible();
});

test("the way back from a company leads to the same place on the map", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect(page).toHaveURL(/[?&]at=/);
  const pin = region(page).locator("button[data-pin]").first();
  const id = await pin.getAttribute("data-pin");
  await pin.dispatchEvent("click");
  await expect(page).toHaveURL(new RegExp(`[?&]pin=${id}(&|$)`));
  const shown = () =>
    region(page)
      .locator("button[data-pin], button[data-cluster]")
      .evaluateAll((marks) =>
        marks
          .map((mark) => {
            const { x, y } = mark.getBoundingClientRect();
            return `${mark.textContent} ${Math.round(x / 4)} ${Math.round(y / 4)}`;
          })
          .sort(),
      );
  const before = await shown();
  const scrolled = () => list(page).evaluate((element) => element.parentElement?.scrollTop ?? 0);
  const company = list(page).getByRole("article").nth(9);
  await company.scrollIntoViewIfNeeded();
  const place = await scrolled();
  expect(place).toBeGreaterThan(0);
  const address = page.url();
  await company.getByRole("heading").getByRole("link").press("Enter");
  await expect(page).toHaveURL(/\/companies\//);
  // The address changes before the screen. Until then the focus stays in the list, and marks its company.
  await expect(list(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(region(page)).toHaveAttribute("data-map", "ready", { timeout: 30_000 });
  await expect(page.locator(`[data-company="${id}"]`)).toHaveAttribute("data-marked", "true");
  expect(await scrolled()).toBe(place);
  await expect.poll(shown).toEqual(before);
});
