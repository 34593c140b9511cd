import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import type { Reel } from "@/shared/reels/types";
import { muteCompany, reportView } from "../api";
import type { useFeed } from "./useFeed";

interface DismissOptions {
  feed: Pick<ReturnType<typeof useFeed>, "hideReel" | "showReel" | "hideCompany" | "showCompany">;
  onNotice: (notice: ReactNode) => void;
}

/** Takes reels out of the feed, with a way back. */
export function useDismiss({ feed, onNotice }: DismissOptions) {
  const { t } = useTranslation("reels");
  const latest = useRef(onNotice);
  latest.current = onNotice;
  // The notice belongs to the page.
  useEffect(() => () => latest.current(null), []);
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
  const setMuted = async (company: number, muted: boolean) => {
    if (muted) feed.hideCompany(company);
    else feed.showCompany(company);
    try {
      await muteCompany(company, muted);
    } catch {
      if (muted) feed.showCompany(company);
      else feed.hideCompany(company);
      toast.error(t("mute.failed"));
    }
  };
  return {
    skip(reel: Reel) {
      feed.hideReel(reel.id);
      // A preference only: nothing is lost without it.
      void reportView(reel.id, 0, true).catch(() => {});
      withUndo(t("skip.done"), () => feed.showReel(reel.id));
    },
    mute({ company }: Reel) {
      void setMuted(company.id, true);
      withUndo(t("mute.done", { company: company.name }), () => void setMuted(company.id, false));
    },
  };
}
