import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import controls from "@/shared/filters/Filters.module.css";
import { dateIn, viewerZone } from "@/shared/opening/zonedTime";
import type { Filters } from "../model/filters";
import { PARTS_OF_DAY } from "../model/partsOfDay";
import { Calendar } from "./Calendar";
import { chooseDay } from "./chooseDay";
import { daysSoon } from "./daysSoon";
import classes from "./Panels.module.css";

interface WhenPanelProps {
  filters: Filters;
  onChange: (patch: Partial<Filters>) => void;
}

/** Day, or first and last day, and the part of the day. */
export function WhenPanel({ filters, onChange }: WhenPanelProps) {
  const { t } = useTranslation("discover");
  const name = useId();
  const [today] = useState(() => dateIn(viewerZone(), Date.now()));
  const { date, until, time } = filters;
  return (
    <div className={classes.panel}>
      <fieldset className={controls.group}>
        <legend className={controls.legend}>{t("search.when")}</legend>
        <div className={controls.pills}>
          {daysSoon(today).map(({ key, days }) => (
            <label key={key} className={controls.pill}>
              <input
                type="radio"
                name={name}
                checked={date === days.date && until === days.until}
                onChange={() => onChange(days)}
              />
              <span>{t(`when.${key}`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Calendar
        today={today}
        from={date}
        until={until}
        onChoose={(day) => onChange(chooseDay({ date, until }, day))}
      />
      {date && !until && (
        <fieldset className={controls.group}>
          <legend className={controls.legend}>{t("when.time")}</legend>
          <div className={controls.pills}>
            {[null, ...PARTS_OF_DAY.map(({ key }) => key)].map((part) => (
              <label key={part} className={controls.pill}>
                <input
                  type="radio"
                  name={`${name} time`}
                  checked={time === part}
                  onChange={() => onChange({ time: part })}
                />
                <span>{t(part ? `when.part.${part}` : "when.anyTime")}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}
