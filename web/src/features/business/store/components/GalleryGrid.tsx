import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { announce } from "@/ui/LiveRegion";
import { moved } from "../../policies/model/policyForm";
import { type GalleryItem, useGalleryChanges } from "../api";
import { GalleryTile } from "./GalleryTile";
import classes from "./Media.module.css";

interface GalleryGridProps {
  items: readonly GalleryItem[];
  onRemove: (item: GalleryItem) => void;
}

/** Pictures in their order. A tile moves by drag, or by its two buttons. */
export function GalleryGrid({ items, onRemove }: GalleryGridProps) {
  const { t } = useTranslation("business-store");
  const { order } = useGalleryChanges();
  const [dragged, setDragged] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<string>(undefined);
  // A moved tile loses the focus of its button.
  useEffect(() => {
    if (!pressed.current || items.length === 0) return;
    list.current?.querySelector<HTMLElement>(`[data-move="${pressed.current}"]`)?.focus();
    pressed.current = undefined;
  }, [items]);
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= items.length) return;
    order.mutate(moved(items, from, to), { onError: (error) => toast.error(t("notSaved"), error) });
    announce(t("gallery.movedTo", { place: to + 1, count: items.length }));
  };
  return (
    <ul className={classes.grid} ref={list} aria-label={t("tab.gallery")}>
      {items.map((item, at) => (
        <li
          key={item.id}
          className={classes.tile}
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
          <GalleryTile
            item={item}
            number={at + 1}
            count={items.length}
            onMove={(step, button) => {
              pressed.current = button;
              move(at, at + step);
            }}
            onRemove={() => onRemove(item)}
          />
        </li>
      ))}
    </ul>
  );
}
