import { Button, Chip } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { SwitchField } from "@/ui/SwitchField";
import { TextField } from "@/ui/TextField";
import type { Exception, Rule } from "../api";
import classes from "./Catalogue.module.css";
import type { SectionProps } from "./OfferingEditor";

const DAYS = [1, 2, 3, 4, 5, 6, 7];

/** Weekly times and dates with other times. Without weekly times the opening hours apply. */
export function ScheduleSection({ values, errors, onChange }: SectionProps) {
  const { t } = useTranslation("business-catalogue");
  const { rules, exceptions } = values.schedule;
  const setRules = (next: Rule[]) => onChange({ schedule: { rules: next, exceptions } });
  const setExceptions = (next: Exception[]) => onChange({ schedule: { rules, exceptions: next } });
  return (
    <section className={classes.section}>
      <h2>{t("section.times")}</h2>
      <p className={classes.muted}>{t("times.text")}</p>
      {rules.map((rule, at) => (
        <RuleRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id of their own
          key={at}
          rule={rule}
          error={errors[`rules.${at}`]}
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
      {exceptions.map((exception, at) => (
        <ExceptionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: exceptions have no id of their own
          key={at}
          exception={exception}
          error={errors[`exceptions.${at}`]}
          onChange={(next) => setExceptions(exceptions.with(at, next))}
          onRemove={() => setExceptions(exceptions.toSpliced(at, 1))}
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<Icon of={IconPlus} />}
          onClick={() => setExceptions([...exceptions, { date: "", available: false }])}
        >
          {t("times.addDate")}
        </Button>
      </div>
    </section>
  );
}

interface RowProps {
  error: string | undefined;
  onRemove: () => void;
}

function RuleRow({
  rule,
  error,
  onChange,
  onRemove,
}: RowProps & { rule: Rule; onChange: (rule: Rule) => void }) {
  const { t } = useTranslation("business-catalogue");
  const { tag } = useLanguage();
  // 2024-01-01 was a Monday.
  const name = (day: number) =>
    new Intl.DateTimeFormat(tag, { weekday: "short", timeZone: "UTC" }).format(Date.UTC(2024, 0, day));
  return (
    <div className={classes.row}>
      <Chip.Group
        multiple
        value={rule.weekdays.map(String)}
        onChange={(days) => onChange({ ...rule, weekdays: days.map(Number).sort() })}
      >
        <div className={classes.line}>
          {DAYS.map((day) => (
            <Chip key={day} value={String(day)}>
              {name(day)}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      <TextField
        type="time"
        label={t("times.starts")}
        value={rule.starts}
        error={error}
        onChange={(event) => onChange({ ...rule, starts: event.currentTarget.value })}
      />
      <TextField
        type="time"
        label={t("times.ends")}
        value={rule.ends}
        onChange={(event) => onChange({ ...rule, ends: event.currentTarget.value })}
      />
      <IconButton icon={IconTrash} label={t("times.remove")} onClick={onRemove} />
    </div>
  );
}

type ExceptionRowProps = RowProps & { exception: Exception; onChange: (exception: Exception) => void };

function ExceptionRow({ exception, error, onChange, onRemove }: ExceptionRowProps) {
  const { t } = useTranslation("business-catalogue");
  const [starts, ends] = (exception.hours ?? ["09:00", "18:00"]) as [string, string];
  const isClosed = !exception.available && !exception.hours;
  const set = (from: string, to: string) =>
    onChange({ ...exception, available: true, hours: [from, to] as unknown as Exception["hours"] });
  return (
    <div className={classes.row}>
      <TextField
        type="date"
        label={t("times.date")}
        value={exception.date}
        error={error}
        onChange={(event) => onChange({ ...exception, date: event.currentTarget.value })}
      />
      <SwitchField
        label={t("times.closed")}
        checked={isClosed}
        onChange={(closed) =>
          closed ? onChange({ date: exception.date, available: false }) : set("09:00", "18:00")
        }
      />
      {!isClosed && (
        <>
          <TextField
            type="time"
            label={t("times.starts")}
            value={starts}
            onChange={(event) => set(event.currentTarget.value, ends)}
          />
          <TextField
            type="time"
            label={t("times.ends")}
            value={ends}
            onChange={(event) => set(starts, event.currentTarget.value)}
          />
        </>
      )}
      <IconButton icon={IconTrash} label={t("times.remove")} onClick={onRemove} />
    </div>
  );
}
