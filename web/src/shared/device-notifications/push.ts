// Web Push: the server tells the browser, the browser wakes the worker. Only where the server has a key.

import { registerServiceWorker, SERVICE_WORKER } from "@/lib/serviceWorker";
import { readPushKey, subscribePush, unsubscribePush } from "./api";

export function pushSupported(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window;
}

/** True when the server will tell this browser from now on. */
export async function subscribe(): Promise<boolean> {
  if (!pushSupported()) return false;
  const key = await readPushKey();
  if (!key) return false;
  const registration = await registerServiceWorker();
  await navigator.serviceWorker.ready;
  const subscription =
    (await registration.pushManager.getSubscription()) ??
    (await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytesOf(key),
    }));
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON();
  if (!endpoint || !p256dh || !auth) return false;
  await subscribePush({ endpoint, keys: { p256dh, auth } });
  return true;
}

async function known(): Promise<PushSubscription | null> {
  if (!pushSupported()) return null;
  const registration = await navigator.serviceWorker.getRegistration(SERVICE_WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function unsubscribe(): Promise<void> {
  const subscription = await known();
  if (!subscription) return;
  await unsubscribePush(subscription.endpoint);
  await subscription.unsubscribe();
}

/** Ends the subscription in this browser, without the server: nobody is signed in. The push service tells the server. */
export async function dropSubscription(): Promise<void> {
  await (await known().catch(() => null))?.unsubscribe().catch(() => {});
}

/** From base64 as it stands in URLs. */
export function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const plain = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
