// Notification settings of this browser: messages and sound. Stored locally, so each device has its own.

import { create } from "zustand";
import { isInsecure } from "@/lib/secureContext";
import { readStored, writeStored } from "@/lib/storage";

const keys = { on: "plaza.alerts", sound: "plaza.alerts.sound" } as const;

interface Preference {
  on: boolean;
  sound: boolean;
  /** The server tells this browser by itself, also when no page is open. */
  pushed: boolean;
}

export const usePreference = create<Preference>(() => ({
  on: readStored(keys.on) === "on",
  sound: readStored(keys.sound) === "on",
  pushed: readStored("plaza.alerts.push") === "on",
}));

export function setPreference(change: Partial<Preference>): void {
  usePreference.setState(change);
  const { on, sound, pushed } = usePreference.getState();
  writeStored(keys.on, on ? "on" : null);
  writeStored(keys.sound, sound ? "on" : null);
  writeStored("plaza.alerts.push", pushed ? "on" : null);
}

export function permission(): NotificationPermission | "absent" | "insecure" {
  if (isInsecure()) return "insecure";
  return typeof Notification === "undefined" ? "absent" : Notification.permission;
}
