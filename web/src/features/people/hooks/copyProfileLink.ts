import type { TFunction } from "i18next";
import { copyText } from "@/lib/copyText";
import { toast } from "@/lib/toasts";

/** Copies the URL of a profile to the clipboard. */
export async function copyProfileLink(id: number, t: TFunction<"people">): Promise<void> {
  const url = new URL(`/people/${id}`, window.location.origin).href;
  try {
    await copyText(url);
    toast.success(t("link.copied"));
  } catch {
    toast.error(t("link.failed"));
  }
}
