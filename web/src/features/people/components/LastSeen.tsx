import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";

interface LastSeenProps {
  online: boolean;
  /** Unix milliseconds. */
  at: number | undefined;
  /** Shown if presence is hidden. */
  otherwise?: React.ReactNode;
}

/** Shows if a person is online, or the last-seen time. */
export function LastSeen({ online, at, otherwise = null }: LastSeenProps) {
  const { t } = useTranslation("people");
  const format = useFormat();
  if (online) return t("common:presence.online");
  return at === undefined ? otherwise : t("seen", { when: format.relative(at) });
}
