import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { saveAs } from "@/lib/saveAs";
import { toast } from "@/lib/toasts";
import type { Booking } from "@/shared/booking/types";
import { downloadCalendar } from "../api";

/** Saves the calendar file of a booking. */
export function useCalendarFile({ id, code }: Pick<Booking, "id" | "code">) {
  const { t } = useTranslation("booking");
  const save = useMutation({
    mutationFn: () => downloadCalendar(id),
    onSuccess: (file) => saveAs(file, `${code}.ics`),
    onError(error) {
      const text = said(error, t("calendar.failed"), t("common:error.network"));
      toast.error(text, error, () => save.mutate());
    },
  });
  return save;
}

const said = (error: Error, failed: string, offline: string): string =>
  error instanceof ApiError && error.code === "network" ? offline : failed;
