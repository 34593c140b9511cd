import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";

interface LastSeenProps {
  online: boolean;
  /** Unix milliseconds. */
  at: number | undefined;
  /** Where nothing may be told. */
  otherwise?: React.ReactNode;
}

/** Whether somebody is there, or when they were. */
export function LastSeen({ online, at, otherwise = null }: LastSeenProps) {
  const { t } = useTranslation("people");
  const format = useFormat();
  if (online) return t("common:presence.online");
  return at === undefined ? otherwise : t("seen", { when: format.relative(at) });
}
