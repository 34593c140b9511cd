import type { Realm } from "@/api/session";
import { NotificationSettings } from "@/features/messages/notifications/NotificationSettings";
import { PreferencesScreen } from "@/features/notifications/PreferencesScreen";

/** Channels of notifications, with the switch of this device. */
export function PreferencesRoute({ side, back }: { side: Realm; back: string }) {
  return <PreferencesScreen side={side} back={back} device={<NotificationSettings />} />;
}
