import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { newTotal } from "@/shared/booking/model/newTotal";
import type { Party } from "@/shared/booking/model/party";
import { type Quantities, unitsOf } from "@/shared/booking/model/units";
import { useMoney } from "@/shared/money/formatMoney";
import { dateIn } from "@/shared/opening/zonedTime";
import { useReservationChanges } from "../api";
import { useChoice } from "../hooks/useChoice";
import { useProblem } from "../hooks/useProblem";
import { type Choice, freePlace, isCounted, ownPlace, slotOf, startChoice } from "../model/choice";
import { plusDays, today } from "../model/dates";
import type { MoveTarget } from "../model/moveTarget";
import type { Reservation } from "../types";
import { MoveParty } from "./MoveParty";
import { Problem } from "./Problem";
import classes from "./Reservations.module.css";
import { TimeFields } from "./TimeFields";

interface MoveFormProps {
  reservation: Reservation;
  zone: string;
  /** Time and place that it was dragged to. */
  to?: MoveTarget | undefined;
  onDone: () => void;
}

/** Units by class. A stay has an item for each of its nights. */
const quantitiesOf = ({ items }: Reservation): Record<number, number> =>
  Object.fromEntries(items.map(({ variant_id, quantity }) => [variant_id, quantity]));

/** Begins with the reservation as it is, unless its day is over. */
function startOf(reservation: Reservation, zone: string, earliest: string): Choice {
  const { starts_at, ends_at, items, resources } = reservation;
  const first = dateIn(zone, Date.parse(starts_at));
  const last = dateIn(zone, Date.parse(ends_at));
  const isOver = first < earliest;
  const date = isOver ? earliest : first;
  return startChoice(date, {
    until: !isOver && last > date ? last : plusDays(date, 1),
    startsAt: starts_at,
    place: ownPlace(resources),
    variant: items[0]?.variant_id ?? null,
    quantities: quantitiesOf(reservation),
  });
}

/** Party as it is. Each night of a stay takes the rooms. */
const partyOf = (reservation: Reservation): Party => ({
  members: reservation.members,
  children: reservation.children,
  rooms: Math.max(1, ...Object.values(quantitiesOf(reservation))),
});

/** Another time, place, party or quantity of the same offering. A price that differs is confirmed first. */
export function MoveForm({ reservation, zone, to, onDone }: MoveFormProps) {
  const { t } = useTranslation("reservations");
  const problem = useProblem();
  const { id, offering, starts_at, total, currency } = reservation;
  const money = useMoney();
  const { move } = useReservationChanges(id);
  const earliest = today(zone);
  const [start] = useState(() => startOf(reservation, zone, earliest));
  const [party, setParty] = useState(() => partyOf(reservation));
  const chosen = useChoice({
    offering,
    members: party.members,
    moved: id,
    start: () => dragged(start, to, earliest),
  });
  const { choice, request, day } = chosen;
  const changed = newTotal(move.error);
  const price = (amount: number) => money(amount, currency);
  const isStay = offering.availability === "nights";
  const isByUnit = isCounted(offering.availability);
  // Each place is a person's, and one of them an adult's.
  const members = isByUnit ? unitsOf(choice.quantities) : party.members;
  const children = Math.min(party.children, Math.max(0, members - 1));
  const slot = slotOf(day.data, choice);
  const isSameTime = isStay
    ? choice.date === start.date && choice.until === start.until
    : slot?.starts_at === starts_at;
  const isSame =
    isSameTime &&
    (freePlace(slot, choice) ?? start.place) === start.place &&
    (choice.variant ?? start.variant) === start.variant &&
    sameUnits(choice.quantities, start.quantities) &&
    sameParty({ ...party, children }, partyOf(reservation));
  const submit = () => {
    if (!request) return;
    const body = {
      product_id: offering.id,
      members,
      ...request,
      // The server keeps those that are not sent. None may mean that nobody told their ages.
      ...(children !== reservation.children && { children }),
      ...(isStay && { rooms: party.rooms }),
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
  const label = t(isSameTime ? "move.submitHere" : "move.submit");
  const partyFields = (
    <MoveParty
      reservation={reservation}
      party={{ ...party, members, children }}
      onChange={(change) => {
        setParty({ ...party, ...change });
        move.reset();
      }}
    />
  );
  return (
    <div className={classes.form}>
      <Problem text={moveProblem()} />
      {!isByUnit && partyFields}
      <TimeFields
        offering={offering}
        currency={currency}
        zone={zone}
        earliest={earliest}
        chosen={{
          ...chosen,
          setChoice(next) {
            chosen.setChoice(next);
            move.reset();
          },
        }}
        attempted={isByUnit}
      />
      {isByUnit && partyFields}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          {t("common:action.back")}
        </Button>
        <Button color="terracotta" disabled={!request || isSame} loading={move.isPending} onClick={submit}>
          {changed === null ? label : t("move.submitTotal", { total: price(changed) })}
        </Button>
      </div>
    </div>
  );
}

/** Begins at the time that the reservation was dragged to, unless that day is over. */
function dragged(start: Choice, to: MoveTarget | undefined, earliest: string): Choice {
  if (!to || to.date < earliest) return start;
  return { ...start, date: to.date, startsAt: to.startsAt, place: to.place ?? start.place };
}

function sameUnits(one: Quantities, other: Quantities): boolean {
  const ids = new Set([...Object.keys(one), ...Object.keys(other)].map(Number));
  return [...ids].every((id) => (one[id] ?? 0) === (other[id] ?? 0));
}

const sameParty = (one: Party, other: Party): boolean =>
  one.members === other.members && one.children === other.children && one.rooms === other.rooms;
