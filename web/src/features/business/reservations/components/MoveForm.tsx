import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { newTotal } from "@/shared/booking/model/newTotal";
import { useMoney } from "@/shared/money/formatMoney";
import { dateIn } from "@/shared/opening/zonedTime";
import { useReservationChanges } from "../api";
import { useProblem } from "../hooks/useProblem";
import { today } from "../model/dates";
import type { Reservation } from "../types";
import { Problem } from "./Problem";
import classes from "./Reservations.module.css";
import { requestOf, startTime, TimeFields } from "./TimeFields";

interface MoveFormProps {
  reservation: Reservation;
  zone: string;
  onDone: () => void;
}

/** Another time of the same offering, with the same party. A price that differs is confirmed first. */
export function MoveForm({ reservation, zone, onDone }: MoveFormProps) {
  const { t } = useTranslation("reservations");
  const problem = useProblem();
  const { id, offering, members, items, starts_at, total, currency } = reservation;
  const money = useMoney();
  const { move } = useReservationChanges(id);
  const first = dateIn(zone, Date.parse(starts_at));
  const earliest = today(zone);
  const [time, setTime] = useState(() => startTime(first < earliest ? earliest : first));
  const request = requestOf(offering.availability, time);
  const changed = newTotal(move.error);
  const price = (amount: number) => money(amount, currency);
  const submit = () => {
    if (!request) return;
    const isStay = offering.availability === "nights";
    // A stay has an item for each of its nights.
    const quantities = new Map(items.map(({ variant_id, quantity }) => [variant_id, quantity]));
    const body = {
      product_id: offering.id,
      ...request,
      members,
      items: [...quantities].map(([variant_id, quantity]) => ({ variant_id, quantity })),
      ...(isStay && { rooms: Math.max(1, ...quantities.values()) }),
      expected_total: changed ?? total,
    };
    move.mutate(body, {
      onSuccess() {
        toast.success(t("done.moved"));
        onDone();
      },
    });
  };
  function moveProblem(): string | null {
    if (changed !== null) return t("move.price", { now: price(changed), before: price(total) });
    return move.error && problem(move.error);
  }
  return (
    <div className={classes.form}>
      <Problem text={moveProblem()} />
      <TimeFields
        offering={offering}
        members={members}
        zone={zone}
        earliest={earliest}
        value={time}
        onChange={(next) => {
          setTime(next);
          move.reset();
        }}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          {t("common:action.back")}
        </Button>
        <Button color="terracotta" disabled={!request} loading={move.isPending} onClick={submit}>
          {changed === null ? t("move.submit") : t("move.submitTotal", { total: price(changed) })}
        </Button>
      </div>
    </div>
  );
}
