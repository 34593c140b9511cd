import { Button } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { SelectField } from "@/ui/SelectField";
import { Sheet } from "@/ui/Sheet";
import { SwitchField } from "@/ui/SwitchField";
import { TextField } from "@/ui/TextField";
import { partsOf } from "../../catalogue/model/availability";
import type { OfferingCard } from "../../reservations/types";
import type { Change } from "../api";
import type { BlockActions } from "../hooks/useBlockActions";
import {
  bodyOf,
  bookingsWithin,
  type Draft,
  draftErrors,
  NOTE_MAX,
  rangeOf,
  type Target,
} from "../model/blocks";
import type { Shown } from "../model/columns";
import classes from "./Calendar.module.css";
import { Inside } from "./Inside";

interface BlockSheetProps {
  draft: Draft;
  /** Block to change. Null: a new one. */
  change: Change | null;
  shown: Shown;
  offerings: readonly OfferingCard[];
  zone: string;
  actions: BlockActions;
  onClose: () => void;
}

/** Block of time: its owner, time and note, and the bookings that it meets. */
export function BlockSheet(props: BlockSheetProps) {
  const { t } = useTranslation("business-calendar");
  const { change, onClose } = props;
  return (
    <Sheet opened onClose={onClose} title={t(change ? "block.edit" : "block.add")}>
      <BlockForm {...props} />
    </Sheet>
  );
}

function BlockForm({ draft: first, change, shown, offerings, zone, actions, onClose }: BlockSheetProps) {
  const { t } = useTranslation("business-calendar");
  const [draft, setDraft] = useState(first);
  const [attempted, setAttempted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const set = (next: Partial<Draft>) => setDraft((before) => ({ ...before, ...next }));
  const errors = draftErrors(draft);
  const saving = change ? actions.change : actions.create;
  const refused = saving.error instanceof ApiError ? saving.error.fields : {};
  const errorOf = (field: "date" | "ends" | "starts" | "until") => {
    const key = errors[field];
    return attempted && key ? t(`error.${key}`) : null;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    if (Object.keys(errors).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    const body = bodyOf(draft);
    if (change) actions.saveChange(change, body, onClose);
    else actions.saveNew(body, onClose);
  };
  const problem =
    refused.dates?.[0] ?? refused.hours?.[0] ?? refused.note?.[0] ?? (saving.error ? t("notSaved") : null);
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit}>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <TargetField target={draft.target} shown={shown} onChange={(target) => set({ target })} />
      <SwitchField label={t("block.allDay")} checked={draft.allDay} onChange={(allDay) => set({ allDay })} />
      <div className={classes.pair}>
        <TextField
          type="date"
          required
          label={t(draft.allDay && !change ? "block.firstDay" : "block.date")}
          value={draft.date}
          error={errorOf("date")}
          onChange={({ currentTarget: { value } }) =>
            set({ date: value, until: draft.until < value ? value : draft.until })
          }
        />
        {draft.allDay && !change && (
          <TextField
            type="date"
            label={t("block.lastDay")}
            min={draft.date}
            value={draft.until}
            error={errorOf("until")}
            onChange={({ currentTarget: { value } }) => set({ until: value })}
          />
        )}
      </div>
      {!draft.allDay && (
        <div className={classes.pair}>
          <TextField
            type="time"
            required
            label={t("block.from")}
            value={draft.starts}
            error={errorOf("starts")}
            onChange={({ currentTarget: { value } }) => set({ starts: value })}
          />
          <TextField
            type="time"
            required
            label={t(draft.ends !== "00:00" && draft.ends <= draft.starts ? "block.toNextDay" : "block.to")}
            value={draft.ends}
            error={errorOf("ends")}
            onChange={({ currentTarget: { value } }) => set({ ends: value })}
          />
        </div>
      )}
      <TextField
        label={t("block.note")}
        optional
        description={t("block.noteHint")}
        maxLength={NOTE_MAX}
        autoComplete="off"
        value={draft.note}
        onChange={({ currentTarget: { value } }) => set({ note: value })}
      />
      <Inside
        dates={rangeOf(draft)}
        offerings={offerings}
        choose={(reservations) => bookingsWithin(draft, reservations, zone)}
        zone={zone}
      />
      <div className={classes.buttons}>
        {change ? (
          <Button
            variant="default"
            color="brick"
            loading={actions.remove.isPending}
            onClick={() => actions.removeBlocks([change], onClose)}
          >
            {t("block.remove")}
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            {t("common:action.cancel")}
          </Button>
        )}
        <Button type="submit" color="terracotta" loading={saving.isPending}>
          {t(change ? "block.save" : "block.submit")}
        </Button>
      </div>
    </form>
  );
}

interface TargetFieldProps {
  target: Target;
  shown: Shown;
  onChange: (target: Target) => void;
}

function TargetField({ target, shown: { resources, offerings }, onChange }: TargetFieldProps) {
  const { t } = useTranslation("business-calendar");
  const timed = offerings.filter(({ availability }) => partsOf(availability).timed);
  return (
    <SelectField
      label={t("block.target")}
      value={target}
      onChange={({ currentTarget: { value } }) => onChange(value as Target)}
    >
      <option value="company">{t("block.company")}</option>
      {resources.length > 0 && (
        <optgroup label={t("block.resources")}>
          {resources.map(({ id, name }) => (
            <option key={id} value={`resource ${id}`}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
      {timed.length > 0 && (
        <optgroup label={t("block.offerings")}>
          {timed.map(({ id, name }) => (
            <option key={id} value={`offering ${id}`}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
    </SelectField>
  );
}
