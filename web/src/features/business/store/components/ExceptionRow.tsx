import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { IconButton } from "@/ui/IconButton";
import { TextField } from "@/ui/TextField";
import { type ExceptionValue, NOTE_MAX } from "../model/hours";
import { IntervalFields } from "./IntervalFields";
import classes from "./Store.module.css";

interface ExceptionRowProps {
  exception: ExceptionValue;
  number: number;
  error: string | null;
  path: string | undefined;
  onChange: (exception: ExceptionValue) => void;
  onRemove: () => void;
}

/** Date with other hours than its weekday, and their reason. */
export function ExceptionRow({ exception, number, error, path, onChange, onRemove }: ExceptionRowProps) {
  const { t } = useTranslation("business-store");
  const { tag } = useLanguage();
  const format = new Intl.DateTimeFormat(tag, {
    dateStyle: "full",
    timeZone: "UTC",
    numberingSystem: "latn",
  });
  const name = exception.date ? format.format(Date.parse(exception.date)) : t("hours.date", { number });
  return (
    <div className={classes.exception}>
      <div className={classes.removable}>
        <div className={classes.pair}>
          <TextField
            type="date"
            label={t("hours.dateLabel")}
            required
            value={exception.date}
            data-path={path}
            onChange={(event) => onChange({ ...exception, date: event.currentTarget.value })}
          />
          <TextField
            label={t("hours.note")}
            optional
            placeholder={t("hours.notePlaceholder")}
            maxLength={NOTE_MAX}
            value={exception.note}
            onChange={(event) => onChange({ ...exception, note: event.currentTarget.value })}
          />
        </div>
        <IconButton icon={IconTrash} label={t("hours.removeDate", { date: name })} onClick={onRemove} />
      </div>
      <IntervalFields
        name={name}
        intervals={exception.hours}
        error={error}
        path={undefined}
        onChange={(hours) => onChange({ ...exception, hours })}
      />
    </div>
  );
}
