import { expect, type Page, test } from "@playwright/test";
import { accessible, expectLayoutAccessible, fits } from "./support/axe";
import { bubble, closeAfterEach, field, history, join, say, uniqueText } from "./support/chat";
import { arrive, befriend, buttonOf, find, leaveAfterEach } from "./support/people";

closeAfterEach();
leaveAfterEach();

const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });
const inNavigation = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /People/ });

test("a friend request arrives live and is accepted", async ({ browser }) => {
  const nora = await arrive(browser, "Nora");
  const paul = await arrive(browser, "Paul", { at: "/" });
  await expect(nora.page.getByText("No friends yet")).toBeVisible();
  await accessible(nora.page);
  await find(nora.page, paul);
  await buttonOf(nora.page, "Add friend", paul).click();
  await expect(buttonOf(nora.page, "Cancel request", paul)).toBeVisible();

  // On another screen: the count in the navigation, and words that a screen reader hears.
  await expect(inNavigation(paul.page)).toContainText("1 friend request");
  await expect(
    paul.page
      .getByRole("region", { name: "Announcements" })
      .getByText(`${nora.name} sent you a friend request`),
  ).toBeAttached();
  await inNavigation(paul.page).click();
  await tab(paul.page, "Requests").click();
  await accessible(paul.page);
  await buttonOf(paul.page, "Accept", nora).press("Enter");
  // It keeps its place: a second click does not hit whoever comes next.
  await expect(buttonOf(paul.page, "Message", nora)).toBeFocused();
  await expect(
    paul.page.getByRole("status").getByText(`You and ${nora.name} are friends now`),
  ).toBeAttached();
  await expect(inNavigation(paul.page)).not.toContainText("friend request");
  await tab(paul.page, "Friends").click();
  await expect(paul.page.getByRole("link", { name: nora.name })).toBeVisible();

  await expect(buttonOf(nora.page, "Unfriend", paul)).toBeVisible();
  await nora.page.getByRole("searchbox").fill("");
  const friend = nora.page.getByRole("listitem").filter({ hasText: paul.name });
  await expect(friend).toContainText("Online");
  await accessible(nora.page);
  await paul.page.close();
  await expect(friend).toContainText(/Last seen|@/);
});

test("a friend request is declined, another is canceled", async ({ browser }) => {
  const nora = await arrive(browser, "Nora");
  const paul = await arrive(browser, "Paul", { at: "/people?show=requests" });
  await find(nora.page, paul);
  await buttonOf(nora.page, "Add friend", paul).click();
  await buttonOf(paul.page, "Decline", nora).click();
  await expect(buttonOf(paul.page, "Decline", nora)).toHaveCount(0);
  await expect(buttonOf(nora.page, "Add friend", paul)).toBeVisible();
  // Asked again too soon: shown at once, refused with its reason, and as it was before.
  await buttonOf(nora.page, "Add friend", paul).click();
  await expect(nora.page.getByText(/answered not long ago/).first()).toBeAttached();
  await expect(buttonOf(nora.page, "Add friend", paul)).toBeVisible();

  await find(paul.page, nora);
  await buttonOf(paul.page, "Add friend", nora).click();
  await nora.page.getByRole("searchbox").fill("");
  await tab(nora.page, "Requests").click();
  await expect(buttonOf(nora.page, "Accept", paul)).toBeVisible();
  await buttonOf(paul.page, "Cancel request", nora).click();
  await expect(nora.page.getByText("No requests")).toBeVisible();
  await expect(buttonOf(paul.page, "Add friend", nora)).toBeVisible();
});

test("an action is undone when the server rejects it", async ({ browser }) => {
  const nora = await arrive(browser, "Nora");
  const paul = await arrive(browser, "Paul", { at: "/" });
  await find(nora.page, paul);
  await nora.page.route("**/users/friends/request/send/", (route) => route.abort());
  await buttonOf(nora.page, "Add friend", paul).click();
  await expect(nora.page.getByText(/Could not reach Plaza/).first()).toBeAttached();
  await expect(buttonOf(nora.page, "Add friend", paul)).toBeVisible();
  await expect(inNavigation(paul.page)).not.toContainText("friend request");
});

