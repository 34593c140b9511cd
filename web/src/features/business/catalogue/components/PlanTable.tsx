import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { type Resource, useResourceChanges } from "../api";
import { isSameSpot, PLAN, placeWithin, type Spot } from "../model/floorPlan";
import { formOf } from "../model/resource";
import classes from "./FloorPlan.module.css";

const STEP = 2;
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

interface PlanTableProps {
  table: Resource;
  isSelected: boolean;
  isJoined: boolean;
  onSelect: () => void;
}

/** Table on the plan. A drop and the end of keyboard moves save its place. */
export function PlanTable({ table, isSelected, isJoined, onSelect }: PlanTableProps) {
  const { t } = useTranslation("business-catalogue");
  const { save } = useResourceChanges();
  const { place } = table;
  const [at, setAt] = useState<Spot>(place);
  /** Spot that the server has, or is about to have. */
  const [sent, setSent] = useState<Spot>(place);
  const [seen, setSeen] = useState<Spot>(place);
  const from = useRef<Spot | null>(null);
  const reset = () => {
    setAt(place);
    setSent(place);
  };
  if (!isSameSpot(seen, place)) {
    setSeen(place);
    // Moved elsewhere. A table that is being moved here stays where it is.
    if (!save.isPending && isSameSpot(at, sent)) reset();
  }
  const store = (next: Spot) => {
    if (isSameSpot(next, sent)) return;
    setSent(next);
    save.mutate(
      { id: table.id, body: { ...formOf(table), place: { ...place, x: next.x, y: next.y } } },
      {
        onError(error) {
          reset();
          toast.error(t("failed"), error);
        },
      },
    );
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY };
    onSelect();
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const plan = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!from.current || !plan) return;
    const dx = ((event.clientX - from.current.x) / plan.width) * PLAN.width;
    const dy = ((event.clientY - from.current.y) / plan.height) * PLAN.height;
    setAt(placeWithin(place, { x: sent.x + dx, y: sent.y + dy }));
  };
  const onPointerUp = () => {
    if (from.current) store(at);
    from.current = null;
  };
  const onPointerCancel = () => {
    from.current = null;
    setAt(sent);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    onSelect();
    setAt(placeWithin(place, { x: at.x + step[0], y: at.y + step[1] }));
  };
  return (
    <button
      type="button"
      className={classes.table}
      data-round={place.is_round || undefined}
      data-joined={isJoined || undefined}
      aria-pressed={isSelected}
      aria-label={t("plan.table", { name: table.name, x: at.x, y: at.y })}
      style={{
        insetInlineStart: `${(at.x / PLAN.width) * 100}%`,
        insetBlockStart: `${(at.y / PLAN.height) * 100}%`,
        inlineSize: `${(place.width / PLAN.width) * 100}%`,
        blockSize: `${(place.height / PLAN.height) * 100}%`,
      }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
      onClick={onSelect}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => event.key in STEPS && store(at)}
      onBlur={() => store(at)}
    >
      <strong>{table.name}</strong>
      <small>{t("plan.seats", { min: table.seats_min, max: table.seats_max })}</small>
    </button>
  );
}
