import { expect, type Page, test } from "@playwright/test";
import { accessible, fits } from "./support/axe";
import { DEMO_PASSWORD, newName, signIn, signUp } from "./support/pages";
import { arrive, buttonOf, find, leaveAfterEach } from "./support/people";

leaveAfterEach();

const main = (page: Page) => page.getByRole("navigation", { name: "Main" });

test("the rail folds by keyboard and stays folded after a reload", async ({ browser }) => {
  const { page } = await arrive(browser, "Rita", { at: "/" });
  const fold = main(page).getByRole("button", { name: "Collapse menu" });
  const wide = await main(page).boundingBox();
  await fold.focus();
  await page.keyboard.press("Enter");
  await expect(main(page).getByRole("button", { name: "Expand menu" })).toBeFocused();
  await page.reload();
  const unfold = main(page).getByRole("button", { name: "Expand menu" });
  await expect(unfold).toBeVisible();
  expect((await main(page).boundingBox())?.width).toBe(72);
  expect(wide?.width).toBe(232);
  await accessible(page);
  await main(page).getByRole("link", { name: "Messages" }).hover();
  await expect(page.getByText("Messages").last()).toBeVisible();
});

test("a phone reaches People from Me and from Messages", async ({ browser }) => {
  const { page } = await arrive(browser, "Petra", { at: "/UserProfile/User", width: 390 });
  await expect(main(page).getByRole("link")).toHaveText(["Home", "Reels", "Search", "Messages", "Me"]);
  await accessible(page);
  await page.getByRole("main").getByRole("link", { name: "People", exact: true }).click();
  await expect(page).toHaveURL("/people");
  await main(page).getByRole("link", { name: "Messages" }).click();
  await page.getByRole("main").getByRole("link", { name: "People", exact: true }).click();
  await expect(page.getByRole("heading", { name: "People", level: 1 })).toBeVisible();
});

test("a friend request is counted on Me, in its row and in Messages", async ({ browser }) => {
  const ines = await arrive(browser, "Ines", { at: "/UserProfile/User", width: 390 });
  const otto = await arrive(browser, "Otto");
  await find(otto.page, ines);
  await buttonOf(otto.page, "Add friend", ines).click();
  await expect(main(ines.page).getByRole("link", { name: /Me$/ })).toContainText("1 friend request");
  await expect(ines.page.getByRole("main").getByRole("link", { name: /^People/ })).toContainText("1");
  await main(ines.page)
    .getByRole("link", { name: /^Messages/ })
    .click();
  await expect(ines.page.getByRole("main").getByText("1 friend request")).toBeAttached();
  await accessible(ines.page);
});

test("the settings mark the open page on a desktop", async ({ browser }) => {
  const { page } = await arrive(browser, "Sara", { at: "/settings/privacy" });
  const settings = page.getByRole("navigation", { name: "Settings" });
  await expect(settings.getByRole("link", { name: "Privacy" })).toHaveAttribute("aria-current", "page");
  await settings.getByRole("link", { name: "Country and language" }).click();
  await expect(page).toHaveURL("/settings/region");
  await expect(settings.locator("[aria-current=page]")).toHaveText("Country and language");
  await accessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(settings).toBeHidden();
});

test("the main action stays above the phone's bar", async ({ browser }) => {
  const { page } = await arrive(browser, "Mila", { at: "/settings/categories", width: 390 });
  const save = await page.getByRole("button", { name: "Save" }).boundingBox();
  const bar = await main(page).boundingBox();
  expect((save?.y ?? 0) + (save?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await accessible(page);
});

test("a first name of 60 letters breaks nothing", async ({ page }) => {
  await signUp(page, newName("wolf"), "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis");
  for (const path of ["/", "/UserProfile/User", "/people", "/messages"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await fits(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await accessible(page);
  }
});

test("home is one request, and its sections are accessible", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    // The categories that filters and cards read come after the first view.
    const { pathname } = new URL(request.url());
    if (/\/users\/(home|companies|news|places)\//.test(pathname)) asked.push(pathname);
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "New here" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Food and drink" })).toBeVisible();
  await expect(page.locator("article").first()).toBeVisible();
  expect(asked).toEqual(["/api/v1/users/home/"]);
  await accessible(page);
});

test("the picture of home is a strip of at most 120 px", async ({ page }) => {
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    const picture = page.locator("main svg[viewBox='0 300 1200 200']");
    // The picture is drawn anew when its section arrives.
    const height = async () => (await picture.boundingBox())?.height ?? Number.POSITIVE_INFINITY;
    await expect.poll(height).toBeLessThanOrEqual(120);
  }
});

test("legal texts and help are reached from the footer and from Me", async ({ page }) => {
  await page.goto("/");
  await page
    .getByRole("navigation", { name: "Help and legal" })
    .getByRole("link", { name: "Help", exact: true })
    .click();
  await expect(page.getByRole("heading", { name: "Help and legal" })).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Terms of use/ })
    .first()
    .click();
  await expect(page).toHaveURL("/terms");
  await page.goto("/login?next=/UserProfile/User");
  await signIn(page, "bruno");
  await page.getByRole("link", { name: /^Account help and legal/ }).click();
  await expect(page).toHaveURL("/help");
});

test("a business has a home, and sees its public page with a way back", async ({ page }) => {
  await page.goto("/pro/login");
  await page.getByLabel("Email").fill("chef@plaza.example");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/pro");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await accessible(page);
  await page.getByRole("link", { name: "View public page" }).click();
  await expect(page).toHaveURL("/companies/casa-azul");
  await expect(page.getByRole("heading", { name: "Casa Azul", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Back to your business" }).click();
  await expect(page).toHaveURL("/pro");
});

test("a business finds a dish and a page by Ctrl-K", async ({ page }) => {
  await page.goto("/pro/login?next=/pro/reviews");
  await page.getByLabel("Email").fill("chef@plaza.example");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/pro/reviews");
  const button = page.getByRole("button", { name: "Search (Ctrl K)" });
  const search = page.getByRole("combobox", { name: "Search your business" });

  await button.focus();
  await page.keyboard.press("Control+k");
  await expect(search).toBeFocused();
  await expect(page.getByRole("group", { name: "Pages" }).getByRole("option").first()).toHaveText(
    "Dashboard",
  );
  await accessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.keyboard.press("Control+k");
  await expect(search).toBeFocused();
  await page.keyboard.type("bravas");
  await expect(
    page.getByRole("group", { name: "Catalog" }).getByRole("option", { name: /Patatas bravas/ }),
  ).toHaveAttribute("aria-selected", "true");
  await accessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/pro\/catalogue\/offerings\/\d+/);
  await expect(page.getByRole("heading", { name: /Patatas bravas/ })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await expect(
    page.getByRole("group", { name: "Recently opened" }).getByRole("option", { name: /Patatas bravas/ }),
  ).toBeVisible();
  await search.fill("invo");
  await page.getByRole("option", { name: "Invoices" }).click();
  await expect(page).toHaveURL("/pro/invoices");
});
