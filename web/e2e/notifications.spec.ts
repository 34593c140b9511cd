import { expect, type Page, test } from "@playwright/test";
import { accessible, fits } from "./support/axe";
import { arrive, buttonOf, find, leaveAfterEach, type Newcomer } from "./support/people";

leaveAfterEach();

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const bellOfPhone = (page: Page) => page.getByRole("link", { name: /^Notifications/ });
const request = (page: Page, from: Newcomer) =>
  page.getByRole("link", { name: new RegExp(`${from.name} sent you`) });

test("a friend request is read and deleted on every device", async ({ browser }) => {
  const nora = await arrive(browser, "Nora");
  const paul = await arrive(browser, "Paul", { at: "/" });
  const context = await browser.newContext({
    storageState: paul.storageState,
    viewport: { width: 390, height: 844 },
  });
  const phone = await context.newPage();
  await phone.goto("/notifications");
  await expect(phone.getByText("No notifications yet")).toBeVisible();
  await accessible(phone);

  await find(nora.page, paul);
  await buttonOf(nora.page, "Add friend", paul).click();
  await expect(bell(paul.page)).toHaveAccessibleName("Notifications, 1 unread");
  await expect(bellOfPhone(phone)).toHaveAccessibleName("Notifications, 1 unread");
  await expect(phone.getByRole("region", { name: "New" })).toContainText(
    `${nora.name} sent you a friend request`,
  );
  await fits(phone);
  await phone.setViewportSize({ width: 390, height: 844 });
  await accessible(phone);

  // Read on one device, read on the other.
  await bell(paul.page).click();
  const popover = paul.page.getByRole("dialog", { name: "Notifications" });
  await expect(popover.getByRole("link", { name: new RegExp(nora.name) })).toBeVisible();
  await accessible(paul.page);
  await request(paul.page, nora).click();
  await expect(paul.page).toHaveURL(/\/people\/\d+$/);
  await expect(bell(paul.page)).toHaveAccessibleName("Notifications");
  await expect(phone.getByRole("region", { name: "Earlier" })).toContainText(nora.name);
  await expect(bellOfPhone(phone)).toHaveAccessibleName("Notifications");

  // Deleted on one device, gone on the other.
  await bell(paul.page).click();
  await paul.page.getByRole("link", { name: "Show all" }).click();
  await expect(paul.page).toHaveURL(/\/notifications$/);
  await paul.page.getByRole("button", { name: "Actions" }).click();
  await paul.page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(paul.page.getByText("No notifications yet")).toBeVisible();
  await expect(phone.getByText("No notifications yet")).toBeVisible();
  await context.close();
});

test("a preference of a group is kept", async ({ browser }) => {
  const nora = await arrive(browser, "Nora", { at: "/settings/notifications" });
  const people = nora.page.getByRole("region", { name: "People" });
  const mail = people.getByRole("switch", { name: "Email" });
  await expect(mail).not.toBeChecked();
  const saved = nora.page.waitForResponse((answer) => answer.url().endsWith("/preferences/") && answer.ok());
  await mail.click();
  await expect(mail).toBeChecked();
  await saved;
  await accessible(nora.page);
  await nora.page.reload();
  await expect(mail).toBeChecked();
  await expect(people.getByRole("switch", { name: "Push notifications" })).toBeChecked();
});
