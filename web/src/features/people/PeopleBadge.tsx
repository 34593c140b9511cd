import { useTranslation } from "react-i18next";
import { CountBadge } from "@/ui/CountBadge";
import { useFriends } from "./hooks/useFriends";

/** Count of received requests for the shell's navigation. */
export function PeopleBadge() {
  const { t } = useTranslation("people");
  const { state } = useFriends();
  const waiting = state?.incoming.length ?? 0;
  return <CountBadge value={waiting} label={t("waiting", { count: waiting })} />;
}
