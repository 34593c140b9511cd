import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { changeSettings, type SettingsChange } from "../api";
import { withSettings } from "../model/chats";
import type { ChatSettings } from "../model/wire";
import { useChats } from "../useChatStreams";

/** Far enough to be for ever, and a date that every browser can write. */
export const MUTED_FOREVER = "9999-12-31T00:00:00.000Z";

/** Mute, pin and archive: shown at once in the list, and taken back if the server refuses. */
export function useSettings(chat: number) {
  const { t } = useTranslation("messages");
  const { patch } = useChats();
  const settings = useMutation({
    mutationFn: (change: SettingsChange) => changeSettings(chat, change),
    onMutate(change) {
      let before: ChatSettings | undefined;
      patch((now) => {
        before = now.chats.find(({ id }) => id === chat);
        return withSettings(now, chat, shown(change));
      });
      return before;
    },
    onError(failure, change, before) {
      const { muted_until, pinned, archived } = change;
      // Only what this change has touched: another one may be on its way.
      if (before) {
        const restored: Partial<ChatSettings> = {
          ...(muted_until !== undefined && { muted_until: before.muted_until }),
          ...(pinned !== undefined && { pinned_at: before.pinned_at }),
          ...(archived !== undefined && { archived: before.archived }),
        };
        patch((now) => withSettings(now, chat, restored));
      }
      toast.error(t("settingsFailed"), failure, () => settings.mutate(change));
    },
  });
  return settings;
}

function shown({ muted_until, pinned, archived }: SettingsChange): Partial<ChatSettings> {
  return {
    ...(muted_until !== undefined && { muted_until }),
    ...(pinned !== undefined && { pinned_at: pinned ? new Date().toISOString() : null }),
    ...(archived !== undefined && { archived }),
  };
}

export const MUTE_HOURS = [1, 8, 24 * 7] as const;

export function mutedFor(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString();
}
