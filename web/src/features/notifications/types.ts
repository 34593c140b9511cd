import type { DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";

export type Notification = DeepRequired<components["schemas"]["Notification"]>;
export type NotificationKind = components["schemas"]["NotificationKind"];
export type NotificationTarget = components["schemas"]["NotificationTarget"];
export type NotificationGroup = components["schemas"]["NotificationGroup"];
export type Preference = DeepRequired<components["schemas"]["NotificationPreference"]>;

/** New or old. */
export type ReadState = "unread" | "read";
/** Entries by number; null means all. */
export type Selection = readonly number[] | null;
