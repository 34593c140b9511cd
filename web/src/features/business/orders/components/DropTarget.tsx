import { type ReactNode, useState } from "react";
import type { Order } from "@/shared/orders/types";
import type { Column } from "../model/board";
import classes from "./Board.module.css";

interface DropTargetProps {
  column: Column;
  dragged: Order | null;
  onDrop: (order: Order) => void;
  children: ReactNode;
}

/** Column that takes a dragged order if it may follow. The buttons of a card do the same. */
export function DropTarget({ column, dragged, onDrop, children }: DropTargetProps) {
  const [over, setOver] = useState(false);
  const order = dragged?.next.includes(column) ? dragged : null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons of each card do the same by keyboard
    <div
      className={classes.drop}
      data-drop={order ? (over ? "over" : "open") : undefined}
      onDragOver={(event) => {
        if (!order) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (order) onDrop(order);
      }}
    >
      {children}
    </div>
  );
}
