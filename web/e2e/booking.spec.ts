import { expect, type Page, test } from "@playwright/test";
import { accessible, expectLayoutAccessible, fits } from "./support/axe";
import { dayAfter, fillContact, type Offered, offered, read, type Slot } from "./support/market";
import { arrive, leaveAfterEach } from "./support/people";

leaveAfterEach();

/** Start that one booking takes, in the next weeks. */
async function lastPlace(currency?: string): Promise<{ offering: Offered; slot: Slot; date: string }> {
  const offerings = await offered("appointment");
  for (const offering of offerings.filter((one) => !currency || one.currency === currency)) {
    for (let days = 2; days < 16; days += 1) {
      const date = dayAfter(days);
      const { slots } = await read<{ slots: Slot[] }>(`offerings/${offering.id}/slots/?date=${date}`);
      const slot = slots.find(({ left }) => left === 1);
      if (slot) return { offering, slot, date };
    }
  }
  throw new Error("The demo has no appointment with one free member of staff.");
}

const timeOf = ({ starts_at }: Slot, { company }: Offered): string =>
  new Intl.DateTimeFormat("en", {
    hour: "numeric",
    minute: "2-digit",
    timeZone: company.time_zone,
  }).format(new Date(starts_at));

const slotOf = (page: Page, time: string) => page.getByRole("button", { name: new RegExp(`^${time}`) });

test("a slot that one customer holds is grey for the other", async ({ browser }) => {
  const { offering, slot, date } = await lastPlace();
  const at = `/bookAppointment?offering=${offering.id}&date=${date}`;
  const nora = await arrive(browser, "Nora", { at });
  const paul = await arrive(browser, "Paul", { at });
  const time = timeOf(slot, offering);
  await expect(slotOf(paul.page, time)).toHaveAttribute("aria-disabled", "false");
  await accessible(paul.page);

  await slotOf(nora.page, time).click();
  await expect(nora.page.getByText(/Held for you for/).first()).toBeVisible();
  await expect(slotOf(paul.page, time)).toHaveAttribute("aria-disabled", "true");

  // Leaving the page gives it back.
  await nora.page.goto("/");
  await expect(slotOf(paul.page, time)).toHaveAttribute("aria-disabled", "false");
});

test("a table is booked, listed, and canceled", async ({ browser }) => {
  const [offering] = await offered("table");
  expect(offering).toBeDefined();
  const { page } = await arrive(browser, "Nora", { at: `/bookAppointment?offering=${offering?.id}` });
  // A day further on has all its times.
  await page
    .getByRole("group", { name: "Days" })
    .getByRole("button", { name: /available/ })
    .nth(3)
    .click();
  const times = page.getByRole("group", { name: /Morning|Afternoon|Evening/ });
  await times.first().waitFor();
  // A choice that is not complete is said beside its part, which takes the focus.
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toHaveText("Choose at least one time slot");
  await expect(times.locator(":focus")).toHaveCount(1);
  await accessible(page);
  await times.getByRole("button", { disabled: false }).last().click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Name").fill("R2");
  await page.getByRole("button", { name: /^Book / }).click();
  await expect(page.getByText("Use letters and spaces only")).toBeVisible();
  await fillContact(page);
  await accessible(page);
  await page.getByRole("button", { name: /^Book / }).click();
  await expect(page.getByText("Reservation code")).toBeVisible();
  await accessible(page);
  await fits(page);

  await page.getByRole("link", { name: "My reservations" }).click();
  await expect(page.getByRole("tab", { name: "Upcoming" })).toHaveAttribute("aria-selected", "true");
  await accessible(page);
  await page.getByRole("link", { name: offering?.name ?? "" }).click();
  await accessible(page);
  await page.getByRole("button", { name: "Cancel reservation" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Cancel for/ })
    .click();
  await expect(page.getByText("Canceled").first()).toBeVisible();
});

test("a stay is chosen with the keyboard and lists its nights", async ({ browser }) => {
  const [offering] = await offered("nights");
  const { page } = await arrive(browser, "Nora", { at: `/bookAppointment?offering=${offering?.id}` });
  await page.getByRole("button", { name: "Next month" }).click();
  const free = page.locator("button[data-date][aria-disabled=false]");
  await free.nth(8).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/Now choose your departure/)).toBeVisible();
  await page.locator("button[data-date][aria-disabled=false][aria-pressed=false]").nth(9).focus();
  await expectLayoutAccessible(page);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/Held for you for|Choose your/).first()).toBeVisible();
  await fits(page);
});