test("unfriending asks first and ends both sides", async ({ browser }) => {
  const nora = await arrive(browser, "Nora");
  const paul = await arrive(browser, "Paul");
  await befriend(nora, paul);
  await tab(paul.page, "Friends").click();
  await nora.page.getByRole("searchbox").fill("");
  await buttonOf(nora.page, "Unfriend", paul).click();
  const dialog = nora.page.getByRole("dialog", { name: "Unfriend this person?" });
  await expect(dialog).toContainText(paul.name);
  await accessible(nora.page);
  await dialog.getByRole("button", { name: "Unfriend" }).click();
  await expect(nora.page.getByText("No friends yet")).toBeVisible();
  await expect(paul.page.getByText("No friends yet")).toBeVisible();
});

test("suggests people with friends in common", async ({ browser }) => {
  const nora = await arrive(browser, "Nora");
  const paul = await arrive(browser, "Paul");
  const rosa = await arrive(browser, "Rosa");
  await befriend(nora, paul);
  await befriend(rosa, paul);
  await nora.page.getByRole("searchbox").fill("");
  await tab(nora.page, "Suggestions").click();
  const suggested = nora.page.getByRole("listitem").filter({ hasText: rosa.name });
  await expect(suggested).toContainText("1 friend in common");
  await accessible(nora.page);
  await buttonOf(nora.page, "Add friend", rosa).click();
  await rosa.page.getByRole("searchbox").fill("");
  await tab(rosa.page, "Requests").click();
  await expect(buttonOf(rosa.page, "Accept", nora)).toBeVisible();
});

test("tabs and answers work with the keyboard", async ({ browser }) => {
  const nora = await arrive(browser, "Nora", { at: "/people?show=requests" });
  const others = [await arrive(browser, "Paul"), await arrive(browser, "Rosa")];
  for (const other of others) {
    await find(other.page, nora);
    await buttonOf(other.page, "Add friend", nora).click();
    await expect(buttonOf(nora.page, "Decline", other)).toBeVisible();
  }
  const [first, second] = others.toReversed();
  if (!first || !second) throw new Error("two have asked");
  await buttonOf(nora.page, "Decline", first).press("Enter");
  await expect(buttonOf(nora.page, "Decline", first)).toHaveCount(0);
  await expect(buttonOf(nora.page, "Accept", second)).toBeFocused();
  await tab(nora.page, "Requests").press("ArrowRight");
  await expect(tab(nora.page, "Suggestions")).toBeFocused();
  await expect(tab(nora.page, "Suggestions")).toHaveAttribute("aria-selected", "true");
  await tab(nora.page, "Suggestions").press("Home");
  await expect(nora.page.getByRole("tabpanel", { name: "Friends" })).toBeVisible();
});

