import { expect, type Page, test } from "@playwright/test";
import { accessible, fits } from "./support/axe";
import { DEMO_PASSWORD, OWN_PASSWORD, signIn } from "./support/pages";
import { arrive, leaveAfterEach, register } from "./support/people";

leaveAfterEach();

interface Offered {
  id: number;
  name: string;
  availability: string;
  price: number;
  sold_out: boolean;
  currency: string;
  options: unknown[];
  company: { id: number; name: string };
}

const read = async <T>(path: string): Promise<T> => {
  const answer = await fetch(new URL(`/api/v1/users/${path}`, process.env.PLAZA_URL));
  expect(answer.ok, path).toBe(true);
  return ((await answer.json()) as { data: T }).data;
};

/** Dishes without options, made to order. */
async function dishes(): Promise<Offered[]> {
  const offerings = await read<Offered[]>("offerings/?category=food&per_page=100");
  return offerings.filter((one) => one.availability === "unlimited" && !one.sold_out && one.price > 0);
}

async function dish(): Promise<Offered> {
  const [found] = await dishes();
  if (!found) throw new Error("The demo has no dish.");
  return read<Offered>(`product/${found.id}`);
}

/** Dishes of two companies with one currency. */
async function twoDishes(): Promise<[Offered, Offered]> {
  const all = await dishes();
  for (const first of all) {
    const other = all.find(
      ({ company, currency }) => company.id !== first.company.id && currency === first.currency,
    );
    if (other) return [first, other];
  }
  throw new Error("The demo has no two companies with dishes in one currency.");
}

test("a dish goes from its page to a paid order, after a declined card", async ({ browser }) => {
  const offered = await dish();
  const { page } = await arrive(browser, "Nora", { at: `/products/${offered.id}` });
  await page.getByRole("button", { name: /^Add to cart/ }).click();
  await expect(page.getByText("1 in your cart")).toBeVisible();
  await page.getByRole("link", { name: "View cart" }).click();

  await page.getByRole("button", { name: `One more: ${offered.name}` }).click();
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
  const order = page.getByRole("button", { name: /^Continue to payment/ });
  await order.click();
  await expect(page.getByText("Choose how to get your order.")).toBeVisible();
  await chooseCollect(page);
  await order.click();
  await expect(page.getByText("Phone is required")).toBeVisible();
  await expect(page.getByLabel("Phone")).toBeFocused();
  await page.getByLabel("Name").fill("Nora Field");
  await page.getByLabel("Phone").fill("+33 6 12 34 56 78");
  await accessible(page);
  await order.click();

  await expect(page.getByText(/left to pay/)).toBeVisible();
  await page.getByRole("radio", { name: /0002/ }).check();
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page.getByText("Your card was declined")).toBeVisible();
  await accessible(page);
  await page.getByRole("radio", { name: /3155/ }).check();
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.getByRole("button", { name: "Confirm payment" }).click();
  await expect(page.getByRole("heading", { name: "Payment completed" })).toBeFocused();
  await expect(page.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)).toBeVisible();
  await accessible(page);

  await page.goto("/cart");
  await expect(page.getByText("Your cart is empty")).toBeVisible();
});

test("a removed line comes back, and the bar of a phone shows the cart", async ({ browser }) => {
  const offered = await dish();
  const { page } = await arrive(browser, "Paula", { at: `/products/${offered.id}`, width: 390 });
  await page.getByRole("button", { name: /^Add to cart/ }).click();
  await page.getByRole("link", { name: /^View cart · 1 item/ }).click();
  await page.getByRole("button", { name: `Remove ${offered.name}` }).click();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
  await page.getByRole("button", { name: `Put ${offered.name} back` }).click();
  await expect(page.getByRole("heading", { name: "Items" })).toBeVisible();
  await fits(page);
});

/** Chooses to collect an order, and waits until the server has saved it. */
async function chooseCollect(page: Page): Promise<void> {
  const saved = page.waitForResponse((answer) => answer.url().includes("/cart/update-meta/"));
  const collect = page.getByRole("radio", { name: /^Click and collect/ });
  await collect.click();
  await saved;
  await expect(collect).toBeChecked();
}

/** Puts a dish into its company's cart, to be collected. */
async function putIntoCart(page: Page, { id, company }: Offered): Promise<void> {
  await page.goto(`/products/${id}`);
  await page.getByRole("button", { name: /^Add to cart/ }).click();
  await expect(page.getByText("1 in your cart")).toBeVisible();
  await page.goto(`/cart/${company.id}`);
  await chooseCollect(page);
}

