import { useTranslation } from "react-i18next";
import { copyText } from "@/lib/copyText";
import { toast } from "@/lib/toasts";
import type { CompanyDetails } from "../types";

interface Sharing {
  /** Opens the share sheet of the device. Null if the browser has none. */
  share: (() => void) | null;
  copy: () => void;
}

/** Shares the address of a company. */
export function useShare({ handle, name }: Pick<CompanyDetails, "handle" | "name">): Sharing {
  const { t } = useTranslation("company");
  const url = new URL(`/companies/${handle}`, window.location.origin).href;
  const copy = async () => {
    try {
      await copyText(url);
      toast.success(t("share.copied"));
    } catch {
      toast.error(t("share.failed"));
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title: name, url });
    } catch (failure) {
      const cancelled = failure instanceof DOMException && failure.name === "AbortError";
      if (!cancelled) await copy();
    }
  };
  return {
    share: typeof navigator.share === "function" ? () => void share() : null,
    copy: () => void copy(),
  };
}
