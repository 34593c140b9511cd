import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { type Resource, useResourceChanges } from "../api";
import { formOf } from "../model/resource";
import classes from "./FloorPlan.module.css";

/** Units of the plan, as stored. */
const PLAN = { width: 100, height: 70 };
const STEP = 2;
const STEPS: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

const within = (value: number, max: number) => Math.round(Math.min(Math.max(value, 0), max));

/** Tables of a room. They are dragged, or moved with the arrow keys. */
export function FloorPlan({ tables }: { tables: readonly Resource[] }) {
  const { t } = useTranslation("business-catalogue");
  const areas = [...new Set(tables.map(({ place }) => place.area))];
  return areas.map((area) => (
    <section key={area} className={classes.room}>
      <h2>{area || t("plan.title")}</h2>
      <p className={classes.muted}>{t("plan.text")}</p>
      <div className={classes.plan} data-plan="">
        {tables
          .filter(({ place }) => place.area === area)
          .map((table) => (
            <Table key={`${table.id}-${table.place.x}-${table.place.y}`} table={table} />
          ))}
      </div>
    </section>
  ));
}

function Table({ table }: { table: Resource }) {
  const { t } = useTranslation("business-catalogue");
  const { save } = useResourceChanges();
  const { place } = table;
  const [at, setAt] = useState({ x: place.x, y: place.y });
  const from = useRef<{ x: number; y: number } | null>(null);
  const limit = (x: number, y: number) => ({
    x: within(x, PLAN.width - place.width),
    y: within(y, PLAN.height - place.height),
  });
  const store = (next: { x: number; y: number }) => {
    if (next.x === place.x && next.y === place.y) return;
    save.mutate(
      { id: table.id, body: { ...formOf(table), place: { ...place, ...next } } },
      {
        onError() {
          setAt({ x: place.x, y: place.y });
          toast.error(t("failed"));
        },
      },
    );
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const plan = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!from.current || !plan) return;
    const dx = ((event.clientX - from.current.x) / plan.width) * PLAN.width;
    const dy = ((event.clientY - from.current.y) / plan.height) * PLAN.height;
    setAt(limit(place.x + dx, place.y + dy));
  };
  const onPointerUp = () => {
    if (from.current) store(at);
    from.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    setAt(limit(at.x + step[0], at.y + step[1]));
  };
  return (
    <button
      type="button"
      className={classes.table}
      data-round={place.is_round || undefined}
      aria-label={t("plan.table", { name: table.name, x: at.x, y: at.y })}
      style={{
        left: `${(at.x / PLAN.width) * 100}%`,
        top: `${(at.y / PLAN.height) * 100}%`,
        inlineSize: `${(place.width / PLAN.width) * 100}%`,
        blockSize: `${(place.height / PLAN.height) * 100}%`,
      }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onKeyDown={onKeyDown}
      onBlur={() => store(at)}
    >
      {table.name}
    </button>
  );
}
