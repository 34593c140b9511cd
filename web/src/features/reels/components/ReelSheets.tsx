import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { SaveSheet } from "@/shared/favourites/SaveSheet";
import { showReelFolder } from "@/shared/reels/feeds";
import type { Reel } from "@/shared/reels/types";
import { Report } from "@/shared/report/Report";
import { ShareSheet } from "@/shared/share/ShareSheet";
import { useShareLink } from "@/shared/share/useShareLink";
import { Sheet, type SheetProps } from "@/ui/Sheet";
import { reportReel } from "../api";
import { reelTarget } from "../model/shareTarget";
import { Comments } from "./Comments";
import { type MoreAction, MoreSheet, WhySheet } from "./MoreSheet";
import classes from "./Sheets.module.css";

export type SheetName = "comments" | "save" | "share" | "more" | "why" | "report";

interface ReelSheetsProps extends Pick<SheetProps, "noEntry" | "onClose"> {
  name: SheetName;
  reel: Reel;
  onMore: (action: Exclude<MoreAction, "copy">) => void;
  onNeedAccount: () => boolean;
}

/** Sheets over a reel. The reel plays on behind them. */
export function ReelSheets({ name, reel, onMore, onNeedAccount, noEntry, onClose }: ReelSheetsProps) {
  const { t } = useTranslation("reels");
  const queries = useQueryClient();
  const target = reelTarget(reel);
  const { copy } = useShareLink(target);
  const content = {
    comments: () => (
      <div className={classes.commentSheet}>
        <Comments key={reel.id} reel={reel} onNeedAccount={onNeedAccount} />
      </div>
    ),
    save: () => (
      <SaveSheet
        kind="reel"
        id={reel.id}
        folder={reel.folder_id}
        onChange={(folder) => showReelFolder(queries, reel.id, folder)}
        onDone={onClose}
      />
    ),
    share: () => <ShareSheet target={target} onDone={onClose} />,
    more: () => (
      <MoreSheet
        reel={reel}
        onAction={(action) => {
          onClose();
          if (action === "copy") copy();
          else onMore(action);
        }}
      />
    ),
    why: () => <WhySheet reel={reel} />,
    report: () => (
      <Report offerBlock={false} send={(details) => reportReel(reel.id, details)} onDone={onClose} />
    ),
  }[name];
  return (
    <Sheet opened noEntry={noEntry} onClose={onClose} title={t(`sheet.${name}`)}>
      {content()}
    </Sheet>
  );
}
