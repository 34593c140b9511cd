import { Button } from "@mantine/core";
import { IconCalendarPlus, IconCalendarTime, IconClockOff, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";
import { DayRange } from "../../components/DayRange";
import type { Exception, Rule, Schedule } from "../api";
import { DATES_MAX } from "../model/dates";
import type { EditorErrors } from "../model/editor";
import {
  asKind,
  CHANGE_KINDS,
  type ChangeKind,
  endClock,
  endsNextDay,
  hasSeason,
  kindOf,
  newChange,
  storedEnd,
} from "../model/schedule";
import classes from "./Catalogue.module.css";
import { WeekdayChips } from "./WeekdayChips";

const EXCEPTIONS_MAX = 400;

interface ScheduleEditorProps {
  schedule: Schedule;
  errors: EditorErrors;
  onChange: (schedule: Schedule) => void;
}

/** Weekly times, dates with extra or blocked hours, and days off. Of an offering or of a resource. */
export function ScheduleEditor({ schedule, errors, onChange }: ScheduleEditorProps) {
  const { t } = useTranslation("business-catalogue");
  const { rules, exceptions } = schedule;
  const setRules = (next: Rule[]) => onChange({ rules: next, exceptions });
  const setExceptions = (next: Exception[]) => onChange({ rules, exceptions: next });
  const addDaysOff = (dates: string[]) => {
    const kept = exceptions.filter(({ date }) => !dates.includes(date));
    const closed = dates.map((date) => ({ date, available: false }));
    setExceptions([...kept, ...closed].sort((a, b) => a.date.localeCompare(b.date)).slice(0, EXCEPTIONS_MAX));
  };
  return (
    <div className={classes.stack}>
      <Problem text={errors.rules} />
      {rules.map((rule, at) => (
        <RuleRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id of their own
          key={at}
          rule={rule}
          errors={errors}
          path={`rules.${at}`}
          onChange={(next) => setRules(rules.with(at, next))}
          onRemove={() => setRules(rules.toSpliced(at, 1))}
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<Icon of={IconPlus} />}
          onClick={() => setRules([...rules, { weekdays: [1, 2, 3, 4, 5], starts: "09:00", ends: "18:00" }])}
        >
          {t("times.add")}
        </Button>
      </div>
      <Problem text={errors.exceptions} />
      {exceptions.map((exception, at) => (
        <ExceptionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: exceptions have no id of their own
          key={at}
          exception={exception}
          errors={errors}
          path={`exceptions.${at}`}
          onChange={(next) => setExceptions(exceptions.with(at, next))}
          onRemove={() => setExceptions(exceptions.toSpliced(at, 1))}
        />
      ))}
      <div className={classes.line}>
        <Button
          variant="default"
          leftSection={<Icon of={IconCalendarPlus} />}
          onClick={() => setExceptions([...exceptions, newChange("extra")])}
        >
          {t("times.addDate")}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon of={IconClockOff} />}
          onClick={() => setExceptions([...exceptions, newChange("blocked")])}
        >
          {t("times.block")}
        </Button>
      </div>
      <DayRange
        title={t("daysOff.title")}
        first={t("daysOff.from")}
        last={t("daysOff.to")}
        action={(days) => (days > 0 ? t("daysOff.add", { count: days }) : t("daysOff.none"))}
        max={DATES_MAX}
        tooLong={t("daysOff.max", { count: DATES_MAX })}
        onAdd={addDaysOff}
      />
    </div>
  );
}

/** Error of a whole list. */
function Problem({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p className={classes.problem} role="alert">
      {text}
    </p>
  );
}

interface RowProps {
  errors: EditorErrors;
  /** Prefix of the errors of the row. */
  path: string;
  onRemove: () => void;
}

type RuleRowProps = RowProps & { rule: Rule; onChange: (rule: Rule) => void };

function RuleRow({ rule, errors, path, onChange, onRemove }: RuleRowProps) {
  const { t } = useTranslation("business-catalogue");
  const [asked, setAsked] = useState(false);
  const withSeason = asked || hasSeason(rule);
  return (
    <div className={classes.entry}>
      <WeekdayChips
        chosen={rule.weekdays}
        error={errors[`${path}.weekdays`]}
        onChange={(weekdays) => onChange({ ...rule, weekdays })}
      />
      <div className={classes.inline}>
        <HoursFields
          starts={rule.starts}
          ends={rule.ends}
          errors={errors}
          path={path}
          onChange={(starts, ends) => onChange({ ...rule, starts, ends })}
        />
        {!withSeason && (
          <Button
            variant="subtle"
            leftSection={<Icon of={IconCalendarTime} />}
            onClick={() => setAsked(true)}
          >
            {t("times.season")}
          </Button>
        )}
        <RemoveTimes onClick={onRemove} />
      </div>
      {withSeason && <SeasonFields rule={rule} errors={errors} path={path} onChange={onChange} />}
    </div>
  );
}

/** First and last day of weekly times. An empty field leaves its side open. */
function SeasonFields({ rule, errors, path, onChange }: Omit<RuleRowProps, "onRemove">) {
  const { t } = useTranslation("business-catalogue");
  return (
    <div className={classes.inline}>
      <TextField
        type="date"
        label={t("times.validFrom")}
        optional
        value={rule.valid_from ?? ""}
        error={errors[`${path}.valid_from`]}
        onChange={(event) => onChange({ ...rule, valid_from: event.currentTarget.value || null })}
      />
      <TextField
        type="date"
        label={t("times.validUntil")}
        optional
        min={rule.valid_from ?? undefined}
        value={rule.valid_until ?? ""}
        error={errors[`${path}.valid_until`]}
        onChange={(event) => onChange({ ...rule, valid_until: event.currentTarget.value || null })}
      />
    </div>
  );
}

interface HoursFieldsProps {
  starts: string;
  ends: string;
  errors: EditorErrors;
  path: string;
  onChange: (starts: string, ends: string) => void;
}

/** Start and end, past midnight too. The server names the row alone: its error stands at the end. */
function HoursFields({ starts, ends, errors, path, onChange }: HoursFieldsProps) {
  const { t } = useTranslation("business-catalogue");
  const clock = endClock(ends);
  return (
    <>
      <TextField
        type="time"
        label={t("times.starts")}
        required
        value={starts}
        error={errors[`${path}.starts`]}
        onChange={(event) => {
          const start = event.currentTarget.value;
          onChange(start, storedEnd(start, clock));
        }}
      />
      <TextField
        type="time"
        label={t(endsNextDay(ends) ? "times.endsNextDay" : "times.ends")}
        required
        value={clock}
        error={errors[`${path}.ends`] ?? errors[path]}
        onChange={(event) => onChange(starts, storedEnd(starts, event.currentTarget.value))}
      />
    </>
  );
}

function RemoveTimes({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation("business-catalogue");
  return <IconButton icon={IconTrash} label={t("times.remove")} onClick={onClick} />;
}

type ExceptionRowProps = RowProps & { exception: Exception; onChange: (exception: Exception) => void };

function ExceptionRow({ exception, errors, path, onChange, onRemove }: ExceptionRowProps) {
  const { t } = useTranslation("business-catalogue");
  const kind = kindOf(exception);
  const { hours } = exception;
  return (
    <div className={classes.entry} data-blocked={kind === "blocked" || undefined}>
      <div className={classes.inline}>
        <SelectField
          label={t("times.change")}
          value={kind}
          onChange={(event) => onChange(asKind(exception, event.currentTarget.value as ChangeKind))}
        >
          {CHANGE_KINDS.map((key) => (
            <option key={key} value={key}>
              {t(`times.kind.${key}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          type="date"
          label={t("times.date")}
          required
          value={exception.date}
          error={errors[`${path}.date`] ?? (hours ? undefined : errors[path])}
          onChange={(event) => onChange({ ...exception, date: event.currentTarget.value })}
        />
        {hours && (
          <HoursFields
            starts={hours[0]}
            ends={hours[1]}
            errors={errors}
            path={path}
            onChange={(starts, ends) => onChange({ ...exception, hours: [starts, ends] })}
          />
        )}
        <RemoveTimes onClick={onRemove} />
      </div>
    </div>
  );
}
