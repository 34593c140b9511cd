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
  const known = await registration.pushManager.getSubscription();
  const subscription =
    known ??
    (await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytesOf(key),
    }));
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON();
  if (!endpoint || !p256dh || !auth) return false;
  await subscribePush({ endpoint, keys: { p256dh, auth } });
  return true;
}

export async function unsubscribe(): Promise<void> {
  if (!pushSupported()) return;
  const registration = await navigator.serviceWorker.getRegistration(SERVICE_WORKER);
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  await unsubscribePush(subscription.endpoint);
  await subscription.unsubscribe();
}

/** From base64 as it stands in URLs. */
export function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const plain = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
