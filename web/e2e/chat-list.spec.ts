import { expect, test } from "@playwright/test";
import {
  accessible,
  bubble,
  closeAfterEach,
  field,
  history,
  info,
  join,
  openChat,
  row,
  say,
  uniqueText,
} from "./support/chat";

closeAfterEach();

const first = "li[data-chat]";

test("pin, mute and archive sync across devices", async ({ browser }) => {
  const { page } = await join(browser, "camille");
  const phone = (await join(browser, "camille", { width: 390 })).page;
  const last = page.locator(first).last();
  const id = await last.getAttribute("data-chat");
  const item = (on: typeof page) => on.locator(`li[data-chat="${id}"]`);
  const act = async (name: string) => {
    await item(page)
      .getByRole("button", { name: /^Actions for the chat/ })
      .click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  await act("Pin");
  for (const on of [page, phone])
    await expect(on.locator(first).first()).toHaveAttribute("data-chat", id ?? "");
  await act("Unpin");
  await act("Mute");
  await page.getByRole("menuitem", { name: "For 8 hours" }).click();
  for (const on of [page, phone]) await expect(item(on)).toContainText("Muted");
  await act("Unmute");
  await act("Archive");
  await expect(item(phone)).toHaveCount(0);
  await phone.getByRole("button", { name: /^Archived/ }).click();
  await expect(item(phone)).toBeVisible();
  await page.reload();
  await expect(page.locator(first).first()).toBeVisible();
  await expect(item(page)).toHaveCount(0);
  await page.getByRole("button", { name: /^Archived/ }).click();
  await expect(item(page)).toBeVisible();
  await accessible(page);
  await act("Unarchive");
  await expect(item(page)).toBeVisible();
  await expect(item(phone)).toBeVisible();
});

test("a draft syncs and never overwrites typed text", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  const phone = (await join(browser, "alice", { width: 390 })).page;
  await openChat(page, "sofia");
  const draft = uniqueText("half a thought");
  await field(page).fill(draft);
  await expect(row(phone, draft)).toContainText("Draft:");
  await row(phone, draft).click();
  await expect(field(phone)).toHaveValue(draft);
  await field(phone).fill(`${draft}, and more`);
  await field(page).fill(`${draft}, differently`);
  await expect(field(page)).toHaveValue(`${draft}, differently`);
  await expect(field(phone)).toHaveValue(`${draft}, and more`);
  await field(page).fill("");
  await field(phone).fill("");
});

test("search finds chats, people and messages", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await openChat(page, "bruno");
  const word = `zanzibar${crypto.randomUUID().slice(0, 6)}`;
  await say(page, `Have you been to ${word} yet`);
  await expect(bubble(page, word)).toHaveAttribute("data-status", /sent|delivered|read/);
  await say(page, uniqueText("something newer"));
  const search = page.getByRole("searchbox", { name: "Search", exact: true });
  await search.fill(word);
  const hit = page.getByRole("link").filter({ has: page.locator("mark", { hasText: word }) });
  await expect(hit).toBeVisible();
  await accessible(page);
  await hit.click();
  await expect(history(page).locator("article[data-found]")).toContainText(word);
  await expect(history(page).locator("mark")).toHaveText([word]);
  await search.fill("bruno");
  await expect(
    page.getByRole("region", { name: "Chats", exact: true }).getByRole("link").first(),
  ).toContainText("Bruno");
  await search.press("Escape");
  await expect(page.locator(first).first()).toBeVisible();
});

test("search in a chat steps through the results", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await openChat(page, "bruno");
  const word = `quokka${crypto.randomUUID().slice(0, 6)}`;
  for (const nth of ["first", "second", "third"]) await say(page, `the ${nth} ${word}`);
  await expect(bubble(page, `third ${word}`)).toHaveAttribute("data-status", /sent|delivered|read/);
  await page.getByRole("button", { name: "Search in this chat" }).first().click();
  const search = page.getByRole("searchbox", { name: "Search in this chat" });
  await expect(search).toBeFocused();
  await search.fill(word);
  await expect(page.getByText("1 of 3")).toBeVisible();
  await expect(history(page).locator("article[data-found]")).toContainText("third");
  await expect(history(page).locator("mark")).toHaveText([word, word, word]);
  await search.press("Enter");
  await expect(page.getByText("2 of 3")).toBeVisible();
  await expect(history(page).locator("article[data-found]")).toContainText("second");
  await page.getByRole("button", { name: "Newer result" }).click();
  await expect(page.getByText("1 of 3")).toBeVisible();
  await search.press("Escape");
  await expect(search).toHaveCount(0);
  await expect(history(page).locator("mark")).toHaveCount(0);
});

