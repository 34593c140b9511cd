import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import { announce } from "@/ui/LiveRegion";
import { DATES_MAX } from "../../catalogue/model/dates";
import { DayRange } from "../../components/DayRange";
import { EXCEPTIONS_MAX, type ExceptionValue, rowsOf, withClosed } from "../model/hours";
import { ClosedDaysRow } from "./ClosedDaysRow";
import { ExceptionRow } from "./ExceptionRow";
import classes from "./Store.module.css";
import type { SectionProps } from "./StoreForm";

interface ExceptionListProps extends SectionProps {
  onChange: (exceptions: ExceptionValue[]) => void;
}

/** Dates with other hours. Closed days that follow each other stand in one row. */
export function ExceptionList({ form, onChange }: ExceptionListProps) {
  const { t } = useTranslation("business-store");
  const { exceptions } = form.values.hours;
  /** Dates that are edited one by one. */
  const [apart, setApart] = useState<ReadonlySet<string>>(new Set());
  const keepApart = (...dates: string[]) => setApart((before) => new Set([...before, ...dates]));
  const closeOn = (dates: string[]) => {
    onChange(withClosed(exceptions, dates));
    setApart(new Set());
    announce(t("hours.closedDays", { count: dates.length }));
  };
  const max = Math.min(DATES_MAX, EXCEPTIONS_MAX - exceptions.length);
  return (
    <>
      {rowsOf(exceptions, apart).map((row) => {
        const days = row.flatMap((at) => exceptions[at] ?? []);
        const [first, last] = [days[0], days.at(-1)];
        if (!first || !last) return null;
        // A day that is refused names the whole row.
        const at = row.find((place) => form.errors[`exceptions.${place}`]) ?? row[0] ?? 0;
        const field = {
          error: form.errors[`exceptions.${at}`] ?? null,
          path: form.getInputProps(`exceptions.${at}`)["data-path"],
          onRemove: () => onChange(exceptions.filter((_, place) => !row.includes(place))),
        };
        return days.length > 1 ? (
          <ClosedDaysRow
            key={row[0]}
            first={first.date}
            last={last.date}
            days={days.length}
            note={first.note}
            {...field}
            onNote={(note) =>
              onChange(exceptions.map((one, place) => (row.includes(place) ? { ...one, note } : one)))
            }
            onSplit={() => keepApart(...days.map(({ date }) => date))}
          />
        ) : (
          <ExceptionRow
            key={row[0]}
            exception={first}
            number={at + 1}
            {...field}
            onChange={(next) => {
              keepApart(next.date);
              onChange(exceptions.with(at, next));
            }}
          />
        );
      })}
      {form.errors.exceptions && (
        <p className={classes.problem} role="alert">
          {form.errors.exceptions}
        </p>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<Icon of={IconPlus} />}
          onClick={() => onChange([...exceptions, { date: "", hours: [], note: "" }])}
        >
          {t("hours.addDate")}
        </Button>
      </div>
      <DayRange
        title={t("hours.closeDays")}
        first={t("hours.closeFrom")}
        last={t("hours.closeTo")}
        action={(days) => (days > 0 ? t("hours.closeAdd", { count: days }) : t("hours.closeNone"))}
        max={max}
        tooLong={t("hours.closeMax", { count: max })}
        onAdd={closeOn}
      />
    </>
  );
}
