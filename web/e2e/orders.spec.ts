import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { logIn, type TestUser } from "./support/auth";
import { accessible, fits } from "./support/axe";
import { DEMO_PASSWORD } from "./support/pages";
import { leaveAfterEach } from "./support/people";

leaveAfterEach();

interface Option {
  kind: string;
  minutes: number;
}

interface Product {
  id: number;
  availability: string;
  sold_out: boolean;
}

/** Calls the API and returns its data. */
async function call<T>(method: string, path: string, token: string, body?: object): Promise<T> {
  const answer = await fetch(new URL(`/api/v1/${path}`, process.env.PLAZA_URL), {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.ok, `${path} ${text}`).toBe(true);
  return (JSON.parse(text) as { data: T }).data;
}

async function openBoard(page: Page): Promise<string> {
  // A column draws the cards near the window. The newest order is the last of its column.
  await page.setViewportSize({ width: 1280, height: 10_000 });
  await page.goto("/pro/login?next=/pro/orders");
  await page.getByLabel("Email").fill("chef@plaza.example");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/pro/orders");
  await expect(page.getByRole("heading", { name: "On the way" })).toBeVisible();
  return page.evaluate(() => JSON.parse(localStorage.getItem("plaza.auth") ?? "{}").access_token);
}

/** Company of the chef. It offers click and collect. */
async function companyOf(token: string): Promise<number> {
  const options = await call<Option[]>("GET", "userprofessional/fulfilment/", token);
  if (!options.some(({ kind }) => kind === "collect")) {
    const more = [...options, { kind: "collect", minutes: 25 }];
    await call("PUT", "userprofessional/fulfilment/", token, { options: more });
  }
  return (await call<{ company: { id: number } }>("GET", "userprofessional/profile/", token)).company.id;
}

interface Placed {
  id: number;
  code: string;
}

/** Places a paid order of click and collect. */
async function placeOrder({ token }: TestUser, company: number): Promise<Placed> {
  const products = await call<Product[]>("GET", `users/offerings/?company_id=${company}&per_page=100`, token);
  const product = products.find((one) => one.availability === "unlimited" && !one.sold_out);
  await call("POST", "users/cart/add/", token, {
    company_id: company,
    product_id: product?.id,
    quantity: 2,
    note: "Without salt",
  });
  await call("PUT", `users/cart/update-meta/${company}/2/`, token, {
    customer_name: "Alice Martin",
    contact_number: "+33612345678",
    email: "alice@plaza.example",
  });
  const path = `users/order/create/${company}/food/`;
  const [order] = (await call<{ orders: Placed[] }>("POST", path, token, {})).orders;
  if (!order) throw new Error("The checkout returned no order.");
  const payment = { order_id: order.id, payment_method: "sandbox_success" };
  await call("POST", "payment/user/order/payment/", token, payment);
  return order;
}

async function openAs(browser: Browser, user: TestUser, at: string): Promise<Page> {
  const context = await browser.newContext({ storageState: user.storageState });
  const page = await context.newPage();
  await page.goto(at);
  return page;
}

/** Chooses the earliest time: minutes, or days while the business is closed for long. */
const chooseTime = (card: Locator) =>
  card.getByRole("group", { name: "Ready in" }).getByRole("button").first().click();

test("an order goes live from the customer to the board and back", async ({ browser, page: board }) => {
  const company = await companyOf(await openBoard(board));
  const alice = await logIn("alice", DEMO_PASSWORD);
  const order = await placeOrder(alice, company);

  const card = board.getByRole("article", { name: order.code });
  await expect(card).toContainText("Without salt");
  await expect(board).toHaveTitle(/Orders \(\d+\)/);
  await accessible(board);

  const customer = await openAs(browser, alice, `/orders/${order.id}`);
  await expect(customer.getByText("Sent to the business").first()).toBeVisible();
  await accessible(customer);
  await fits(customer);

  await card.getByRole("button", { name: /^Accept/ }).click();
  await chooseTime(card);
  await expect(
    board.getByRole("region", { name: /^Accepted/ }).getByRole("article", { name: order.code }),
  ).toBeVisible();
  await expect(customer.locator("[aria-current=step]")).toContainText("Accepted");

  await card.getByRole("button", { name: /^Start preparing/ }).click();
  await expect(customer.locator("[aria-current=step]")).toContainText("Being prepared");
  await expect(customer.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
  await card.getByRole("button", { name: /^Fulfilled/ }).click();
  await expect(card).toHaveCount(0);

  await customer.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(customer.getByText("Thank you. You have received this order.")).toBeVisible();
  await board.goto(`/pro/orders/${order.id}`);
  await expect(board.getByText("Received", { exact: true })).toBeVisible();
  await accessible(board);
  await customer.context().close();
});

test("a business changes the time and refunds a part", async ({ browser, page: board }) => {
  const company = await companyOf(await openBoard(board));
  const alice = await logIn("alice", DEMO_PASSWORD);
  const order = await placeOrder(alice, company);
  const card = board.getByRole("article", { name: order.code });
  await card.getByRole("button", { name: /^Accept/ }).click();
  await chooseTime(card);
  const customer = await openAs(browser, alice, `/orders/${order.id}`);

  await board.goto(`/pro/orders/${order.id}`);
  await board.getByRole("button", { name: "Change time" }).click();
  const time = board.getByRole("dialog");
  await time.getByRole("button", { name: "Other time" }).click();
  await time.getByLabel("Date").fill(new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10));
  await time.getByLabel("Time", { exact: true }).fill("18:30");
  await accessible(board);
  await time.getByRole("button", { name: "Use this time" }).click();
  await expect(time).toHaveCount(0);
  await expect(customer.getByText(/6:30 PM/).first()).toBeVisible();

  await board.getByRole("button", { name: "Refund", exact: true }).click();
  const refund = board.getByRole("dialog");
  await refund.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(refund.getByText("Choose at least one item.")).toBeVisible();
  await refund.getByRole("button", { name: /^One more/ }).click();
  await refund.getByLabel("Reason").fill("Burnt");
  await accessible(board);
  await fits(board);
  await refund.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(refund).toHaveCount(0);
  await expect(customer.getByText("Burnt")).toBeVisible();
  await customer.context().close();
});

test("a customer cancels before the preparation", async ({ browser, page: board }) => {
  const company = await companyOf(await openBoard(board));
  const alice = await logIn("alice", DEMO_PASSWORD);
  const order = await placeOrder(alice, company);
  const card = board.getByRole("article", { name: order.code });
  await expect(card).toBeVisible();

  const customer = await openAs(browser, alice, "/orders");
  await customer.locator(`a[href="/orders/${order.id}"]`).click();
  await customer.getByRole("button", { name: "Cancel order" }).click();
  const dialog = customer.getByRole("dialog");
  await expect(dialog.getByText(/You get back the full/)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel order" }).click();
  await expect(dialog.getByText("Choose a reason")).toBeVisible();
  await accessible(customer);
  await dialog.getByLabel("I ordered by mistake").check();
  await dialog.getByRole("button", { name: "Cancel order" }).click();
  await expect(customer.getByText(/was paid back/)).toBeVisible();
  await expect(customer.getByText("I ordered by mistake").first()).toBeVisible();
  await expect(card).toHaveCount(0);
  await customer.context().close();
});

test("delivery charges show wrong fields and guard unsaved values", async ({ page }) => {
  await openBoard(page);
  await page.getByRole("link", { name: "Delivery charges" }).click();
  const express = page.getByRole("region", { name: "Express delivery" });
  // The switch stays on if an earlier run has saved it.
  const toggle = express.getByRole("switch");
  if (!(await toggle.isChecked())) await toggle.click({ force: true });
  await express.getByLabel("Up to (km)").first().fill("far");
  await page.getByRole("button", { name: "Save delivery charges" }).click();
  await expect(express.getByText("Enter a distance in kilometers.")).toBeVisible();
  await expect(express.getByLabel("Up to (km)").first()).toBeFocused();
  await accessible(page);
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  const fee = `${3 + (Date.now() % 6)}.50`;
  await express.getByLabel("Up to (km)").first().fill("2.5");
  await express.getByLabel(/^Fee/).first().fill(fee);
  await page.getByRole("button", { name: "Save delivery charges" }).click();
  await expect(page.getByText("All changes saved")).toBeVisible();
  await page.reload();
  await expect(express.getByLabel(/^Fee/).first()).toHaveValue(fee);
  await fits(page);
});