test("a profile offers request, message and share", async ({ browser }) => {
  const nora = await arrive(browser, "Nora");
  const paul = await arrive(browser, "Paul");
  const rosa = await arrive(browser, "Rosa");
  await befriend(rosa, nora);
  await find(nora.page, paul);
  await nora.page.getByRole("link", { name: paul.name }).click();
  await expect(nora.page).toHaveURL(`/people/${paul.id}`);
  await expect(nora.page.getByRole("heading", { name: paul.name })).toBeVisible();
  await accessible(nora.page);
  await nora.page.getByRole("button", { name: "Add friend" }).click();
  await expect(nora.page.getByRole("button", { name: "Cancel request" })).toBeVisible();
  await paul.page.goto(`/people/${nora.id}`);
  await paul.page.getByRole("button", { name: "Accept" }).click();
  await expect(nora.page.getByText("Friends", { exact: true })).toBeVisible();

  await nora.page.getByRole("button", { name: "More", exact: true }).click();
  await nora.page.getByRole("menuitem", { name: "Share profile" }).click();
  const dialog = nora.page.getByRole("dialog", { name: "Share this profile" });
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByText("Choose at least one friend.")).toBeVisible();
  await dialog.getByRole("checkbox", { name: rosa.name }).check();
  await accessible(nora.page);
  await dialog.getByRole("button", { name: "Send to 1 friend" }).click();
  await expect(dialog).toHaveCount(0);
  await rosa.page.goto("/messages");
  await rosa.page.getByRole("region", { name: "Chats", exact: true }).getByRole("link").first().click();
  await history(rosa.page)
    .getByRole("link", { name: new RegExp(paul.name) })
    .click();
  await expect(rosa.page.getByRole("heading", { name: paul.name })).toBeVisible();
  // Back to where the card stood.
  await rosa.page.getByRole("link", { name: "Back" }).click();
  await expect(rosa.page).toHaveURL(/\/messages\/\d+$/);

  await nora.page.getByRole("button", { name: "Message", exact: true }).click();
  await expect(field(nora.page)).toBeVisible();
  const text = uniqueText("Glad that you are here");
  await say(nora.page, text);
  await expect(bubble(nora.page, text)).toBeVisible();
  await nora.page.getByRole("heading", { name: paul.name }).getByRole("link").click();
  await expect(nora.page).toHaveURL(`/people/${paul.id}`);
});

