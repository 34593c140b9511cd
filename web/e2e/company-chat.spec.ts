import { type Browser, expect, type Page, test } from "@playwright/test";
import { accessible } from "./support/axe";
import { bubble, field, say, uniqueText } from "./support/chat";
import { DEMO_PASSWORD } from "./support/pages";
import { arrive, leaveAfterEach } from "./support/people";

leaveAfterEach();

/** Opens the inbox of the company for an employee. */
async function inboxOf(browser: Browser, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto("/pro/login?next=%2Fpro%2Fmessages");
  await page.getByLabel("Email").fill(`${name}@plaza.example`);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/pro/messages");
  return page;
}

test("a customer writes to a company and one of its team answers", async ({ browser }) => {
  const customer = (await arrive(browser, "Sofia")).page;
  await customer.goto("/companies/casa-azul");
  await customer.getByRole("button", { name: "Message", exact: true }).click();
  await expect(customer).toHaveURL(/\/messages\/\d+$/);
  await expect(customer.getByRole("heading", { name: "Casa Azul" }).first()).toBeVisible();
  const question = uniqueText("Is the terrace open tonight?");
  await say(customer, question);

  const chef = await inboxOf(browser, "chef");
  const nuria = await inboxOf(browser, "nuria");
  for (const page of [chef, nuria]) {
    await page.getByRole("region", { name: "Chats" }).getByText(question).click();
    await expect(bubble(page, question)).toBeVisible();
  }
  const answer = uniqueText("It is, until eleven");
  await say(nuria, answer);

  // A colleague sees who answered, and the customer sees the company.
  await expect(bubble(chef, answer)).toContainText("Núria");
  await expect(bubble(customer, answer)).toBeVisible();
  await expect(customer.getByText(/Núria|Lucía/)).toHaveCount(0);
  await expect(bubble(customer, question)).toHaveAttribute("data-status", "read");
  await accessible(chef);
  await customer.getByRole("heading", { name: "Casa Azul" }).first().getByRole("link").click();
  await expect(customer).toHaveURL(/\/companies\/casa-azul/);
  await Promise.all([chef, nuria].map((page) => page.context().close()));
});

test("search for people finds businesses by name, category and town", async ({ browser }) => {
  const { page } = await arrive(browser, "Elena", { at: "/messages" });
  await page.getByRole("button", { name: "New chat" }).first().click();
  const dialog = page.getByRole("dialog");
  const businesses = dialog.getByRole("region", { name: "Businesses" });
  await dialog.getByRole("searchbox").fill("food Barcelona");
  await expect(businesses.getByRole("button").first()).toContainText("Barcelona");
  await dialog.getByRole("searchbox").fill("Casa Azul");
  await expect(businesses).toContainText("Casa Azul");
  await businesses.getByRole("button", { name: /Casa Azul/ }).click();
  await expect(page).toHaveURL(/\/messages\/\d+$/);
  await expect(field(page)).toBeVisible();
});
