import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { IconButton } from "@/ui/IconButton";
import { TextField } from "@/ui/TextField";
import { NOTE_MAX } from "../model/hours";
import classes from "./Store.module.css";

interface ClosedDaysRowProps {
  /** First and last date, both included. */
  first: string;
  last: string;
  days: number;
  /** Reason of all of them. */
  note: string;
  error: string | null;
  path: string | undefined;
  onNote: (note: string) => void;
  /** Shows each day in a row of its own. */
  onSplit: () => void;
  onRemove: () => void;
}

/** Days in a row on which the company is closed for one reason. */
export function ClosedDaysRow(props: ClosedDaysRowProps) {
  const { first, last, days, note, error, path, onNote, onSplit, onRemove } = props;
  const { t } = useTranslation("business-store");
  const { tag } = useLanguage();
  const format = new Intl.DateTimeFormat(tag, {
    dateStyle: "full",
    timeZone: "UTC",
    numberingSystem: "latn",
  });
  const name = format.formatRange(Date.parse(first), Date.parse(last));
  return (
    <div className={classes.exception}>
      <div className={classes.removable}>
        <div className={classes.pair}>
          <div>
            <p className={classes.dayName}>{name}</p>
            <p className={classes.muted}>{t("hours.closedDays", { count: days })}</p>
          </div>
          <TextField
            label={t("hours.note")}
            optional
            placeholder={t("hours.notePlaceholder")}
            maxLength={NOTE_MAX}
            value={note}
            data-path={path}
            onChange={(event) => onNote(event.currentTarget.value)}
          />
        </div>
        <IconButton icon={IconTrash} label={t("hours.removeDate", { date: name })} onClick={onRemove} />
      </div>
      {error && (
        <p className={classes.problem} role="alert">
          {error}
        </p>
      )}
      <div>
        <Button variant="subtle" onClick={onSplit}>
          {t("hours.eachDay")}
        </Button>
      </div>
    </div>
  );
}
