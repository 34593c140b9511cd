import { useTranslation } from "react-i18next";
import { useSocket, useUnsent } from "@/live";
import { OfflineBanner } from "./OfflineBanner";

/** For an account with a live connection: follows it, and tells how many messages wait. */
export function MemberOfflineBanner() {
  const { t } = useTranslation();
  const { state, hurry } = useSocket();
  const waiting = useUnsent().filter((item) => item.state === "queued").length;
  return (
    <OfflineBanner shown={state === "offline"} onConnect={hurry}>
      {waiting > 0 && <span>{t("offline.waiting", { count: waiting })}</span>}
    </OfflineBanner>
  );
}
