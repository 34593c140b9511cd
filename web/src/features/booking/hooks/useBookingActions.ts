import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { copyText } from "@/lib/copyText";
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

/** Shares the page of the booked offering, by the share sheet or the clipboard. */
export function useShareOffering({ offering, company }: Pick<Booking, "offering" | "company">): () => void {
  const { t } = useTranslation("booking");
  return async () => {
    const url = new URL(`/products/${offering.id}`, window.location.origin).href;
    try {
      if (typeof navigator.share === "function") {
        await navigator.share({ title: `${offering.name} · ${company.name}`, url });
        return;
      }
      await copyText(url);
      toast.success(t("share.copied"));
    } catch (failure) {
      const cancelled = failure instanceof DOMException && failure.name === "AbortError";
      if (!cancelled) toast.error(t("share.failed"));
    }
  };
}

const said = (error: Error, failed: string, offline: string): string =>
  error instanceof ApiError && error.code === "network" ? offline : failed;
