import { expect, test, type Worker } from "@playwright/test";
import { closeAfterEach, history, join, openChat, uniqueText } from "./support/chat";

test.use({
  serviceWorkers: "allow",
  launchOptions: {
    // The browser without windows has no notifications.
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking"],
  },
});

closeAfterEach();

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
  const delivered = async () => {
    // The tool may lose a message after the page has left. A repeat replaces the notification with its tag.
    await push({ title: "Bruno Esposito", body, tag: "chat-1", url: chat });
    return shown(worker);
  };
  await expect.poll(delivered).toEqual([{ title: "Bruno Esposito", body, url: chat }]);

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
