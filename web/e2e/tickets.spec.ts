import { expect, test } from "@playwright/test";
import { accessible, fits } from "./support/axe";
import { dayAfter, fillContact, type Offered, offered, read, type Slot } from "./support/market";
import { arrive, leaveAfterEach } from "./support/people";

leaveAfterEach();

interface Details extends Offered {
  occurrences: { id: number; starts_at: string }[];
}

/** Offering of a category with a date that has units left. */
async function withDate(category: string): Promise<Details> {
  const all = await offered("occurrence");
  for (const { id } of all.filter((one) => one.category === category).slice(0, 20)) {
    const details = await read<Details>(`product/${id}/`);
    if (details.occurrences.length > 1) return details;
  }
  throw new Error(`The demo has no dates of ${category}.`);
}

test("tickets are chosen by date and class, and booked", async ({ browser }) => {
  const offer = await withDate("music");
  const { page } = await arrive(browser, "Nora", { at: `/companies/${offer.company.handle}/tickets` });
  const card = page.getByRole("article", { name: offer.name, exact: true });
  await card
    .getByRole("group", { name: /^Dates of/ })
    .getByRole("button")
    .first()
    .click();
  await expect(page).toHaveURL(/slot=\d+/);
  await card
    .getByRole("button", { name: /one more$/ })
    .and(page.locator("[aria-disabled=false]"))
    .first()
    .click();
  await accessible(page);
  await fits(page);
  await card.getByRole("link", { name: /^Book · / }).click();
  await expect(page.getByText(/Held for you for/).first()).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await fillContact(page);
  await page.getByRole("button", { name: /^Book / }).click();
  await expect(page.getByText("Reservation code")).toBeVisible();
});

test("a cabin of a sailing leads to its booking", async ({ browser }) => {
  const offer = await withDate("cruises");
  const { page } = await arrive(browser, "Nora", { at: `/companies/${offer.company.handle}/cruises` });
  const card = page.getByRole("article", { name: offer.name, exact: true });
  await card
    .getByRole("group", { name: /^Dates of/ })
    .getByRole("button")
    .first()
    .click();
  await card
    .getByRole("button", { name: /one more$/ })
    .and(page.locator("[aria-disabled=false]"))
    .first()
    .click();
  await accessible(page);
  await card.getByRole("link", { name: /^Book · / }).click();
  await expect(page).toHaveURL(/items=\d+%3A1|items=\d+:1/);
  await expect(page.getByText(/Held for you for/).first()).toBeVisible();
});

/** Restaurant with a time at which two tables are free. */
async function freeTables() {
  for (const offering of await offered("table")) {
    for (let days = 2; days < 12; days += 1) {
      const date = dayAfter(days);
      const path = `offerings/${offering.id}/slots/?date=${date}&members=2`;
      const { slots, tables } = await read<{ slots: Slot[]; tables: { id: number; name: string }[] }>(path);
      const slot = slots.find(({ resources }) => resources.length >= 2);
      const table = tables.find(({ id }) => id === slot?.resources[0]);
      if (slot && table) return { offering, date, slot, table };
    }
  }
  throw new Error("The demo has no time with two free tables.");
}

test("a table that one guest holds is taken on the plan of another", async ({ browser }) => {
  const { offering, date, slot, table } = await freeTables();
  const query = new URLSearchParams({
    offering: String(offering.id),
    date,
    slot: slot.starts_at,
    members: "2",
  });
  const tables = new URLSearchParams({
    table: String(offering.id),
    members: "2",
    date,
    time: slot.starts_at,
  });
  const nora = await arrive(browser, "Nora", {
    at: `/companies/${offering.company.handle}/tickets?${tables}`,
  });
  const onPlan = (state: string) =>
    nora.page
      .getByRole("group", { name: "Floor plan" })
      .getByRole("button", { name: new RegExp(`^${table.name}, .*${state}$`) });
  await expect(onPlan("available")).toBeVisible();
  await accessible(nora.page);
  await fits(nora.page);
  const paul = await arrive(browser, "Paul", { at: `/bookAppointment?${query}&resource=${table.id}` });
  await expect(paul.page.getByText(/Held for you for/).first()).toBeVisible();
  await expect(onPlan("taken")).toBeVisible();
});
