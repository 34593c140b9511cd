import { SettingsScreen } from "@/features/me/SettingsScreen";
import { VoiceSettings } from "@/features/messages/conversation/voice/VoiceSettings";
import { ReelSettings } from "@/features/reels/ReelSettings";

/** Settings of the device, with those of reels and of voice messages. */
export function SettingsRoute() {
  return (
    <SettingsScreen>
      <ReelSettings />
      <VoiceSettings />
    </SettingsScreen>
  );
}
