// Keeps the page of the app with its files, so that a reload without network opens the app, and shows push notifications.
// Data is never kept here: requests to the API pass.

const CACHE = "plaza-shell";
/** Every path of the app is served by one page. */
const PAGE = "/";
/** Files of the page whose names hold no hash of their content. */
const UNHASHED = ["/boot.js", "/mark.svg", "/manifest.webmanifest"];

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepPage());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});

// A page names the files that it loaded before this worker controlled it.
self.addEventListener("message", (event) => {
  if (event.data?.type === "keep") event.waitUntil(keepFiles(event.data.files));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    const isFile = pathname.startsWith("/api/") || pathname.split("/").pop().includes(".");
    if (!isFile) event.respondWith(page(event));
  } else if (isHashed(pathname)) {
    event.respondWith(hashedFile(event));
  } else if (UNHASHED.includes(pathname)) {
    event.respondWith(fetch(request).catch(() => kept(pathname)));
  }
});

const isHashed = (pathname) => pathname.startsWith("/assets/");

/** Answers with the kept response, or with a network error. */
async function kept(pathname) {
  const cache = await caches.open(CACHE);
  return (await cache.match(pathname)) ?? Response.error();
}

async function page(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    if (answer.ok) event.waitUntil(keepChangedPage(answer.clone()));
    return answer;
  } catch {
    return kept(PAGE);
  }
}

async function hashedFile(event) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(event.request.url);
  if (known) return known;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(cache.put(event.request.url, answer.clone()));
  return answer;
}

/** Keeps the page again if a new version of the app was served. */
async function keepChangedPage(answer) {
  const before = await kept(PAGE);
  if (before.type !== "error" && filesOf(await before.text()).join() === filesOf(await answer.text()).join())
    return;
  await keepPage();
}

/** Keeps the page and its files, and removes the files of an earlier version. */
async function keepPage() {
  const answer = await fetch(PAGE, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${PAGE}: ${answer.status}`);
  const files = filesOf(await answer.clone().text());
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (isHashed(pathname) && !files.includes(pathname)) await cache.delete(url);
  }
  await keepFiles(files);
  await cache.addAll(UNHASHED);
  await cache.put(PAGE, answer);
}

async function keepFiles(files) {
  const cache = await caches.open(CACHE);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(files.filter((file) => isHashed(file) && !known.has(file)));
}

/** Returns the paths of the hashed files that a page names, in their order. */
function filesOf(html) {
  return [...new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file))];
}

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
    icon: "/icons/192.png",
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