test("carts of two companies are paid once and become two orders", async ({ browser }) => {
  const offered = await twoDishes();
  const { page } = await arrive(browser, "Olga", { at: `/products/${offered[0].id}` });
  for (const one of offered) await putIntoCart(page, one);

  await page.goto("/cart");
  const boxes = offered.map(({ company }) =>
    page.getByRole("checkbox", { name: `Order from ${company.name} now` }),
  );
  for (const box of boxes) await expect(box).toBeChecked();
  const proceed = page.getByRole("button", { name: /^Continue to payment/ });
  const both = (await proceed.textContent()) ?? "";
  await boxes[1]?.uncheck();
  await expect(proceed).not.toHaveText(both);
  await boxes[1]?.check();
  await expect(proceed).toHaveText(both);
  await proceed.click();
  await expect(page.getByText("Phone is required")).toBeVisible();
  await page.getByLabel("Name").fill("Olga Field");
  await page.getByLabel("Phone").fill("+33 6 12 34 56 78");
  await accessible(page);
  await proceed.click();

  await expect(page.getByText("Total of 2 orders")).toBeVisible();
  const total = both.split("·")[1]?.trim() ?? "";
  await page.getByRole("radio", { name: /4242/ }).check();
  await page.getByRole("button", { name: `Pay ${total}` }).click();
  await expect(page.getByRole("heading", { name: "Payment completed" })).toBeFocused();
  for (const { company } of offered) {
    await expect(page.getByRole("link", { name: company.name })).toHaveAttribute("href", /^\/orders\/\d+$/);
  }
  await accessible(page);
  await page.goto("/cart");
  await expect(page.getByText("Your cart is empty")).toBeVisible();
});

/** A table of the chef's company, and a dish of another company with the same currency. */
async function tableAndDish() {
  const [chef] = await read<{ id: number }[]>("companies/?q=Casa+Azul&per_page=1");
  const own = await read<Offered[]>(`offerings/?company_id=${chef?.id}&per_page=100`);
  const table = own.find(({ availability }) => availability === "table");
  if (!table) throw new Error("The chef has no table.");
  const food = (await dishes()).find(
    (one) => one.company.id !== table.company.id && one.currency === table.currency,
  );
  if (!food) throw new Error("No other company has a dish in this currency.");
  return { table, food };
}

test("a table and a dish of two companies are paid together", async ({ browser }) => {
  const { table, food } = await tableAndDish();
  const { page } = await arrive(browser, "Vera", { at: `/bookAppointment?offering=${table.id}` });
  const days = page.getByRole("group", { name: "Days" });
  await days
    .getByRole("button", { name: /available/ })
    .nth(4)
    .click();
  const times = page.getByRole("group", { name: /Morning|Afternoon|Evening/ });
  await times.getByRole("button", { disabled: false }).last().click();
  await page.getByRole("button", { name: "Add to cart" }).click();
  await expect(page).toHaveURL(`/cart/${table.company.id}`);
  await expect(page.getByText(/^Held for \d+:\d\d$/)).toBeVisible();
  await accessible(page);

  await page.goto(`/products/${food.id}`);
  await page.getByRole("button", { name: /^Add to cart/ }).click();
  await expect(page.getByText("1 in your cart")).toBeVisible();
  await page.goto(`/cart/${food.company.id}`);
  await chooseCollect(page);
  await page.goto("/cart");
  await page.getByLabel("Name").fill("Vera Field");
  await page.getByLabel("Phone").fill("+33 6 12 34 56 78");
  await page.getByRole("button", { name: /^Continue to payment/ }).click();
  await page.getByRole("radio", { name: /4242/ }).check();
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page.getByRole("heading", { name: "Payment completed" })).toBeFocused();

  await page.getByRole("link", { name: table.company.name }).click();
  const booked = page.getByRole("link", { name: table.name });
  await expect(booked).toHaveAttribute("href", /^\/reservations\/\d+$/);
  await accessible(page);
  await booked.click();
  await expect(page.getByText("Confirmed").first()).toBeVisible();

  const pro = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await pro.goto(`/pro/login?next=${encodeURIComponent("/pro/reservations?q=Vera")}`);
  await pro.getByLabel("Email").fill("chef@plaza.example");
  await pro.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await pro.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(pro.getByText("Vera Field").first()).toBeVisible();
  await pro.context().close();
});

test("carts of two companies are ordered to pay on site", async ({ browser }) => {
  const pair = await twoDishes();
  const { page } = await arrive(browser, "Wanda", { at: `/products/${pair[0].id}` });
  for (const one of pair) await putIntoCart(page, one);
  await page.goto("/cart");
  await page.getByLabel("Name").fill("Wanda Field");
  await page.getByLabel("Phone").fill("+33 6 12 34 56 78");
  await page.getByRole("button", { name: "Order and pay on site" }).click();
  await expect(page).toHaveURL(/\/payment\/\d+\/completed$/);
  for (const { company } of pair) {
    await expect(page.getByRole("link", { name: company.name })).toHaveAttribute("href", /^\/orders\/\d+$/);
  }
});

test("a guest fills a cart, signs in to an account and orders from it", async ({ page }) => {
  const offered = await dish();
  await page.goto(`/products/${offered.id}`);
  await page.getByRole("button", { name: /^Add to cart/ }).click();
  await page.getByRole("link", { name: "View cart" }).first().click();
  const signUp = page.getByRole("link", { name: "Create an account" });
  await expect(signUp).toHaveAttribute("href", `/signup?next=%2Fcart%2F${offered.company.id}`);
  const { userName } = await register("Nora");
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await signIn(page, userName, OWN_PASSWORD);
  await expect(page).toHaveURL(`/cart/${offered.company.id}`);
  await expect(page.getByRole("button", { name: `One more: ${offered.name}` })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Continue to payment/ })).toBeVisible();
});
