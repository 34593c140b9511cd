import { expect, type Page, test } from "@playwright/test";
import { bubble, field, history, say } from "./support/chat";
import { arrive, befriend, leaveAfterEach, type Newcomer } from "./support/people";

leaveAfterEach();

/** Opens the direct chat with a person through the profile page. */
async function write(page: Page, to: Newcomer, text: string): Promise<void> {
  await page.goto(`/people/${to.id}`);
  await page.getByRole("button", { name: "Message", exact: true }).click();
  await say(page, text);
  await expect(bubble(page, text)).toBeVisible();
}

test("a stranger's message is a request until accepted", async ({ browser }) => {
  const mara = await arrive(browser, "Mara");
  const nils = await arrive(browser, "Nils", { at: "/messages" });
  const phone = await browser.newContext({
    storageState: nils.storageState,
    viewport: { width: 390, height: 844 },
  });
  const second = await phone.newPage();
  await second.goto("/messages");

  await write(mara.page, nils, "Is the bicycle still for sale?");
  await expect(mara.page.getByText("You can send 4 more messages")).toBeVisible();
  for (const page of [nils.page, second]) {
    await expect(page.getByRole("button", { name: /^Requests/ })).toBeVisible();
    await expect(page.getByRole("link", { name: /bicycle/ })).toHaveCount(0);
  }

  await nils.page.getByRole("button", { name: /^Requests/ }).click();
  await nils.page.getByRole("link", { name: /bicycle/ }).click();
  await expect(
    nils.page.getByRole("heading", { name: `${mara.name} would like to write to you` }),
  ).toBeVisible();
  await expect(
    nils.page.getByText("You have no friends, groups or followed businesses in common."),
  ).toBeVisible();
  const asked = bubble(mara.page, "Is the bicycle still for sale?");
  await expect(asked).toHaveAttribute("data-status", "sent");

  await nils.page.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(nils.page.getByRole("heading", { name: /would like to write to you/ })).toHaveCount(0);
  await expect(second.getByRole("link", { name: /bicycle/ })).toBeVisible();
  await expect(mara.page.getByText("You can send 4 more messages")).toHaveCount(0);

  await expect(asked).toHaveAttribute("data-status", "read");
  await say(nils.page, "It is yours");
  await expect(bubble(mara.page, "It is yours")).toBeVisible();
  await phone.close();
});

test("a request is blocked, and its sender runs out of messages", async ({ browser }) => {
  const otto = await arrive(browser, "Otto");
  const paula = await arrive(browser, "Paula", { at: "/messages" });
  for (const number of [1, 2, 3, 4, 5]) {
    if (number === 1) await write(otto.page, paula, "Hello 1");
    else {
      await say(otto.page, `Hello ${number}`);
      await expect(bubble(otto.page, `Hello ${number}`)).toBeVisible();
    }
  }
  await expect(otto.page.getByText("You can write more once your request is accepted.")).toBeVisible();
  await expect(field(otto.page)).toHaveCount(0);

  await paula.page.getByRole("button", { name: /^Requests/ }).click();
  await paula.page.getByRole("link", { name: /Hello 5/ }).click();
  const card = paula.page.getByRole("region", { name: "Message request" });
  await card.getByRole("button", { name: "Block", exact: true }).click();
  await paula.page.getByRole("dialog").getByRole("button", { name: "Block", exact: true }).click();
  await expect(card).toHaveCount(0);
  await expect(paula.page.getByRole("button", { name: /^Requests/ })).toHaveCount(0);
});

test("a request from the card of a person names the friend in common", async ({ browser }) => {
  const [nora, paul, rosa] = [
    await arrive(browser, "Nora"),
    await arrive(browser, "Paul"),
    await arrive(browser, "Rosa"),
  ];
  await befriend(nora, paul);
  await befriend(nora, rosa);
  await nora.page.goto(`/people/${paul.id}`);
  await nora.page.getByRole("button", { name: "More", exact: true }).click();
  await nora.page.getByRole("menuitem", { name: "Share profile" }).click();
  const dialog = nora.page.getByRole("dialog", { name: "Share this profile" });
  await dialog.getByRole("checkbox", { name: rosa.name }).check();
  await dialog.getByRole("button", { name: "Send to 1 friend" }).click();
  await expect(dialog).toHaveCount(0);

  await rosa.page.goto("/messages");
  await rosa.page.getByRole("region", { name: "Chats", exact: true }).getByRole("link").first().click();
  await history(rosa.page)
    .getByRole("link", { name: new RegExp(paul.name) })
    .click();
  await rosa.page.getByRole("button", { name: "Message", exact: true }).click();
  await say(rosa.page, "Nora says that you hike");
  await expect(rosa.page.getByText("You can send 4 more messages")).toBeVisible();

  await paul.page.goto("/messages");
  await paul.page.getByRole("button", { name: /^Requests/ }).click();
  await paul.page.getByRole("link", { name: /you hike/ }).click();
  const card = paul.page.getByRole("region", { name: "Message request" });
  await expect(card.getByRole("heading", { name: `${rosa.name} would like to write to you` })).toBeVisible();
  await expect(card.getByRole("listitem")).toContainText(nora.name);
});
