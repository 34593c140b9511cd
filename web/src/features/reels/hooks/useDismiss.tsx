import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import type { Reel } from "@/shared/reels/types";
import { muteCompany, reportView } from "../api";
import type { useFeed } from "./useFeed";

interface DismissOptions {
  feed: Pick<ReturnType<typeof useFeed>, "hideReel" | "showReel" | "hideCompany" | "showCompany">;
  onNotice: (notice: ReactNode) => void;
}

interface Mute {
  company: Reel["company"];
  muted: boolean;
}

/** Takes reels out of the feed, with a way back. */
export function useDismiss({ feed, onNotice }: DismissOptions) {
  const { t } = useTranslation("reels");
  const latest = useRef(onNotice);
  latest.current = onNotice;
  /** Reel that was skipped and can still be shown again. */
  const skipped = useRef<number | null>(null);
  const settle = useCallback(() => {
    const { current } = skipped;
    skipped.current = null;
    // A preference only: nothing is lost without it.
    if (current !== null) void reportView(current, 0, true).catch(() => {});
  }, []);
  useEffect(() => {
    window.addEventListener("pagehide", settle);
    return () => {
      window.removeEventListener("pagehide", settle);
      settle();
      // The notice belongs to the page.
      latest.current(null);
    };
  }, [settle]);
  const withUndo = (text: string, undo: () => void) =>
    onNotice(
      <>
        <span role="status">{text}</span>
        <Button
          variant="subtle"
          onClick={() => {
            undo();
            onNotice(null);
          }}
        >
          {t("undo")}
        </Button>
      </>,
    );
  const show = (company: number, muted: boolean) =>
    muted ? feed.hideCompany(company) : feed.showCompany(company);
  const { mutate: setMuted } = useMutation({
    // One after the other: the way back follows the change.
    scope: { id: "reel-mute" },
    mutationFn: ({ company, muted }: Mute) => muteCompany(company.id, muted),
    onMutate: ({ company, muted }) => show(company.id, muted),
    onError(error, change) {
      const { company, muted } = change;
      show(company.id, !muted);
      if (muted) onNotice(null);
      toast.error(t("mute.failed", { company: company.name }), error, () =>
        muted ? mute(company) : setMuted(change),
      );
    },
  });
  const mute = (company: Reel["company"]) => {
    setMuted({ company, muted: true });
    withUndo(t("mute.done", { company: company.name }), () => setMuted({ company, muted: false }));
  };
  return {
    /** Reports the reel that was skipped: its notice goes. */
    settle,
    skip(reel: Reel) {
      settle();
      skipped.current = reel.id;
      feed.hideReel(reel.id);
      withUndo(t("skip.done"), () => {
        skipped.current = null;
        feed.showReel(reel.id);
      });
    },
    mute({ company }: Reel) {
      settle();
      mute(company);
    },
  };
}
