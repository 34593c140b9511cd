// Wakes when the server has something to tell and no page may be open. It shows that, and leads to it; nothing else.

self.addEventListener("push", (event) => {
  let news = {};
  try {
    news = event.data.json();
  } catch {
    return;
  }
  event.waitUntil(show(news));
});

async function show({ title, body, tag, url, chat_id }) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // The page is visible: it notifies by itself.
  if (pages.some((page) => page.visibilityState === "visible")) return;
  await self.registration.showNotification(title || "Plaza", {
    body: body || "",
    tag: tag || `chat-${chat_id}`,
    icon: "/mark.svg",
    badge: "/mark.svg",
    data: { url: url || (chat_id ? `/messages/${chat_id}` : "/messages") },
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.url, self.location.origin)));
});

async function open(url) {
  // Only pages of our own, whatever the payload says.
  if (url.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url: there }) => new URL(there).pathname.startsWith("/messages")) ?? pages[0];
  if (!page) {
    await self.clients.openWindow(url.href);
    return;
  }
  await page.focus();
  // The page navigates without a reload.
  page.postMessage({ type: "open", url: url.pathname + url.search });
}
