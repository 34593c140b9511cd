import { type Browser, expect, type Page, test } from "@playwright/test";
import { logIn, type TestUser } from "./support/auth";
import { accessible, fits } from "./support/axe";
import { DEMO_PASSWORD } from "./support/pages";
import { arrive, leaveAfterEach } from "./support/people";

leaveAfterEach();

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

async function openPro(page: Page, at: string): Promise<string> {
  await page.goto(`/pro/login?next=${at}`);
  await page.getByLabel("Email").fill("chef@plaza.example");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(at);
  return page.evaluate(() => JSON.parse(localStorage.getItem("plaza.auth") ?? "{}").access_token);
}

interface Product {
  id: number;
  name: string;
  availability: string;
  sold_out: boolean;
}

interface Placed {
  id: number;
  code: string;
  total: number;
  currency: string;
}

/** Places a paid order at the chef's company. Returns it with the name of its product. */
async function placeOrder({ token }: TestUser, chef: string) {
  const options = await call<{ kind: string }[]>("GET", "userprofessional/fulfilment/", chef);
  if (!options.some(({ kind }) => kind === "collect")) {
    const more = [...options, { kind: "collect", minutes: 25 }];
    await call("PUT", "userprofessional/fulfilment/", chef, { options: more });
  }
  const { company } = await call<{ company: { id: number } }>("GET", "userprofessional/profile/", chef);
  const path = `users/offerings/?company_id=${company.id}&per_page=100`;
  const products = await call<Product[]>("GET", path, token);
  const product = products.find((one) => one.availability === "unlimited" && !one.sold_out);
  if (!product) throw new Error("The chef sells nothing.");
  const line = { company_id: company.id, product_id: product.id, quantity: 1 };
  await call("POST", "users/cart/add/", token, line);
  const contact = {
    customer_name: "Alice Martin",
    contact_number: "+33612345678",
    email: "alice@plaza.example",
  };
  await call("PUT", `users/cart/update-meta/${company.id}/2/`, token, contact);
  const create = `users/order/create/${company.id}/food/`;
  const [order] = (await call<{ orders: Placed[] }>("POST", create, token, {})).orders;
  if (!order) throw new Error("The checkout returned no order.");
  const payment = { order_id: order.id, payment_method: "sandbox_success" };
  await call("POST", "payment/user/order/payment/", token, payment);
  return { ...order, product: product.name };
}

const move = (id: number, state: string, chef: string) =>
  call("PUT", `userprofessional/orders/${id}/state/`, chef, { state });

async function fulfil(id: number, chef: string): Promise<void> {
  for (const state of ["accepted", "fulfilled"]) await move(id, state, chef);
}

async function openAs(browser: Browser, user: TestUser, at: string): Promise<Page> {
  const context = await browser.newContext({ storageState: user.storageState });
  const page = await context.newPage();
  await page.goto(at);
  return page;
}

test("a customer reviews an order and the business answers", async ({ browser, page: business }) => {
  const chef = await openPro(business, "/pro/reviews");
  const alice = await logIn("alice", DEMO_PASSWORD);
  const order = await placeOrder(alice, chef);
  await fulfil(order.id, chef);
  const customer = await openAs(browser, alice, `/orders/${order.id}`);
  await customer.getByRole("link", { name: "Review", exact: true }).click();
  const form = customer.getByRole("form", { name: order.product });
  await form.getByLabel("Rated 4 out of 5").check({ force: true });
  await form.getByRole("button", { name: "Publish review" }).click();
  await expect(form.getByText("This is required")).toHaveCount(5);
  for (const question of [
    "Was the service fast?",
    "Was it as described?",
    "Did it meet your expectations?",
  ]) {
    await form.getByRole("group", { name: question }).getByLabel("Yes").check({ force: true });
  }
  await form.getByLabel("Good").check({ force: true });
  const words = `Crisp crust ${order.id}`;
  await form.getByLabel("Comments").fill(words);
  await accessible(customer);
  await fits(customer);
  await form.getByRole("button", { name: "Publish review" }).click();
  await expect(form.getByRole("button", { name: "Save changes" })).toBeDisabled();

  await business.reload();
  const review = business.getByRole("listitem").filter({ hasText: words });
  await review.getByRole("button", { name: "Answer" }).click();
  await review.getByLabel("Your answer:").fill("Thank you, Alice");
  await review.getByRole("button", { name: "Publish answer" }).click();
  await expect(review.getByText("Thank you, Alice")).toBeVisible();
  await accessible(business);
  await customer.reload();
  await expect(form.getByText("Thank you, Alice")).toBeVisible();
  await customer.context().close();
});

