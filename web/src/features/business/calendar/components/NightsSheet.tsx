import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { Sheet } from "@/ui/Sheet";
import { TextField } from "@/ui/TextField";
import type { NightRate } from "../../catalogue/api";
import { isDate, today } from "../../reservations/model/dates";
import type { OfferingCard, Reservation } from "../../reservations/types";
import { useRatesChange } from "../api";
import type { BlockActions } from "../hooks/useBlockActions";
import { isOpen } from "../model/blocks";
import { closeNights, openNights, recloseNights, reopenNights } from "../model/nightRates";
import type { RoomNights } from "../model/nights";
import { dateOf } from "../model/timeGrid";
import classes from "./Calendar.module.css";
import { Inside } from "./Inside";

interface NightsSheetProps {
  nights: RoomNights;
  offerings: readonly OfferingCard[];
  zone: string;
  onOffer: BlockActions["offer"];
  onClose: () => void;
}

/** Closes the nights of a room to new bookings, or opens them again. */
export function NightsSheet({ nights, offerings, zone, onOffer, onClose }: NightsSheetProps) {
  const { t } = useTranslation("business-calendar");
  const { room, name, closed } = nights;
  const [from, setFrom] = useState(nights.from);
  const [to, setTo] = useState(nights.to);
  const set = useRatesChange();
  const back = useRatesChange();
  const isReversed = to < from;
  // Nobody is still to come for nights of the past.
  const first = from < today(zone) ? today(zone) : from;
  const isInside = (reservation: Reservation) =>
    isOpen(reservation) &&
    reservation.items.some(({ variant_id }) => variant_id === room.variant_id) &&
    dateOf(zone, reservation.starts_at) <= to &&
    dateOf(zone, reservation.ends_at) > first;
  const onError = (error: Error) => toast.error(t("notSaved"), error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!from || !to || isReversed) return;
    const offering = room.offering_id;
    const chosen = { variant: room.variant_id, from, to };
    set.mutate(
      { offering, change: (rates) => (closed ? openNights : closeNights)(rates, chosen) },
      {
        onSuccess(before) {
          onClose();
          const change = (rates: readonly NightRate[]) =>
            closed ? recloseNights(rates, chosen, before) : reopenNights(rates, chosen);
          // The sheet is closed by then.
          onOffer(t(closed ? "undo.opened" : "undo.closed"), () =>
            back.mutateAsync({ offering, change }).catch(onError),
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
        {!closed && (
          <Inside
            dates={isDate(from) && isDate(to) && first <= to ? [first, to] : null}
            offerings={offerings}
            choose={(reservations) => reservations.filter(isInside)}
            zone={zone}
          />
        )}
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
