import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { moveFocus } from "../hooks/moveFocus";
import { byArea, type Frame, frameOf, PLAN_WIDTH, type TableState, tableState } from "../model/floorPlan";
import type { Slot, Table } from "../types";
import classes from "./FloorPlan.module.css";

interface FloorPlanProps {
  tables: readonly Table[];
  /** Chosen time. Without it all tables are shown as they stand. */
  slot: Slot | undefined;
  members: number;
  /** Tables of the own hold. */
  mine?: readonly number[];
  /** Chosen table. Null: any. */
  value: number | null;
  onChange: (table: number | null) => void;
}

interface TableView {
  table: Table;
  state: TableState;
  chosen: boolean;
}

/** Tables of a restaurant as they stand, and the same as a list. */
export function FloorPlan({ tables, slot, members, mine = [], value, onChange }: FloorPlanProps) {
  const { t } = useTranslation("booking");
  const format = useFormat();
  const view = (table: Table): TableView => {
    const state = tableState(table, { slot, members, mine });
    return { table, state, chosen: table.id === value };
  };
  const joined = tables.filter(({ id }) => slot?.joined.includes(id));
  return (
    <div className={classes.plans}>
      <button
        type="button"
        className={`bare ${classes.any}`}
        aria-pressed={value === null}
        onClick={() => onChange(null)}
      >
        <span className={classes.name}>{t("table.any")}</span>
        <span className={classes.note}>{t("table.anyNote")}</span>
      </button>
      {joined.length > 0 && (
        <p className={classes.joined}>
          {t("table.joined", { tables: format.list(joined.map(({ name }) => name)) })}
        </p>
      )}
      {byArea(tables).map(({ area, tables: of }) => (
        <Area key={area} area={area} views={of.map(view)} onChange={onChange} />
      ))}
      <Legend />
      <TableList views={tables.map(view)} onChange={onChange} />
    </div>
  );
}

interface ViewsProps {
  views: readonly TableView[];
  onChange: (table: number) => void;
}

const isOpen = ({ state, chosen }: TableView): boolean => state === "free" || state === "mine" || chosen;

/** Name of a table with its size and state. */
function useTableName(): (view: TableView) => string {
  const { t } = useTranslation("booking");
  return ({ table: { name, seats_min: min, seats_max: max }, state }) =>
    t("table.label", {
      name,
      seats: min === max ? t("party.count", { count: max }) : t("table.seats", { min, max }),
      state: t(`table.state.${state}`),
    });
}

function Area({ area, views, onChange }: ViewsProps & { area: string }) {
  const { t } = useTranslation("booking");
  const nameOf = useTableName();
  const frame = frameOf(views.map(({ table }) => table));
  const tabStop = (views.find(({ chosen }) => chosen) ?? views.find(isOpen) ?? views[0])?.table.id;
  return (
    <section className={classes.area} aria-label={area || t("table.plan")}>
      {area && <h3 className={classes.title}>{area}</h3>}
      <div className={classes.scroll}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold the plan */}
        <div
          role="group"
          aria-label={t("table.plan")}
          className={classes.plan}
          style={{ aspectRatio: `${PLAN_WIDTH} / ${frame.height}` }}
          onKeyDown={moveFocus}
        >
          {views.map((view) => (
            <button
              type="button"
              key={view.table.id}
              data-item=""
              data-state={view.state}
              data-round={view.table.is_round || undefined}
              className={`bare ${classes.table}`}
              style={placeOf(view.table, frame)}
              aria-label={nameOf(view)}
              aria-pressed={view.chosen}
              aria-disabled={!isOpen(view)}
              tabIndex={view.table.id === tabStop ? 0 : -1}
              onClick={() => isOpen(view) && onChange(view.table.id)}
            >
              <span className={classes.name}>{view.table.name}</span>
              <span className={classes.seats}>{view.table.seats_max}</span>
            </button>
          ))}
        </div>
      </div>
    </section>
  );
}

const placeOf = ({ x, y, width, height }: Table, frame: Frame) => ({
  left: `${(x / PLAN_WIDTH) * 100}%`,
  top: `${((y - frame.top) / frame.height) * 100}%`,
  inlineSize: `${(width / PLAN_WIDTH) * 100}%`,
  blockSize: `${(height / frame.height) * 100}%`,
});

/** Meaning of the colors. Screen readers hear it with each table. */
function Legend() {
  const { t } = useTranslation("booking");
  const states = ["free", "mine", "joined", "taken"] as const;
  return (
    <ul className={classes.legend} aria-hidden="true">
      {states.map((state) => (
        <li key={state}>
          <span className={classes.sample} data-state={state} />
          {t(`table.state.${state}`)}
        </li>
      ))}
    </ul>
  );
}

function TableList({ views, onChange }: ViewsProps) {
  const { t } = useTranslation("booking");
  const nameOf = useTableName();
  const open = views.filter(isOpen);
  return (
    <details className={classes.details}>
      <summary className={classes.summary}>{t("table.list")}</summary>
      {open.length === 0 && <p className={classes.note}>{t("table.none")}</p>}
      <ul className={classes.list} aria-label={t("table.list")}>
        {open.map((view) => (
          <li key={view.table.id}>
            <button
              type="button"
              className={`bare ${classes.row}`}
              aria-pressed={view.chosen}
              onClick={() => onChange(view.table.id)}
            >
              {nameOf(view)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