test("an order has an invoice that is saved as PDF", async ({ browser, page: business }) => {
  const chef = await openPro(business, "/pro/invoices");
  const alice = await logIn("alice", DEMO_PASSWORD);
  const order = await placeOrder(alice, chef);
  const customer = await openAs(browser, alice, `/orders/${order.id}`);
  await customer.getByRole("link", { name: "Invoice" }).click();
  const invoice = customer.getByRole("article", { name: /^Invoice \d{4}-\d{6}$/ });
  await expect(invoice).toContainText(order.product);
  await accessible(customer);
  const [saved] = await Promise.all([
    customer.waitForEvent("download"),
    customer.getByRole("button", { name: "Download PDF" }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^\d{4}-\d{6}\.pdf$/);
  const number = saved.suggestedFilename().slice(0, -4);

  await business.reload();
  await expect(business.getByRole("link", { name: number })).toBeVisible();
  await accessible(business);
  await business.getByRole("link", { name: "Create invoice" }).click();
  await business.getByLabel("Customer name").fill("Łukasz Éluard");
  await business.getByLabel("Product or service").fill("Catering");
  await business.getByLabel("Unit price (EUR)").fill("6.05");
  await business.getByLabel("Tax rate (%)").fill("21");
  await accessible(business);
  await business.getByRole("button", { name: "Issue invoice" }).click();
  await expect(business.getByRole("article", { name: /^Invoice/ })).toContainText("Łukasz Éluard");
  await customer.context().close();
});

test("the dashboard follows orders live", async ({ page: business }) => {
  const chef = await openPro(business, "/pro");
  const tile = business.locator("dl > div").filter({ hasText: "Orders" }).locator("dd").first();
  await expect(business.getByRole("heading", { name: "Earnings" })).toBeVisible();
  const before = Number(await tile.textContent());
  const alice = await logIn("alice", DEMO_PASSWORD);
  await placeOrder(alice, chef);
  await expect(tile).toHaveText(String(before + 1));
  await accessible(business);
  await fits(business);
});

test("a business makes a promo code and finds its customers", async ({ page: business }) => {
  const chef = await openPro(business, "/pro/marketing/offers");
  const alice = await logIn("alice", DEMO_PASSWORD);
  await placeOrder(alice, chef);
  const code = `E2E${Date.now() % 1_000_000}`;
  await business.getByRole("button", { name: "New promo code" }).click();
  await business.getByLabel("Code", { exact: true }).fill(code);
  await business.getByLabel("Percent", { exact: true }).fill("15");
  await business.getByRole("button", { name: "Save" }).click();
  const item = business.getByRole("listitem").filter({ hasText: code });
  await expect(item).toContainText("15% off");
  await accessible(business);
  await item.getByRole("button", { name: "End now" }).click();
  await expect(item).toContainText("Ended");

  await business.goto("/pro/customers?query=alice");
  await business.getByRole("link", { name: "Alice Martin" }).click();
  await expect(business.getByRole("heading", { name: "Purchase history" })).toBeVisible();
  await accessible(business);
  await fits(business);
});

test("a customer returns an item and sees the refund arrive", async ({ browser, page: business }) => {
  const chef = await openPro(business, "/pro/orders");
  const alice = await logIn("alice", DEMO_PASSWORD);
  const order = await placeOrder(alice, chef);
  await fulfil(order.id, chef);
  const customer = await openAs(browser, alice, `/orders/${order.id}`);
  await customer.getByRole("link", { name: "Return items" }).click();
  await expect(customer).toHaveURL(`/orders/${order.id}/return`);
  await customer.getByRole("button", { name: "Request return" }).click();
  await expect(customer.getByText("Choose at least one item")).toBeVisible();
  await customer.getByRole("button", { name: `One more: ${order.product}` }).click();
  await customer.getByLabel("Reason").selectOption("damaged");
  await customer.getByLabel("Description").fill("It arrived broken.");
  await accessible(customer);
  await fits(customer);
  await customer.getByRole("button", { name: "Request return" }).click();
  await expect(customer).toHaveURL(`/orders/${order.id}`);
  const returned = customer.getByRole("article", { name: /^Return of/ });
  await expect(returned.getByText("Requested", { exact: true }).first()).toBeVisible();

  await business.goto(`/pro/orders/${order.id}`);
  const asked = business.getByRole("article", { name: /^Return of/ });
  for (const step of ["Approve", "Mark as received", "Refund"]) {
    await asked.getByRole("button", { name: step, exact: true }).click();
  }
  await business.getByRole("dialog").getByRole("button", { name: "Refund", exact: true }).click();
  await expect(business.getByText(/refunded$/).first()).toBeVisible();
  await accessible(business);
  await expect(returned.getByText(/refunded$/).first()).toBeVisible();
  await customer.goto("/loyalty");
  await expect(customer.getByRole("heading", { name: "Loyalty cards" })).toBeVisible();
  await accessible(customer);
  await fits(customer);
});

test("a customer follows an order that does not arrive, up to the ticket", async ({
  browser,
  page: business,
}) => {
  const chef = await openPro(business, "/pro/orders");
  const alice = await logIn("alice", DEMO_PASSWORD);
  const order = await placeOrder(alice, chef);
  const customer = await openAs(browser, alice, `/orders/${order.id}`);
  const current = customer.locator("[aria-current=step]");
  await expect(current).toContainText("Sent to the business");
  for (const [state, words] of [
    ["accepted", "Accepted"],
    ["processing", "Being prepared"],
    ["ready", "Ready"],
  ] as const) {
    await move(order.id, state, chef);
    await expect(current).toContainText(words);
  }
  const timeline = customer
    .locator("section")
    .filter({ has: customer.getByRole("heading", { name: "Timeline" }) });
  const steps = ["Sent to the business", "Accepted", "Being prepared", "Ready"];
  await expect(timeline.getByRole("listitem").filter({ hasNotText: "Payment pending" })).toContainText(steps);
  await accessible(customer);

  const question = customer.getByRole("region", { name: "Did you receive your order?" });
  await question.getByRole("button", { name: "No", exact: true }).click();
  await expect(customer.getByRole("heading", { name: "Sorry that it did not arrive" })).toBeVisible();
  await accessible(customer);
  await fits(customer);
  const help = customer.getByRole("status").filter({ hasText: "Sorry that it did not arrive" });
  await help.getByRole("link", { name: "Open ticket" }).click();
  await expect(customer).toHaveURL(/\/support\/tickets\/\d+$/);
  await expect(customer.locator(`main a[href="/orders/${order.id}"]`)).toContainText(order.code);
  const number = customer.url().split("/").at(-1);
  await business.goto(`/pro/settings/tickets/${number}`);
  await expect(business.getByRole("main")).toContainText(order.code);
  await customer.context().close();
});

test("an order in French has its price and states in French", async ({ browser, page: business }) => {
  const chef = await openPro(business, "/pro/orders");
  const customer = await arrive(browser, "Camille", { at: "/orders", french: true });
  await expect(customer.page.getByRole("heading", { name: "Mes commandes" })).toBeVisible();
  const order = await placeOrder(customer, chef);
  await customer.page.goto(`/orders/${order.id}`);
  const price = new Intl.NumberFormat("fr-FR", { style: "currency", currency: order.currency });
  const { page } = customer;
  const current = page.locator("[aria-current=step]");
  await expect(current).toContainText("Envoyée à l’établissement");
  await expect(page.getByRole("main")).toContainText(price.format(order.total / 100));
  await move(order.id, "accepted", chef);
  await expect(current).toContainText("Acceptée");
  await move(order.id, "ready", chef);
  await expect(current).toContainText("Prête");
  const question = page.getByRole("region", { name: "Avez-vous reçu votre commande ?" });
  await question.getByRole("button", { name: "Oui", exact: true }).click();
  await expect(page.getByText("Merci. Vous avez reçu cette commande.")).toBeVisible();
  await accessible(page);
  await fits(page);
});
