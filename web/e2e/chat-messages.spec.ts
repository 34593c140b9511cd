import { expect, test } from "@playwright/test";
import {
  accessible,
  both,
  bubble,
  choose,
  closeAfterEach,
  field,
  history,
  join,
  menuOf,
  openChat,
  row,
  say,
  uniqueText,
} from "./support/chat";

closeAfterEach();

test("a reply quotes a message and links to it", async ({ browser }) => {
  const [alice, bruno] = await both(browser);
  const question = uniqueText("Which boat");
  await say(alice.page, question);
  await choose(bruno.page, bubble(bruno.page, question).first(), "Reply");
  await expect(field(bruno.page)).toBeFocused();
  const answer = uniqueText("The blue one");
  await say(bruno.page, answer);
  const quote = bubble(alice.page, answer).getByRole("button", { name: question });
  await expect(quote).toBeVisible();
  await expect(bruno.page.getByRole("button", { name: "Cancel reply" })).toHaveCount(0);
  await quote.click();
  await expect(history(alice.page).locator("article[data-found]")).toContainText(question);
});

test("loads a quoted message outside the window", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await openChat(page, "bruno");
  await history(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, -1500);
    await expect(page.getByText("This is the beginning of your chat.")).toBeVisible({ timeout: 250 });
  }).toPass({ timeout: 30_000 });
  const oldest = history(page).getByRole("article").first();
  const seq = await oldest.getAttribute("data-seq");
  await choose(page, oldest, "Reply");
  const answer = uniqueText("about the very first");
  await say(page, answer);
  await expect(bubble(page, answer)).toHaveAttribute("data-status", /sent|delivered|read/);
  await page.reload();
  // Only the newest are loaded now: the quoted message is not among them.
  const quote = bubble(page, answer).getByRole("button").first();
  await expect(quote).not.toContainText("…");
  await expect(history(page).locator(`article[data-seq="${seq}"]`)).toHaveCount(0);
  await quote.click();
  await expect(history(page).locator(`article[data-seq="${seq}"]`)).toBeInViewport();
});

test("a reaction is added, shown, changed and removed", async ({ browser }) => {
  const [alice, bruno] = await both(browser);
  const text = uniqueText("Sea is 24 degrees");
  await say(alice.page, text);
  const seen = bubble(bruno.page, text).first();
  const menu = await menuOf(bruno.page, seen);
  await menu.getByRole("menuitemcheckbox", { name: "❤️" }).click();
  const chip = bubble(alice.page, text).getByRole("button", { name: /^❤️, Bruno/ });
  await expect(chip).toBeVisible();
  await chip.click();
  await expect(seen.getByRole("button", { name: /^❤️,/ })).toContainText("2");
  // One reaction a person: another emoji takes the place of the first.
  await choose(bruno.page, seen, "More emoji");
  await bruno.page.getByRole("dialog").getByRole("button", { name: "🔥" }).click();
  await expect(bubble(alice.page, text).getByRole("button", { name: /^🔥, Bruno/ })).toBeVisible();
  await expect(bubble(alice.page, text).getByRole("button", { name: /^❤️, you$/ })).toBeVisible();
  await seen.getByRole("button", { name: /^🔥/ }).click();
  await expect(bubble(alice.page, text).getByRole("button", { name: /^🔥/ })).toHaveCount(0);
});

test("a message is edited with arrow up", async ({ browser }) => {
  const [alice, bruno] = await both(browser);
  const wrong = uniqueText("At eihgt");
  await say(alice.page, wrong);
  await expect(bubble(bruno.page, wrong)).toBeVisible();
  await expect(bubble(alice.page, wrong)).toHaveAttribute("data-status", /sent|delivered|read/);
  await field(alice.page).press("ArrowUp");
  const editing = alice.page.getByRole("textbox", { name: "Edit message" });
  await expect(editing).toHaveValue(wrong);
  const right = uniqueText("At eight");
  await editing.fill(right);
  await editing.press("Enter");
  await expect(bubble(bruno.page, right)).toContainText("edited");
  await expect(bubble(bruno.page, wrong)).toHaveCount(0);
  await expect(field(alice.page)).toHaveValue("");
  await field(alice.page).press("ArrowUp");
  await expect(alice.page.getByRole("textbox", { name: "Edit message" })).toHaveValue(right);
  await alice.page.keyboard.press("Escape");
  await expect(field(alice.page)).toBeFocused();
});

