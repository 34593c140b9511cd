import { expect, test, type Worker } from "@playwright/test";
import { bubble, closeAfterEach, field, history, join, openChat, say, uniqueText } from "./support/chat";

closeAfterEach();

test("a profile URL is sent as a card that opens the profile", async ({ browser }) => {
  const alice = await join(browser, "alice");
  const bruno = await join(browser, "bruno");
  await openChat(alice.page, "bruno");
  await openChat(bruno.page, "alice");
  const text = uniqueText("Have a look");
  const { origin } = new URL(alice.page.url());
  await field(alice.page).fill(`${text} ${origin}/terms`);
  await field(alice.page).press("Enter");
  for (const { page } of [alice, bruno]) {
    await expect(bubble(page, text).getByRole("link", { name: /^Terms of use/ })).toContainText(
      "What you and Plaza",
    );
  }
  // URLs of other sites stay plain links: the server fetches no preview.
  const other = uniqueText("Elsewhere");
  await say(alice.page, `${other} https://example.org/terms`);
  await expect(bubble(bruno.page, other).getByRole("link")).toHaveCount(1);
  await bubble(bruno.page, text)
    .getByRole("link", { name: /^Terms of use/ })
    .click();
  await expect(bruno.page).toHaveURL("/terms");
});

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("a push notification opens the chat", async ({ browser }) => {
    const { page, context } = await join(browser, "alice");
    await openChat(page, "bruno");
    const chat = new URL(page.url()).pathname;
    const { origin } = new URL(page.url());
    await context.grantPermissions(["notifications"], { origin });
    await page.goto("/messages");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Notifications" }).click();
    await page.getByRole("button", { name: "Turn on notifications" }).click();
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    await expect(page.getByRole("button", { name: "Turn off notifications" })).toBeVisible();

    // The browser's own tool stands in for the push service, which is not on this machine.
    const tools = await context.newCDPSession(page);
    const registration = new Promise<string>((resolve) => {
      tools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
        if (ours) resolve(ours.registrationId);
      });
    });
    await tools.send("ServiceWorker.enable");
    const registrationId = await registration;
    const push = (news: object) =>
      tools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(news) });

    // The page notifies while it is visible.
    await push({ title: "Seen", body: "already", tag: "seen", url: chat });
    // No page is left: now the worker tells.
    await page.goto("about:blank");
    await expect.poll(() => openPages(worker)).toBe(0);
    const body = uniqueText("The boat leaves at eight");
    await push({ title: "Bruno Esposito", body, tag: "chat-1", url: chat });
    await expect.poll(() => shown(worker)).toEqual([{ title: "Bruno Esposito", body, url: chat }]);

    // Message of the worker to the page after a click on its notification. The click itself cannot be simulated.
    await page.goto("/messages");
    await expect(page.getByRole("heading", { name: "Messages" })).toBeVisible();
    await worker.evaluate(async (url) => {
      interface Pages {
        matchAll(of: object): Promise<{ postMessage(message: object): void }[]>;
      }
      const { clients } = self as unknown as { clients: Pages };
      for (const one of await clients.matchAll({ type: "window", includeUncontrolled: true }))
        one.postMessage({ type: "open", url });
    }, chat);
    await expect(page).toHaveURL(chat);
    await expect(history(page)).toBeVisible();
  });
});

/** Number of pages that the worker knows. */
const openPages = (worker: Worker) =>
  worker.evaluate(async () => {
    const { clients } = self as unknown as { clients: { matchAll(of: object): Promise<unknown[]> } };
    return (await clients.matchAll({ type: "window", includeUncontrolled: true })).length;
  });

/** Notifications visible on the screen. */
const shown = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    return (await registration.getNotifications()).map(({ title, body, data }) => ({
      title,
      body,
      url: data.url,
    }));
  });
