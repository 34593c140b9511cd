import { useTranslation } from "react-i18next";
import { copyText } from "@/lib/copyText";
import { toast } from "@/lib/toasts";
import type { Reel } from "@/shared/reels/types";

interface ReelLink {
  copy: () => void;
  /** Opens the share sheet of the device. Null if the browser has none. */
  share: (() => void) | null;
}

/** Address of a reel, to copy or to share. */
export function useReelLink(reel: Reel | undefined): ReelLink {
  const { t } = useTranslation("reels");
  const url = reel && new URL(`/videos/${reel.id}`, window.location.origin).href;
  const copy = async () => {
    if (!url) return toast.error(t("link.none"));
    try {
      await copyText(url);
      toast.success(t("link.copied"));
    } catch {
      toast.error(t("link.failed"));
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title: reel?.company.name, text: reel?.caption, url });
    } catch (failure) {
      const cancelled = failure instanceof DOMException && failure.name === "AbortError";
      if (!cancelled) await copy();
    }
  };
  return {
    copy: () => void copy(),
    share: typeof navigator.share === "function" ? () => void share() : null,
  };
}
