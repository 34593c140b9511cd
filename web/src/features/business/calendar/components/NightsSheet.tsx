import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { Sheet } from "@/ui/Sheet";
import { TextField } from "@/ui/TextField";
import type { Reservation } from "../../reservations/types";
import { useNightChanges } from "../api";
import type { BlockActions } from "../hooks/useBlockActions";
import type { RoomNights } from "../model/nights";
import { dateOf } from "../model/timeGrid";
import { Inside } from "./BlockSheet";
import classes from "./Calendar.module.css";

interface NightsSheetProps {
  nights: RoomNights;
  reservations: readonly Reservation[];
  zone: string;
  onOffer: BlockActions["offer"];
  onClose: () => void;
}

/** Closes the nights of a room to new bookings, or opens them again. */
export function NightsSheet({ nights, reservations, zone, onOffer, onClose }: NightsSheetProps) {
  const { t } = useTranslation("business-calendar");
  const { room, name, closed } = nights;
  const [from, setFrom] = useState(nights.from);
  const [to, setTo] = useState(nights.to);
  const { set, restore } = useNightChanges();
  const isReversed = to < from;
  const inside = reservations.filter(
    ({ starts_at, ends_at, items }) =>
      items.some(({ variant_id }) => variant_id === room.variant_id) &&
      dateOf(zone, starts_at) <= to &&
      dateOf(zone, ends_at) > from,
  );
  const onError = (error: Error) => toast.error(t("notSaved"), error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!from || !to || isReversed) return;
    const offering = room.offering_id;
    set.mutate(
      { offering, nights: { variant: room.variant_id, from, to }, closed: !closed },
      {
        onSuccess(rates) {
          onClose();
          onOffer(t(closed ? "undo.opened" : "undo.closed"), () =>
            restore.mutate({ offering, rates }, { onError }),
          );
        },
      },
    );
  };
  return (
    <Sheet opened onClose={onClose} title={name}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <p className={classes.muted}>{t(closed ? "nights.openText" : "nights.closeText")}</p>
        <div className={classes.pair}>
          <TextField
            type="date"
            required
            label={t("nights.first")}
            value={from}
            onChange={({ currentTarget: { value } }) => setFrom(value)}
          />
          <TextField
            type="date"
            required
            label={t("nights.last")}
            min={from}
            value={to}
            error={isReversed ? t("error.date") : null}
            onChange={({ currentTarget: { value } }) => setTo(value)}
          />
        </div>
        {!closed && <Inside reservations={inside} zone={zone} />}
        <ActionError error={set.error} text={t("notSaved")} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t("common:action.cancel")}
          </Button>
          <Button type="submit" color="terracotta" loading={set.isPending} disabled={!from || !to}>
            {t(closed ? "nights.open" : "nights.close")}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
