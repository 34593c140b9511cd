import { Button } from "@mantine/core";
import { IconCopy, IconPlus, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { ActionError } from "@/shared/forms/ActionError";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";
import { type OwnOffering, useOccurrenceChanges } from "../api";
import { localOf, plusDays, repeated } from "../model/dates";
import { refusedFields } from "../model/serverMessages";
import { instantOf } from "../model/zonedInstant";
import { CancelDateSheet } from "./CancelDateSheet";
import classes from "./Catalogue.module.css";

/** Days between two dates of a repetition. 0: no repetition. */
const INTERVALS = ["0", "1", "7", "14"] as const;
const WEEK = 7;

type Occurrence = OwnOffering["occurrences"][number];

/** Dates of an offering: departure and return of a sailing, evening of an event. Saved at once. */
export function OccurrencesSection({ offering }: { offering: OwnOffering }) {
  const { t } = useTranslation("business-catalogue");
  const { tag } = useLanguage();
  const [cancelled, setCancelled] = useState<Occurrence | null>(null);
  const [draft, setDraft] = useState({ starts: "", ends: "", key: 0 });
  const form = useRef<HTMLDivElement>(null);
  const zone = offering.time_zone;
  const format = new Intl.DateTimeFormat(tag, { dateStyle: "full", timeStyle: "short", timeZone: zone });
  const time = ({ starts_at, ends_at }: Occurrence) =>
    format.formatRange(new Date(starts_at), new Date(ends_at));
  const copy = ({ starts_at, ends_at }: Occurrence) => {
    const later = (instant: string) => plusDays(localOf(instant, zone), WEEK);
    setDraft(({ key }) => ({ starts: later(starts_at), ends: later(ends_at), key: key + 1 }));
    form.current?.scrollIntoView({ block: "nearest" });
  };
  const shown = offering.occurrences.filter(({ cancelled_at }) => cancelled_at === null);
  return (
    <section className={classes.section}>
      <h2>{t("section.dates")}</h2>
      <p className={classes.muted}>{t("dates.text", { zone })}</p>
      <ul className={classes.list}>
        {shown.map((occurrence) => (
          <li key={occurrence.id}>
            <span className={classes.grow}>{time(occurrence)}</span>
            <span className={classes.muted}>{t("field.taken", { count: occurrence.taken })}</span>
            <IconButton
              icon={IconCopy}
              label={t("dates.copy", { date: time(occurrence) })}
              onClick={() => copy(occurrence)}
            />
            <IconButton
              icon={IconTrash}
              label={t("dates.cancel", { date: time(occurrence) })}
              onClick={() => setCancelled(occurrence)}
            />
          </li>
        ))}
      </ul>
      {cancelled && (
        <CancelDateSheet
          occurrence={cancelled.id}
          date={time(cancelled)}
          onClose={() => setCancelled(null)}
        />
      )}
      <div ref={form}>
        <NewDates key={draft.key} offering={offering} initial={draft} />
      </div>
    </section>
  );
}

interface NewDatesProps {
  offering: OwnOffering;
  initial: { starts: string; ends: string };
}

/** Form of a date, once or repeated. */
function NewDates({ offering, initial }: NewDatesProps) {
  const { t } = useTranslation("business-catalogue");
  const { add } = useOccurrenceChanges(offering.id);
  const [starts, setStarts] = useState(initial.starts);
  const [ends, setEnds] = useState(initial.ends);
  const [every, setEvery] = useState("0");
  const [count, setCount] = useState("4");
  const zone = offering.time_zone;
  const isRepeated = every !== "0";
  const dates =
    starts && ends ? repeated(starts, ends, Number(every), isRepeated ? Number(count) || 1 : 1) : [];
  const refused = add.error ? Object.values(refusedFields(add.error, t))[0] : undefined;
  const submit = () =>
    add.mutate(
      dates.map((date) => ({ starts_at: instantOf(date.starts, zone), ends_at: instantOf(date.ends, zone) })),
      {
        onSuccess() {
          setStarts("");
          setEnds("");
          setEvery("0");
        },
      },
    );
  return (
    <fieldset className={classes.group}>
      <legend>{t("dates.new")}</legend>
      <div className={classes.fields}>
        <TextField
          type="datetime-local"
          label={t("times.starts")}
          required
          value={starts}
          onChange={(event) => setStarts(event.currentTarget.value)}
        />
        <TextField
          type="datetime-local"
          label={t("times.ends")}
          required
          min={starts}
          value={ends}
          onChange={(event) => setEnds(event.currentTarget.value)}
        />
        <SelectField
          label={t("dates.repeat")}
          value={every}
          onChange={(event) => setEvery(event.currentTarget.value)}
          data={INTERVALS.map((days) => ({ value: days, label: t(`dates.every.${days}`) }))}
        />
        {isRepeated && (
          <TextField
            type="number"
            min={1}
            max={200}
            label={t("dates.count")}
            required
            value={count}
            onChange={(event) => setCount(event.currentTarget.value)}
          />
        )}
      </div>
      <ActionError error={add.error} text={refused ?? t("failed")} />
      <div>
        <Button
          variant="default"
          leftSection={<Icon of={IconPlus} />}
          loading={add.isPending}
          disabled={dates.length === 0}
          onClick={submit}
        >
          {t("dates.add", { count: Math.max(dates.length, 1) })}
        </Button>
      </div>
    </fieldset>
  );
}