test("a user is blocked, reported and unblocked", async ({ browser }) => {
  const nora = await arrive(browser, "Nora");
  const paul = await arrive(browser, "Paul");
  await befriend(nora, paul);
  await tab(paul.page, "Friends").click();
  await nora.page.goto(`/people/${paul.id}`);
  const choose = async (item: string) => {
    await nora.page.getByRole("button", { name: "More", exact: true }).click();
    await nora.page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  await choose("Report");
  const report = nora.page.getByRole("dialog", { name: "Report" });
  await report.getByRole("button", { name: "Send report" }).click();
  await expect(report.getByText("Choose a reason.")).toBeVisible();
  await report.getByRole("radio", { name: "Spam" }).check();
  await accessible(nora.page);
  await report.getByRole("button", { name: "Send report" }).click();
  await expect(report).toHaveCount(0);

  await choose("Block");
  const dialog = nora.page.getByRole("dialog", { name: "Block this person?" });
  await accessible(nora.page);
  await dialog.getByRole("button", { name: "Block" }).click();
  await expect(nora.page.getByText("You blocked this person.")).toBeVisible();
  await expect(nora.page.getByRole("button", { name: "Message", exact: true })).toHaveCount(0);
  await expect(paul.page.getByText("No friends yet")).toBeVisible();
  await paul.page.goto(`/people/${nora.id}`);
  await expect(paul.page.getByText("Profile not found")).toBeVisible();
  await nora.page.getByRole("button", { name: "Unblock" }).click();
  await expect(nora.page.getByRole("button", { name: "Add friend" })).toBeVisible();
});

test("a business is found by its name and leads to its page", async ({ browser }) => {
  const nora = await arrive(browser, "Nora");
  await nora.page.getByRole("searchbox").fill("Casa Azul");
  await expect(nora.page.getByRole("region", { name: "Businesses" })).toContainText("Barcelona");
  await nora.page.getByRole("radio", { name: "Businesses" }).check();
  await accessible(nora.page);
  await nora.page.getByRole("link", { name: /Casa Azul/ }).click();
  await expect(nora.page).toHaveURL(/\/companies\/casa-azul/);
  await expect(nora.page.getByRole("heading", { name: "Casa Azul" }).first()).toBeVisible();
});

test("people screens fit every width and are accessible", async ({ browser }) => {
  test.setTimeout(180_000);
  const { page } = await join(browser, "alice");
  await page.goto("/people");
  await page.getByRole("link", { name: "Bruno Esposito" }).click();
  await expect(page.getByRole("heading", { name: "Bruno Esposito" })).toBeVisible();
  const person = new URL(page.url()).pathname;
  for (const path of ["/people", "/people?show=requests", "/people?show=suggestions", person, "/people/1"]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await expect(page.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
    await accessible(page);
    await fits(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectLayoutAccessible(page);
  }
});

test("reloads once when a deploy removed its chunks", async ({ browser }) => {
  const { page } = await arrive(browser, "Nora", { at: "/" });
  await inNavigation(page).click();
  await page.getByRole("tab", { name: "Suggestions" }).click();
  const person = page.getByRole("tabpanel").getByRole("link").first();
  await expect(person).toBeVisible();
  // The first chunk that the next screen asks for.
  let missing = "";
  let asked = 0;
  await page.route(/\/assets\/.*\.js$/, (route) => {
    missing ||= route.request().url();
    if (route.request().url() !== missing) return route.continue();
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 404, body: "" }) : route.continue();
  });
  await person.click();
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  expect(asked).toBe(2);
});

test.describe("with a finger", () => {
  /** Draws a finger from one place to another, as a screen tells of it. */
  async function draw(page: Page, from: { x: number; y: number }, by: { x: number; y: number }) {
    const screen = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", part: number) =>
      screen.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: from.x + by.x * part, y: from.y + by.y * part }],
      });
    await touch("touchStart", 0);
    for (let step = 1; step <= 8; step += 1) await touch("touchMove", step / 8);
    await touch("touchEnd", 1);
  }

  for (const [dir, sign] of [
    ["ltr", 1],
    ["rtl", -1],
  ] as const) {
    test(`swiping a message starts a reply (${dir})`, async ({ browser }) => {
      const nora = await arrive(browser, "Nora", { at: "/", width: 390, touch: true });
      const { page } = nora;
      const paul = await arrive(browser, "Paul");
      await page.goto(`/people/${paul.id}`);
      await page.getByRole("button", { name: "Message", exact: true }).click();
      const text = uniqueText("Pull me");
      await say(page, text);
      await expect(bubble(page, text)).toHaveAttribute("data-status", /sent|delivered|read/);
      await page.locator("html").evaluate((root, value) => root.setAttribute("dir", value), dir);
      const box = await bubble(page, text).locator("p").first().boundingBox();
      if (!box) throw new Error("no message");
      const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await draw(page, from, { x: -90 * sign, y: 0 });
      await expect(page.getByRole("button", { name: "Cancel reply" })).toHaveCount(0);
      await draw(page, from, { x: 90 * sign, y: 0 });
      await expect(page.getByRole("button", { name: "Cancel reply" })).toBeVisible();
    });
  }

  test("swiping a chat offers pin, a long swipe archives", async ({ browser }) => {
    const { page } = await arrive(browser, "Nora", { at: "/", width: 390, touch: true });
    const paul = await arrive(browser, "Paul");
    await page.goto(`/people/${paul.id}`);
    await page.getByRole("button", { name: "Message", exact: true }).click();
    await say(page, uniqueText("First"));
    await page.goto("/messages");
    const row = page
      .getByRole("region", { name: "Chats", exact: true })
      .getByRole("listitem")
      .getByRole("link")
      .first();
    const box = await row.boundingBox();
    if (!box) throw new Error("no chat");
    const from = { x: box.x + box.width - 40, y: box.y + box.height / 2 };
    await draw(page, from, { x: -120, y: 0 });
    await page.getByRole("button", { name: "Pin", exact: true }).click();
    await expect(row).toContainText("Pinned");
    await draw(page, from, { x: -300, y: 0 });
    await expect(page.getByRole("button", { name: /^Archived/ })).toBeVisible();
  });
});
