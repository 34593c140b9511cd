import { useTranslation } from "react-i18next";
import { copyText } from "@/lib/copyText";
import { toast } from "@/lib/toasts";
import type { ShareTarget } from "./types";

interface ShareLink {
  copy: () => void;
  /** Opens the share sheet of the device. Null if the browser has none. */
  share: (() => void) | null;
}

/** Address of a page, to copy or to share. */
export function useShareLink({ kind, path, title, text }: ShareTarget): ShareLink {
  const { t } = useTranslation("share");
  const url = path === null ? null : new URL(path, window.location.origin).href;
  const copy = async () => {
    if (url === null) return toast.error(t("copyNone"));
    try {
      await copyText(url);
      toast.success(t(`copied.${kind}`));
    } catch {
      toast.error(t("copyFailed"));
    }
  };
  const share = async () => {
    if (url === null) return toast.error(t("copyNone"));
    try {
      await navigator.share({ title, text, url });
    } catch (failure) {
      // The system's sheet was closed without a choice.
      const cancelled = failure instanceof DOMException && failure.name === "AbortError";
      if (!cancelled) await copy();
    }
  };
  return {
    copy: () => void copy(),
    share: typeof navigator.share === "function" ? () => void share() : null,
  };
}
