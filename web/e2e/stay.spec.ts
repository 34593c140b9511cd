import { expect, test } from "@playwright/test";
import { accessible, fits } from "./support/axe";
import { dayAfter, fillContact, offered, read } from "./support/market";
import { arrive, leaveAfterEach } from "./support/people";

leaveAfterEach();

interface RoomOffer {
  id: number;
  name: string;
  total: number | null;
  left: number | null;
}

/** Hotel with a room that is free for two nights, and the nights. */
async function freeStay() {
  for (const { company } of await offered("nights")) {
    for (let days = 20; days < 60; days += 3) {
      const [date, until] = [dayAfter(days), dayAfter(days + 2)];
      const query = `company_id=${company.id}&check_in=${date}&check_out=${until}&adults=2&rooms=1`;
      const rooms = await read<RoomOffer[]>(`hotel-products/?${query}`);
      const room = rooms.find(({ total }) => total !== null);
      if (room) return { company, room, date, until };
    }
  }
  throw new Error("The demo has no room that is free for two nights.");
}

test("a room is chosen for its dates, booked and found again", async ({ browser }) => {
  const { company, room, date, until } = await freeStay();
  const { page } = await arrive(browser, "Nora", { at: `/companies/${company.handle}` });
  await page
    .getByRole("navigation", { name: "Sections of this company" })
    .getByRole("link", { name: /^Rooms/ })
    .click();
  await expect(page.getByRole("group", { name: "Adults" })).toBeVisible();

  const dateButton = (day: string) => page.locator(`button[data-date="${day}"]`);
  const next = page.getByRole("button", { name: "Next month" });
  await expect(page.locator("button[data-date]").first()).toBeVisible();
  const turnTo = async (day: string) => {
    for (let month = 0; month < 4 && !(await dateButton(day).isVisible()); month += 1) await next.click();
  };
  await turnTo(date);
  await dateButton(date).click();
  await turnTo(until);
  await dateButton(until).click();
  await expect(page).toHaveURL(new RegExp(`date=${date}&until=${until}`));
  const card = page.getByRole("article", { name: room.name, exact: true });
  await expect(card.getByText("for 2 nights")).toBeVisible();
  await accessible(page);
  await fits(page);

  await card.getByRole("link", { name: `Book: ${room.name}` }).click();
  await expect(page.getByText(/Held for you for/).first()).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await fillContact(page);
  await page.getByRole("button", { name: /^Book / }).click();
  await expect(page.getByText("Reservation code")).toBeVisible();

  await page.getByRole("link", { name: "My reservations" }).click();
  await page.getByRole("link", { name: room.name }).first().click();
  await expect(page.getByText("Timeline")).toBeVisible();
});

test("back restores the search for a room", async ({ browser }) => {
  const { company, room, date, until } = await freeStay();
  const search = `date=${date}&until=${until}&adults=2&children=0&rooms=1`;
  const { page } = await arrive(browser, "Nora", { at: `/companies/${company.handle}/rooms?${search}` });
  await page.getByRole("link", { name: room.name, exact: true }).click();
  await expect(page).toHaveURL(/\/products\//);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`until=${until}`));
  await expect(page.getByRole("article", { name: room.name, exact: true })).toBeVisible();
});
