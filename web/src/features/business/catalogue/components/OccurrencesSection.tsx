import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { useLanguage } from "@/lib/i18n";
import { toast } from "@/lib/toasts";
import { IconButton } from "@/ui/IconButton";
import { TextField } from "@/ui/TextField";
import { type OwnOffering, useOccurrenceChanges } from "../api";
import { instantOf } from "../model/zonedInstant";
import classes from "./Catalogue.module.css";

/** Dates of an offering: add and cancel. Saved at once. */
export function OccurrencesSection({ offering }: { offering: OwnOffering }) {
  const { t } = useTranslation("business-catalogue");
  const { tag } = useLanguage();
  const { add, cancel } = useOccurrenceChanges(offering.id);
  const [starts, setStarts] = useState("");
  const [ends, setEnds] = useState("");
  const zone = offering.time_zone;
  const format = new Intl.DateTimeFormat(tag, { dateStyle: "full", timeStyle: "short", timeZone: zone });
  const refuse = (error: Error) => {
    if (!(error instanceof ApiError)) return toast.error(t("failed"));
    const field = Object.values(error.fields).flat()[0];
    toast.error(error.code === "catalogue.has_bookings" ? t("hasBookings") : (field ?? error.message));
  };
  const submit = () =>
    add.mutate([{ starts_at: instantOf(starts, zone), ends_at: instantOf(ends, zone) }], {
      onSuccess() {
        setStarts("");
        setEnds("");
      },
      onError: refuse,
    });
  const shown = offering.occurrences.filter(({ cancelled_at }) => cancelled_at === null);
  return (
    <section className={classes.section}>
      <h2>{t("section.dates")}</h2>
      <p className={classes.muted}>{t("dates.text", { zone })}</p>
      <ul className={classes.list}>
        {shown.map(({ id, starts_at, taken }) => (
          <li key={id}>
            <span className={classes.grow}>{format.format(new Date(starts_at))}</span>
            <span className={classes.muted}>{t("field.taken", { count: taken })}</span>
            <IconButton
              icon={IconTrash}
              label={t("dates.cancel", { date: format.format(new Date(starts_at)) })}
              onClick={() => cancel.mutate(id, { onError: refuse })}
            />
          </li>
        ))}
      </ul>
      <div className={classes.row}>
        <TextField
          type="datetime-local"
          label={t("times.starts")}
          value={starts}
          onChange={(event) => setStarts(event.currentTarget.value)}
        />
        <TextField
          type="datetime-local"
          label={t("times.ends")}
          value={ends}
          onChange={(event) => setEnds(event.currentTarget.value)}
        />
        <Button variant="default" loading={add.isPending} disabled={!starts || !ends} onClick={submit}>
          {t("dates.add")}
        </Button>
      </div>
    </section>
  );
}
