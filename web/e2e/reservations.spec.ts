import { type Browser, expect, type Page, test } from "@playwright/test";
import type { TestUser } from "./support/auth";
import { expectLayoutAccessible } from "./support/axe";
import { dayAfter, fillContact } from "./support/market";
import { newName, OWN_PASSWORD } from "./support/pages";
import { arrive, leaveAfterEach, register } from "./support/people";

leaveAfterEach();

type Signed = { access_token: string; refresh_token: string; user: { id: number } };
type Booked = { id: number; code: string; total: number };

/** Calls the API and returns its data. */
async function call<T>(method: string, path: string, body: object, token?: string): Promise<T> {
  const answer = await fetch(new URL(`/api/v1/${path}`, process.env.PLAZA_URL), {
    method,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.ok, `${path} ${text}`).toBe(true);
  return (JSON.parse(text) as { data: T }).data;
}

async function registerCompany(): Promise<TestUser> {
  const name = newName("bistro");
  const email = `${name}@plaza.example`;
  const path = "userProfessionalRoutes/company-profiles/";
  const { access_token, refresh_token, user } = await call<Signed>("POST", path, {
    company_name: name,
    company_email: email,
    company_phone: "+34932170000",
    address: "Plaza 5",
    city: "Barcelona",
    postalCode: "08024",
    country: "ES",
    categories: ["food", "hotels", "tours"],
    firstName: "Lucia",
    lastName: "Ortega",
    email,
    userName: name,
    phone: "+34600000000",
    password: OWN_PASSWORD,
    confirm_password: OWN_PASSWORD,
    terms: true,
  });
  const origin = process.env.PLAZA_URL ?? "";
  const kept = JSON.stringify({ access_token, refresh_token, user });
  const storageState = {
    cookies: [],
    origins: [{ origin, localStorage: [{ name: "plaza.auth", value: kept }] }],
  };
  return { id: user.id, token: access_token, storageState };
}

/** Registers a company with a table, a tour and one room. A start of the table runs at any time of the day. */
async function openCompany() {
  const owner = await registerCompany();
  const add = async (path: string, body: object) =>
    (await call<{ id: number }>("POST", `userprofessional/catalogue/${path}/`, body, owner.token)).id;
  const offer = (category: string, availability: string, name: string, body: object) =>
    add("offerings", { kind: "service", category, availability, name, ...body });
  const open = (offering: number, ...hours: [string, string][]) => {
    const rules = hours.map(([starts, ends]) => ({ weekdays: [1, 2, 3, 4, 5, 6, 7], starts, ends }));
    const path = `userprofessional/catalogue/offerings/${offering}/schedule/`;
    return call("PUT", path, { rules, exceptions: [] }, owner.token);
  };
  const times = { duration_minutes: 60, step_minutes: 60 };
  const dinner = await offer("food", "table", "Dinner", {
    ...times,
    members_max: 4,
    variants: [{ price: 0 }],
  });
  await open(dinner, ["00:00", "24:00"], ["12:00", "25:00"]);
  const seats = { kind: "table", seats_min: 1, seats_max: 4, offerings: [dinner] };
  for (const name of ["Window", "Corner"]) await add("resources", { ...seats, name });
  const adult = { name: "Adult", price: 2000, capacity: 10 };
  const child = { name: "Child", price: 1000, capacity: 10 };
  const tour = await offer("tours", "timed_entry", "Old town", { ...times, variants: [adult, child] });
  await open(tour, ["10:00", "18:00"]);
  const variants = [{ price: 9000, capacity: 1 }];
  const room = await offer("hotels", "nights", "Attic", { members_max: 2, variants });
  return { owner, dinner, tour, room };
}

let place: Awaited<ReturnType<typeof openCompany>>;

test.beforeAll(async () => {
  place = await openCompany();
});

async function openAs(browser: Browser, user: TestUser, at: string): Promise<Page> {
  const context = await browser.newContext({ storageState: user.storageState });
  const page = await context.newPage();
  await page.goto(at);
  return page;
}

async function bookDinner({ token }: TestUser, date: string, time: string): Promise<Booked> {
  const form = { product_id: place.dinner, date, time, members: 2 };
  const held = await call<Booked>("POST", "users/bookings/hold/", form, token);
  const contact = {
    customer_name: "Nora Field",
    contact_number: "+33612345678",
    email: "nora@plaza.example",
    expected_total: held.total,
  };
  return call<Booked>("PUT", `users/bookings/${held.id}/confirm/`, contact, token);
}

test("a customer moves a booking and its company sees the new time", async ({ browser }) => {
  const nora = await register("Nora");
  const { id, code } = await bookDinner(nora, dayAfter(9), "12:00");
  const board = await openAs(browser, place.owner, "/pro/reservations");
  const row = board.getByRole("row").filter({ hasText: code });
  await expect(row).toContainText("12:00 PM");

  const page = await openAs(browser, nora, `/reservations/${id}`);
  await page.getByRole("link", { name: "Reschedule" }).click();
  await expect(page.getByText("12:00 PM – 1:00 PM")).toBeVisible();
  const days = page.getByRole("group", { name: "Days" });
  await days
    .getByRole("button", { name: /available/ })
    .nth(3)
    .click();
  await page.getByRole("button", { name: /^5:00 PM/ }).click();
  await expectLayoutAccessible(page);
  await page.getByRole("button", { name: /^Move to .*5:00 PM$/ }).click();
  await expect(page).toHaveURL(`/reservations/${id}`);
  await expect(page.getByText("5:00 PM – 6:00 PM")).toBeVisible();
  await expect(page.getByText("Moved to another time")).toBeVisible();

  await expect(row).toContainText("5:00 PM");
  await Promise.all([page, board].map((one) => one.context().close()));
});

test("a walk-in is seated, gets a note and is marked as no-show", async ({ browser }) => {
  const page = await openAs(browser, place.owner, "/pro/reservations?view=day");
  await page.getByRole("button", { name: "Add walk-in" }).click();
  const sheet = page.getByRole("dialog", { name: "Add walk-in" });
  await sheet.getByLabel("Offering").selectOption("Dinner");
  // The first free time is the one that runs.
  await sheet.getByRole("group", { name: "Free times" }).getByRole("button").first().click();
  await sheet.getByLabel("Table").selectOption("Window · 1 to 4 guests");
  await sheet.getByRole("textbox", { name: "Name" }).fill("Walter Reed");
  await expectLayoutAccessible(page);
  await sheet.getByRole("button", { name: "Add reservation" }).click();
  await expect(sheet).toHaveCount(0);

  await page
    .getByRole("list", { name: "Window" })
    .getByRole("button", { name: /Walter Reed/ })
    .click();
  const drawer = page.getByRole("dialog", { name: "Reservation" });
  await drawer.getByLabel("Note for the team").fill("Waits at the bar");
  await drawer.getByRole("button", { name: "Save note" }).click();
  await expect(drawer.getByText("Saved", { exact: true })).toBeVisible();
  await drawer.getByRole("button", { name: "No-show" }).click();
  await expect(page.getByText("Marked as no-show")).toBeVisible();
  await expect(drawer.getByRole("button", { name: "No-show" })).toHaveCount(0);

  await page.goto("/pro/reservations?tab=cancelled");
  const row = page.getByRole("row").filter({ hasText: "Walter Reed" });
  await expect(row).toContainText("No-show");
  await expect(row).toContainText("Waits at the bar");
  await page.context().close();
});

test("an entry at a time is booked for an adult and a child", async ({ browser }) => {
  const at = `/bookAppointment?offering=${place.tour}&date=${dayAfter(6)}`;
  const { page } = await arrive(browser, "Nora", { at });
  await page.getByRole("button", { name: /^11:00 AM/ }).click();
  await page.getByRole("button", { name: "Adult: one more" }).click();
  await page.getByRole("button", { name: "Child: one more" }).click();
  await expect(page.getByText(/Held for you for/).first()).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await fillContact(page);
  await page.getByRole("button", { name: /^Book .*€30\.00$/ }).click();
  await expect(page.getByText("Reservation code")).toBeVisible();
  await expect(page.getByText("11:00 AM – 12:00 PM")).toBeVisible();
  await expect(page.getByText("2 people")).toBeVisible();
});

test("a customer waits for a room that is taken", async ({ browser }) => {
  const [check_in, check_out] = [dayAfter(12), dayAfter(14)];
  const stay = { product_id: place.room, check_in, check_out, members: 2, customer_name: "Walter Reed" };
  await call("POST", "userprofessional/reservations/", stay, place.owner.token);

  const { page } = await arrive(browser, "Nora", { at: `/bookAppointment?offering=${place.room}` });
  await page.getByRole("button", { name: "Join the waitlist" }).click();
  const sheet = page.getByRole("dialog");
  const join = sheet.getByRole("button", { name: "Join the waitlist" });
  await sheet.getByLabel("Arrival").fill(dayAfter(20));
  await fillContact(page);
  await join.click();
  await expect(sheet.getByText("This is still available: book it now")).toBeVisible();
  await sheet.getByLabel("Arrival").fill(check_in);
  await sheet.getByLabel("Departure").fill(check_out);
  await join.click();
  await expect(page.getByText("You’re on the waitlist")).toBeVisible();
  await page.getByRole("link", { name: "See your waitlist" }).click();
  const entry = page.getByRole("listitem").filter({ hasText: "Attic" });
  await expect(entry).toContainText("You are first in line");
});

test("a table is booked and read in French", async ({ browser }) => {
  const at = `/bookAppointment?offering=${place.dinner}&date=${dayAfter(7)}&lang=FR`;
  const { page } = await arrive(browser, "Camille", { at });
  await expect(page.getByRole("heading", { name: "Réserver une table" })).toBeVisible();
  await page.getByRole("button", { name: /^19:00/ }).click();
  await expect(page.getByText(/Retenu pour vous pendant/).first()).toBeVisible();
  await page.getByRole("button", { name: "Continuer" }).click();
  await page.getByLabel("Nom").fill("Camille Roy");
  await page.getByLabel("Téléphone").fill("+33 6 12 34 56 78");
  await page.getByRole("button", { name: /^Réserver .*19:00$/ }).click();
  await expect(page.getByText("Code de réservation")).toBeVisible();

  await page.getByRole("link", { name: "Mes réservations" }).click();
  await expect(page.getByRole("tab", { name: "À venir" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("link", { name: "Dinner" }).click();
  await expect(page.getByText("19:00 – 20:00")).toBeVisible();
  await expect(page.getByText("2 personnes")).toBeVisible();
  await expect(page.getByText(/^Annulation gratuite jusqu’au /)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Historique" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Déplacer" })).toBeVisible();
});
