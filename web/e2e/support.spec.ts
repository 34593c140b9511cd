import { type Browser, expect, type Page, test } from "@playwright/test";
import { logIn, type TestUser } from "./support/auth";
import { accessible, fits } from "./support/axe";
import { DEMO_PASSWORD } from "./support/pages";
import { arrive, leaveAfterEach, type Registered } from "./support/people";

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

interface Product {
  id: number;
  availability: string;
  sold_out: boolean;
}

async function proLogIn(): Promise<TestUser> {
  const answer = await fetch(new URL("/api/v1/userProfessionalRoutes/login/", process.env.PLAZA_URL), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "chef@plaza.example", password: DEMO_PASSWORD }),
  });
  const { access_token, refresh_token, user } = (await answer.json()).data;
  const kept = { access_token, refresh_token, user };
  const localStorage = [{ name: "plaza.auth", value: JSON.stringify(kept) }];
  const origin = process.env.PLAZA_URL ?? "";
  return {
    id: user.id,
    token: access_token,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  };
}

/** Places a paid order at the chef's company. */
async function placeOrder(customer: Registered, chef: TestUser): Promise<number> {
  const options = await call<{ kind: string }[]>("GET", "userprofessional/fulfilment/", chef.token);
  if (!options.some(({ kind }) => kind === "collect")) {
    const more = [...options, { kind: "collect", minutes: 25 }];
    await call("PUT", "userprofessional/fulfilment/", chef.token, { options: more });
  }
  const { company } = await call<{ company: { id: number } }>("GET", "userprofessional/profile/", chef.token);
  const offerings = `users/offerings/?company_id=${company.id}&per_page=100`;
  const products = await call<Product[]>("GET", offerings, customer.token);
  const product = products.find((one) => one.availability === "unlimited" && !one.sold_out);
  if (!product) throw new Error("The chef sells nothing.");
  const line = { company_id: company.id, product_id: product.id, quantity: 1 };
  await call("POST", "users/cart/add/", customer.token, line);
  const contact = {
    customer_name: "Nora Field",
    contact_number: "+33612345678",
    email: "nora@plaza.example",
  };
  await call("PUT", `users/cart/update-meta/${company.id}/2/`, customer.token, contact);
  const placed = await call<{ orders: { id: number }[] }>(
    "POST",
    `users/order/create/${company.id}/food/`,
    customer.token,
    {},
  );
  const [order] = placed.orders;
  if (!order) throw new Error("The checkout returned no order.");
  const payment = { order_id: order.id, payment_method: "sandbox_success" };
  await call("POST", "payment/user/order/payment/", customer.token, payment);
  return order.id;
}

async function openAs(browser: Browser, user: TestUser, at: string): Promise<Page> {
  const context = await browser.newContext({ storageState: user.storageState });
  const page = await context.newPage();
  await page.goto(at);
  return page;
}

test("a ticket about an order is answered by its company, live on both pages", async ({ browser }) => {
  const chef = await proLogIn();
  const customer = await arrive(browser, "Nora");
  const { page } = customer;
  const order = await placeOrder(customer, chef);
  await page.goto(`/orders/${order}`);
  await page.getByRole("link", { name: "Raise a ticket" }).click();
  await expect(page.getByLabel("Category")).toHaveValue("order_issue");
  await expect(page.getByLabel("Order or reservation", { exact: true })).toHaveValue(`order-${order}`);
  await page.getByRole("button", { name: "Open ticket" }).click();
  await expect(page.getByText("Subject is required")).toBeVisible();
  const subject = `Spoon missing ${order}`;
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Description").fill("There was no spoon in the bag.");
  await accessible(page);
  await fits(page);
  await page.getByRole("button", { name: "Open ticket" }).click();
  await expect(page.getByRole("heading", { name: subject })).toBeVisible();

  const business = await openAs(browser, chef, "/pro/settings/tickets");
  await business.getByRole("link", { name: subject }).click();
  await expect(business.getByText("There was no spoon in the bag.")).toBeVisible();
  await business.getByLabel("Your message").fill("Here is a new one.");
  await business.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Here is a new one.")).toBeVisible();
  await expect(page.getByText("Answered", { exact: true })).toBeVisible();
  await page.getByLabel("Your message").fill("Thank you!");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(business.getByText("Thank you!")).toBeVisible();
  await accessible(page);
  await accessible(business);
  await page.getByRole("button", { name: "Mark as solved" }).click();
  await expect(business.getByText("Solved", { exact: true })).toBeVisible();
  await fits(page);
  await page.goto("/support/tickets?status=done");
  await expect(page.getByRole("link", { name: subject })).toBeVisible();
  await business.context().close();
});

test("help answers a question, and feedback is sent", async ({ browser }) => {
  const { page } = await arrive(browser, "Paula", { at: "/support", width: 390 });
  await accessible(page);
  await page
    .getByRole("link", { name: /^Help center/ })
    .first()
    .click();
  await page.getByRole("searchbox").fill("waitlist");
  await expect(page.getByText("Join the waitlist.")).toBeVisible();
  await accessible(page);
  await page.getByRole("searchbox").fill("zeppelin");
  await expect(page.getByText("No matching questions")).toBeVisible();
  await page.goto("/feedback");
  await page.getByLabel("Title").fill("Map");
  await page.getByLabel("Description").fill("More trees, please.");
  await accessible(page);
  await page.getByRole("button", { name: "Send feedback" }).click();
  await expect(page.getByText("Your feedback has reached us.")).toBeVisible();
  await page.goto("/pages/about");
  await expect(page.getByRole("heading", { name: "How we earn" })).toBeVisible();
});

test("a ticket of the demo shows its answer", async ({ browser }) => {
  const alice = await logIn("alice", DEMO_PASSWORD);
  const page = await openAs(browser, alice, "/support/tickets?status=done");
  await page.getByRole("link", { name: "Two of my addresses are the same" }).click();
  await expect(page.getByText("Either of them:", { exact: false })).toBeVisible();
  await page.context().close();
});
