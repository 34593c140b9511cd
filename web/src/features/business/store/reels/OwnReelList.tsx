import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { announce } from "@/ui/LiveRegion";
import media from "../components/Media.module.css";
import { type OwnReel, useReelOrder } from "./api";
import { OwnReelRow } from "./OwnReelRow";
import classes from "./Reels.module.css";
import { reasonOf } from "./refusals";

interface OwnReelListProps {
  reels: readonly OwnReel[];
  onEdit: (reel: OwnReel) => void;
}

/** Reels in the order of the company's page. A row moves by drag, or by its two buttons. */
export function OwnReelList({ reels, onEdit }: OwnReelListProps) {
  const { t } = useTranslation("business-reels");
  const order = useReelOrder();
  const [dragged, setDragged] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<string>(undefined);
  // A moved row loses the focus of its button.
  useEffect(() => {
    if (!pressed.current || reels.length === 0) return;
    list.current?.querySelector<HTMLElement>(`[data-move="${pressed.current}"]`)?.focus();
    pressed.current = undefined;
  }, [reels]);
  const move = (from: number, to: number) => {
    const [reel, target] = [reels[from], reels[to]];
    if (from === to || !reel || !target) return;
    order.mutate(
      { id: reel.id, target: target.id },
      { onError: (error) => toast.error(reasonOf(error, t) ?? t("notSaved"), error) },
    );
    announce(t("order.movedTo", { place: to + 1 }));
  };
  return (
    <ul className={media.list} ref={list} aria-label={t("title")}>
      {reels.map((reel, at) => (
        <li
          key={reel.id}
          className={classes.row}
          data-dragged={dragged === at ? "" : undefined}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = "move";
            setDragged(at);
          }}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event) => dragged !== undefined && event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            if (dragged !== undefined) move(dragged, at);
            setDragged(undefined);
          }}
        >
          <OwnReelRow
            reel={reel}
            isFirst={at === 0}
            isLast={at === reels.length - 1}
            onEdit={() => onEdit(reel)}
            onMove={(step, button) => {
              pressed.current = button;
              move(at, at + step);
            }}
          />
        </li>
      ))}
    </ul>
  );
}
