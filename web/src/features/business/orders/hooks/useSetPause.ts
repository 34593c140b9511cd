import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import type { usePause } from "./usePause";

/** Sets the length of the pause in minutes. 0 ends it. */
export function useSetPause({ set }: ReturnType<typeof usePause>): (minutes: number) => void {
  const { t } = useTranslation(["business-orders", "common"]);
  return function pause(minutes) {
    set.mutate(minutes, {
      onError(error) {
        const offline = error instanceof ApiError && error.code === "network";
        toast.error(offline ? t("common:error.network") : t("pause.failed"), error, () => pause(minutes));
      },
    });
  };
}
