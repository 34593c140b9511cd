import { useTranslation } from "react-i18next";
import { copyText } from "@/lib/copyText";
import { toast } from "@/lib/toasts";
import type { Order } from "../types";

/** Shares the page of the company that took an order, by the share sheet or the clipboard. */
export function useShareCompany({ handle, name }: Order["company"]): () => void {
  const { t } = useTranslation("payment");
  return async () => {
    const url = new URL(`/companies/${handle}`, window.location.origin).href;
    try {
      if (typeof navigator.share === "function") {
        await navigator.share({ title: name, text: t("completed.shareText", { company: name }), url });
        return;
      }
      await copyText(url);
      toast.success(t("completed.copied"));
    } catch (failure) {
      const cancelled = failure instanceof DOMException && failure.name === "AbortError";
      if (!cancelled) toast.error(t("completed.shareFailed"));
    }
  };
}
