import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useAuth } from "@/api/auth";
import { toast } from "@/lib/toasts";
import { resolveGuard } from "./guards";

/** Tells the end of a session on a page that stays open without one. Elsewhere the sign-in page says it in place. */
export function SessionEndToast() {
  const { t } = useTranslation();
  const ended = useAuth((state) => state.ended);
  const location = useLocation();
  const stays = useRef(false);
  stays.current = "allow" in resolveGuard(location, null);
  useEffect(() => {
    if (ended && stays.current) toast.warning(t(`sessionEnd.${ended}`));
  }, [ended, t]);
  return null;
}