/** Books the last place of a slot. */
async function takeLastPlace(page: Page, { offering, slot, date }: Awaited<ReturnType<typeof lastPlace>>) {
  await page.goto(`/bookAppointment?offering=${offering.id}&date=${date}`);
  await slotOf(page, timeOf(slot, offering)).click();
  await expect(page.getByText(/Held for you for/).first()).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await fillContact(page);
  await page.getByRole("button", { name: /^Book / }).click();
  await expect(page.getByText("Reservation code")).toBeVisible();
}

test("a canceled slot goes to the first on the waitlist", async ({ browser }) => {
  const place = await lastPlace();
  const { offering, slot, date } = place;
  const nora = await arrive(browser, "Nora", { at: "/" });
  await takeLastPlace(nora.page, place);

  const paul = await arrive(browser, "Paul", { at: `/bookAppointment?offering=${offering.id}&date=${date}` });
  await expect(slotOf(paul.page, timeOf(slot, offering))).toHaveAttribute("aria-disabled", "true");
  await paul.page.getByRole("button", { name: "Join the waitlist" }).click();
  const sheet = paul.page.getByRole("dialog");
  await sheet.getByLabel("When?").selectOption({ label: timeOf(slot, offering) });
  await sheet.getByLabel("Name").fill("Paul Field");
  await sheet.getByLabel("Phone").fill("+33 6 12 34 56 79");
  await accessible(paul.page);
  await sheet.getByRole("button", { name: "Join the waitlist" }).click();
  await expect(paul.page.getByText("You’re on the waitlist")).toBeVisible();
  await paul.page.getByRole("link", { name: "See your waitlist" }).click();
  await expect(paul.page.getByText("You are first in line")).toBeVisible();
  await accessible(paul.page);
  await fits(paul.page);

  await nora.page.getByRole("link", { name: "My reservations" }).click();
  await nora.page.getByRole("link", { name: offering.name }).click();
  await nora.page.getByRole("button", { name: "Cancel reservation" }).click();
  await nora.page
    .getByRole("dialog")
    .getByRole("button", { name: /^Cancel for/ })
    .click();

  await expect(paul.page.getByText("It’s your turn")).toBeVisible({ timeout: 20_000 });
  await expect(paul.page.getByText(/Held for you for/)).toBeVisible();
  await paul.page.getByRole("link", { name: "See and confirm" }).click();
  await expect(paul.page.getByLabel("Name")).toHaveValue("Paul Field");
  await accessible(paul.page);
  await paul.page.getByRole("button", { name: /^Book / }).click();
  await expect(paul.page.getByText("Reservation code")).toBeVisible();
});

test("a treatment is booked in French with its price and date", async ({ browser }) => {
  const { offering, slot, date } = await lastPlace("EUR");
  const at = `/bookAppointment?offering=${offering.id}&date=${date}`;
  const { page } = await arrive(browser, "Camille", { at, french: true });
  const { time_zone: timeZone } = offering.company;
  const format = (form: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("fr", { timeZone, ...form }).format(new Date(slot.starts_at));
  const price = new Intl.NumberFormat("fr", { style: "currency", currency: "EUR" }).format(slot.price / 100);

  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await slotOf(page, format({ hour: "2-digit", minute: "2-digit" })).click();
  await expect(page.getByText(/Retenu pour vous pendant/).first()).toBeVisible();
  await page.getByRole("button", { name: "Continuer" }).click();
  await page.getByLabel("Nom").fill("Camille Roy");
  await page.getByLabel("Téléphone").fill("+33 6 12 34 56 78");
  const book = page.getByRole("button", { name: /^Réserver / });
  await expect(book).toContainText(price);
  await accessible(page);
  await book.click();
  await expect(page.getByText("Code de réservation")).toBeVisible();

  await page.getByRole("link", { name: "Mes réservations" }).click();
  await page.getByRole("link", { name: offering.name }).click();
  const day = format({ weekday: "long", day: "numeric", month: "long" });
  await expect(page.getByText(day).first()).toBeVisible();
  await expect(page.getByText(price).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Annuler la réservation" })).toBeVisible();
  await fits(page);
});
