import { expect, test } from "@playwright/test";
import {
  accessible,
  bubble,
  closeAfterEach,
  field,
  history,
  info,
  join,
  makeGroup,
  openChat,
  png,
  row,
  say,
  uniqueText,
} from "./support/chat";

closeAfterEach();

test("a group is created, renamed, extended and left", async ({ browser }) => {
  const alice = await join(browser, "alice");
  const bruno = await join(browser, "bruno");
  const title = uniqueText("Boat trip");
  await makeGroup(alice.page, title, ["bruno", "sofia"]);
  await expect(row(bruno.page, title)).toBeVisible();
  await row(bruno.page, title).click();
  await expect(history(bruno.page)).toContainText(`created the group “${title}”`);

  const text = uniqueText("Who brings the ropes");
  await say(alice.page, text);
  await expect(bubble(bruno.page, text)).toContainText(text);

  const better = uniqueText("Long boat trip");
  await info(alice.page).getByRole("button", { name: "Rename the group" }).click();
  await info(alice.page).getByLabel("Group name").fill(better);
  await info(alice.page).getByRole("button", { name: "Save" }).click();
  await expect(bruno.page.getByRole("heading", { name: better })).toBeVisible();
  await expect(history(bruno.page)).toContainText(`renamed the group to “${better}”`);

  const chooser = alice.page.waitForEvent("filechooser");
  await info(alice.page).getByRole("button", { name: "Group picture" }).click();
  await (await chooser).setFiles({ name: "boat.png", mimeType: "image/png", buffer: await png(alice.page) });
  await expect(history(bruno.page)).toContainText("changed the group picture");

  await info(alice.page).getByRole("button", { name: "Add people" }).click();
  await alice.page.getByRole("dialog").getByLabel("Find people").fill("kenji");
  await alice.page.getByRole("checkbox", { name: /@kenji$/ }).check();
  await accessible(alice.page);
  await alice.page.getByRole("button", { name: "Add 1 person" }).click();
  await expect(info(bruno.page)).toContainText("Kenji");
  await expect(history(bruno.page)).toContainText(/added Kenji/);

  await info(bruno.page).getByRole("button", { name: "Leave group" }).click();
  await bruno.page.getByRole("dialog").getByRole("button", { name: "Leave group" }).click();
  await expect(bruno.page).toHaveURL(/\/messages$/);
  await expect(row(bruno.page, better)).toHaveCount(0);
  await expect(history(alice.page)).toContainText(/Bruno.* left the group/);
  // Messages of a former member keep the name.
  await expect(bubble(alice.page, text)).toBeVisible();
});

test("an owner changes roles and removes a member", async ({ browser }) => {
  const alice = await join(browser, "alice");
  const bruno = await join(browser, "bruno");
  const title = uniqueText("Book club");
  await makeGroup(alice.page, title, ["bruno", "camille"]);
  await row(bruno.page, title).click();
  await expect(field(bruno.page)).toBeVisible();

  const act = async (item: string) => {
    await info(alice.page)
      .getByRole("button", { name: /^Actions for Bruno/ })
      .click();
    await alice.page.getByRole("menuitem", { name: item }).click();
  };
  await expect(info(bruno.page).getByRole("button", { name: "Add people" })).toHaveCount(0);
  await act("Make admin");
  await expect(info(bruno.page).getByRole("button", { name: "Add people" })).toBeVisible();
  await expect(history(bruno.page)).toContainText("changed your role");
  await act("Remove from the group");
  await expect(bruno.page.getByText("You’re no longer in this chat")).toBeVisible();
  await expect(row(bruno.page, title)).toHaveCount(0);
  await expect(info(alice.page)).not.toContainText("Bruno");
});

test("a group of one is rejected with a reason", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "New group" }).click();
  await page.getByRole("button", { name: "Create group" }).click();
  await expect(page.getByText("Add at least one other person.")).toBeVisible();
  await expect(page.getByText("Enter a name for the group.")).toBeVisible();
  await accessible(page);
});

test("a mention is shown in the chat list", async ({ browser }) => {
  const alice = await join(browser, "alice");
  const bruno = await join(browser, "bruno");
  const title = uniqueText("Dinner");
  await makeGroup(alice.page, title, ["bruno", "sofia"]);
  await expect(row(bruno.page, title)).toBeVisible();
  await field(alice.page).pressSequentially("Bread, please, @bru");
  await expect(alice.page.getByRole("option", { name: /Bruno/ })).toHaveAttribute("aria-selected", "true");
  await expect(field(alice.page)).toHaveAttribute("aria-activedescendant", /mention-/);
  await accessible(alice.page);
  await field(alice.page).press("Enter");
  await expect(field(alice.page)).toHaveValue("Bread, please, @bruno ");
  await field(alice.page).press("Enter");
  await expect(bubble(alice.page, "Bread, please").locator("bdi", { hasText: /^@bruno$/ })).toBeVisible();
  await expect(row(bruno.page, title)).toContainText("You were mentioned");
  await row(bruno.page, title).click();
  await expect(bubble(bruno.page, "Bread, please").locator("bdi[data-me]")).toHaveText("@bruno");
  await expect(row(bruno.page, title)).not.toContainText("You were mentioned");
});

test("finds people to chat with and shows chat details", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await page.getByRole("button", { name: "New chat" }).first().click();
  await page.getByLabel("Name, business or user name").fill("Lucía");
  await page.getByRole("dialog").getByRole("button", { name: /@chef/ }).click();
  await expect(page.getByRole("heading", { name: /Luc/ })).toBeVisible();
  await accessible(page);
  await openChat(page, "bruno");
  await page.setViewportSize({ width: 820, height: 1000 });
  await page.getByRole("button", { name: "About this chat" }).click();
  const sheet = page.getByRole("dialog", { name: "About this chat" });
  await expect(sheet.getByRole("button", { name: "Mute" })).toBeVisible();
  await accessible(page);
});