test("deletes a message for everyone and another for me", async ({ browser }) => {
  const [alice, bruno] = await both(browser);
  const slip = uniqueText("The surprise is");
  await say(alice.page, slip);
  await expect(bubble(bruno.page, slip)).toBeVisible();
  await choose(alice.page, bubble(alice.page, slip).first(), "Delete");
  await alice.page.getByRole("button", { name: "Delete for everyone" }).click();
  await expect(bubble(bruno.page, slip)).toHaveCount(0);
  await expect(history(bruno.page).getByRole("article").last()).toContainText("This message was deleted");

  const mine = uniqueText("Only mine to forget");
  await say(alice.page, mine);
  await expect(bubble(bruno.page, mine)).toBeVisible();
  await choose(alice.page, bubble(alice.page, mine).first(), "Delete");
  await alice.page.getByRole("button", { name: "Delete for me" }).click();
  await expect(bubble(alice.page, mine)).toHaveCount(0);
  await alice.page.reload();
  await expect(history(alice.page).getByRole("article").last()).toBeVisible();
  await expect(bubble(alice.page, mine)).toHaveCount(0);
  await expect(bubble(bruno.page, mine)).toBeVisible();
});

test("markup in a message is text", async ({ browser }) => {
  const [alice, bruno] = await both(browser);
  const text = uniqueText("<img src=x onerror=alert(1)> <b>bold</b>");
  await say(alice.page, text);
  await expect(bubble(bruno.page, text)).toBeVisible();
  await expect(bubble(bruno.page, text).locator("b, img[src=x]")).toHaveCount(0);
});

test("a message is forwarded to another chat", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await openChat(page, "bruno");
  const text = uniqueText("Ferry at nine");
  await say(page, text);
  await expect(bubble(page, text)).toHaveAttribute("data-status", /sent|delivered|read/);
  await choose(page, bubble(page, text).first(), "Forward");
  await expect(page.getByRole("button", { name: "Choose a chat" })).toBeDisabled();
  await page.getByLabel("Find a chat").fill("Friday");
  await page.getByRole("checkbox", { name: "Friday table" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Forward" }).click();
  await expect(page.getByText("Forwarded", { exact: true }).first()).toBeVisible();
  await row(page, "Friday table").first().click();
  await expect(bubble(page, text)).toContainText("Forwarded");
});

test("message info lists readers and works with the keyboard", async ({ browser }) => {
  const [alice] = await both(browser);
  const text = uniqueText("By keyboard");
  await say(alice.page, text);
  await expect(bubble(alice.page, text)).toHaveAttribute("data-status", "read");
  const button = bubble(alice.page, text).getByRole("button", { name: /^Actions for the message/ });
  await button.focus();
  await alice.page.keyboard.press("Enter");
  await expect(alice.page.getByRole("menu", { name: "Message" })).toBeVisible();
  await accessible(alice.page);
  await alice.page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await choose(alice.page, bubble(alice.page, text).first(), "Message info");
  const dialog = alice.page.getByRole("dialog", { name: "Message info" });
  await expect(dialog).toContainText("Bruno");
  await accessible(alice.page);
  await alice.page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
});

test("a long press opens the menu as a sheet on a phone", async ({ browser }) => {
  const { page } = await join(browser, "alice", { width: 390, touch: true });
  await openChat(page, "bruno");
  const last = history(page).getByRole("article").last();
  const box = await last.locator("p").first().boundingBox();
  const at = {
    clientX: (box?.x ?? 0) + 20,
    clientY: (box?.y ?? 0) + 15,
    pointerType: "touch",
    bubbles: true,
  };
  await last.locator("p").first().dispatchEvent("pointerdown", at);
  const sheet = page.getByRole("dialog", { name: "Message" });
  await expect(sheet.getByRole("button", { name: "Reply" })).toBeVisible();
  await accessible(page);
  await sheet.getByRole("button", { name: "Reply" }).click();
  await expect(page.getByRole("button", { name: "Cancel reply" })).toBeVisible();
});

test("a message is reported with a reason", async ({ browser }) => {
  const [alice, bruno] = await both(browser);
  const text = uniqueText("Buy cheap watches");
  await say(bruno.page, text);
  await choose(alice.page, bubble(alice.page, text).first(), "Report");
  const dialog = alice.page.getByRole("dialog", { name: "Report message" });
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByText("Choose a reason.")).toBeVisible();
  await accessible(alice.page);
  await dialog.getByRole("radio").first().check();
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(alice.page.getByText("Thank you. We’ll look into it.")).toBeVisible();
});
