import { useId } from "react";
import { useTranslation } from "react-i18next";
import { moveFocus } from "../hooks/moveFocus";
import type { ZonedFormat } from "../hooks/useZonedFormat";
import { groupByPart, type PartOfDay } from "../model/partOfDay";
import type { Slot } from "../types";
import classes from "./SlotList.module.css";

interface SlotListProps {
  slots: readonly Slot[];
  value: string | null;
  /** Units left from which their number is shown. */
  fewLeft: number;
  /** Starts that changed just now. */
  glowing: ReadonlySet<string>;
  format: ZonedFormat;
  onChange: (slot: Slot) => void;
}

/** Times of a day, grouped by its part. */
export function SlotList({ slots, ...rest }: SlotListProps) {
  return (
    <div className={classes.groups}>
      {groupByPart(slots).map(({ part, slots: of }) => (
        <Part key={part} part={part} slots={of} {...rest} />
      ))}
    </div>
  );
}

function Part({
  part,
  slots,
  value,
  fewLeft,
  glowing,
  format,
  onChange,
}: SlotListProps & { part: PartOfDay }) {
  const { t } = useTranslation("booking");
  const id = useId();
  const tabStop = (slots.find(({ starts_at }) => starts_at === value) ?? slots.find(({ left }) => left > 0))
    ?.starts_at;
  return (
    <div>
      <h3 id={id} className={classes.part}>
        {t(`part.${part}`)}
      </h3>
      {/* biome-ignore lint/a11y/useSemanticElements: the heading names the group */}
      <div role="group" aria-labelledby={id} className={classes.slots} onKeyDown={moveFocus}>
        {slots.map((slot) => {
          const selected = slot.starts_at === value;
          const taken = slot.left <= 0 && !selected;
          const few = !taken && slot.left > 0 && slot.left <= fewLeft;
          const time = format.time(slot.starts_at);
          return (
            <button
              type="button"
              key={slot.starts_at}
              data-item=""
              className={`bare ${classes.slot}`}
              aria-pressed={selected}
              aria-disabled={taken}
              aria-label={taken ? t("slot.taken", { time }) : undefined}
              data-changed={glowing.has(slot.starts_at) ? "" : undefined}
              tabIndex={slot.starts_at === tabStop ? 0 : -1}
              onClick={() => !taken && onChange(slot)}
            >
              {time}
              {few && <span className={classes.left}>{t("slot.left", { count: slot.left })}</span>}
            </button>
          );
        })}
      </div>
    </div>
  );
}