test("clears a chat for one user only", async ({ browser }) => {
  const alice = await join(browser, "alice");
  const kenji = await join(browser, "kenji");
  await openChat(alice.page, "kenji");
  await openChat(kenji.page, "alice");
  const text = uniqueText("still here for one of us");
  await say(kenji.page, text);
  await expect(bubble(alice.page, text)).toBeVisible();
  await info(alice.page).getByRole("button", { name: "Clear chat" }).click();
  await alice.page.getByRole("dialog").getByRole("button", { name: "Clear chat" }).click();
  await expect(history(alice.page).getByRole("article")).toHaveCount(0);
  await expect(bubble(kenji.page, text)).toBeVisible();
  const next = uniqueText("a new leaf");
  await say(kenji.page, next);
  await expect(bubble(alice.page, next)).toBeVisible();
  await alice.page.reload();
  await expect(bubble(alice.page, next)).toBeVisible();
  await expect(bubble(alice.page, text)).toHaveCount(0);
});

test("a blocked user cannot write and gets no reason", async ({ browser }) => {
  const alice = await join(browser, "alice");
  const amina = await join(browser, "amina");
  await openChat(alice.page, "amina");
  await openChat(amina.page, "alice");
  await info(alice.page).getByRole("button", { name: "Block" }).click();
  await alice.page.getByRole("dialog").getByRole("button", { name: "Block" }).click();
  await expect(alice.page.getByText("You blocked this person.")).toBeVisible();
  await expect(field(alice.page)).toHaveCount(0);
  await accessible(alice.page);
  await alice.page.getByRole("status").getByRole("button", { name: "Unblock" }).click();
  await expect(field(alice.page)).toBeVisible();
  const text = uniqueText("as if nothing had been");
  await say(alice.page, text);
  await expect(bubble(amina.page, text)).toBeVisible();
});

test("keyboard shortcuts work and are listed", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await expect(page.locator(first).first()).toBeVisible();
  // Beside the list, where no chat is picked yet.
  const start = page.getByRole("button", { name: "New chat" }).nth(1);
  await start.press("Enter");
  await expect(page.getByRole("dialog", { name: "New chat" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(start).toBeFocused();
  await page.locator("body").press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog).toBeVisible();
  await accessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.locator("body").press("/");
  await expect(page.getByRole("searchbox", { name: "Search", exact: true })).toBeFocused();
  await page.keyboard.press("?");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("searchbox", { name: "Search", exact: true }).fill("");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(page).toHaveURL(/\/messages\/\d+$/);
  const one = page.url();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(page).not.toHaveURL(one);
  await page.keyboard.press("Alt+ArrowUp");
  await expect(page).toHaveURL(one);
});

test("the title counts unread messages and a hidden tab notifies", async ({ browser }) => {
  const alice = await join(browser, "alice");
  const bruno = await join(browser, "bruno");
  await alice.context.grantPermissions(["notifications"]);
  await alice.page.evaluate(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    class FakeNotification {
      static permission = "granted";
      static requestPermission = async () => "granted";
      onclick: (() => void) | undefined;
      constructor(title: string, { body }: { body: string }) {
        told.push(`${title}: ${body}`);
      }
      close() {}
    }
    Object.assign(window, { Notification: FakeNotification });
  });
  await alice.page.getByRole("button", { name: "More", exact: true }).click();
  await alice.page.getByRole("menuitem", { name: "Notifications" }).click();
  await accessible(alice.page);
  await alice.page.getByRole("button", { name: "Turn on notifications" }).click();
  await expect(alice.page.getByRole("button", { name: "Turn off notifications" })).toBeVisible();
  await alice.page.keyboard.press("Escape");
  await alice.page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true });
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await openChat(bruno.page, "alice");
  const text = uniqueText("Are you there");
  await say(bruno.page, text);
  await expect(alice.page).toHaveTitle(/^\(\d+\+?\) Messages/);
  await expect
    .poll(() => alice.page.evaluate(() => (window as unknown as { told: string[] }).told))
    .toContainEqual(`Bruno Esposito: ${text}`);
});
