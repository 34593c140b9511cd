import { Button } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { StateChip } from "@/shared/booking/components/StateChip";
import { useParty } from "@/shared/booking/hooks/useParty";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import { usePhone } from "@/ui/breakpoints";
import { Icon } from "@/ui/Icon";
import { useReservationChanges } from "../api";
import { useReservationText } from "../hooks/useReservationText";
import { notesOf, placeNames } from "../model/facts";
import type { Reservation } from "../types";
import type { DrawerMode } from "./ReservationDrawer";
import classes from "./ReservationList.module.css";

interface ReservationListProps {
  reservations: readonly Reservation[];
  zone: string;
  glowing: ReadonlySet<number>;
  onOpen: (id: number, mode?: DrawerMode) => void;
}

interface RowProps {
  reservation: Reservation;
  zone: string;
  glows: boolean;
  onOpen: (id: number, mode?: DrawerMode) => void;
}

/** A table, and cards on a phone. */
export function ReservationList({ reservations, zone, glowing, onOpen }: ReservationListProps) {
  const { t } = useTranslation("reservations");
  const rowOf = (reservation: Reservation): RowProps => ({
    reservation,
    zone,
    glows: glowing.has(reservation.id),
    onOpen,
  });
  if (usePhone()) {
    return (
      <ul className={classes.cards}>
        {reservations.map((one) => (
          <Card key={one.id} {...rowOf(one)} />
        ))}
      </ul>
    );
  }
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <caption className={classes.caption}>{t("title")}</caption>
        <thead>
          <tr>
            {(["time", "customer", "party", "offering", "place", "state", "total", "note"] as const).map(
              (key) => (
                <th key={key} scope="col" data-column={key}>
                  {t(`column.${key}`)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {reservations.map((one) => (
            <Row key={one.id} {...rowOf(one)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ reservation, zone, glows, onOpen }: RowProps) {
  const { t } = useTranslation("reservations");
  const format = useZonedFormat(zone);
  const money = useMoney();
  const party = useParty();
  const text = useReservationText();
  const { id, starts_at, customer_name, code, members, offering, state, total, currency } = reservation;
  return (
    <tr className={classes.row} data-glow={glows ? "" : undefined}>
      <td>
        <span className={classes.strong}>{format.time(starts_at)}</span>
        <span className={classes.sub}>{format.date(starts_at)}</span>
      </td>
      <td>
        <button type="button" className={`bare ${classes.open}`} onClick={() => onOpen(id)}>
          <Bdi>{customer_name || t("customer.deleted")}</Bdi>
        </button>
        <span className={classes.sub}>{code}</span>
      </td>
      <td data-column="party">{party(reservation, String(members))}</td>
      <td>
        <Bdi>{offering.name}</Bdi>
        <Bdi className={`${classes.sub} ${classes.items}`}>{text.items(reservation)}</Bdi>
      </td>
      <td>
        <Bdi>{placeNames(reservation) || "–"}</Bdi>
      </td>
      <td>
        <StateChip state={state}>{t(`state.${state}`)}</StateChip>
        <Answer reservation={reservation} onOpen={onOpen} />
      </td>
      <td data-column="total">
        {total > 0 ? money(total, currency) : "–"}
        <span className={classes.sub}>{text.payment(reservation)}</span>
      </td>
      <td data-column="note">
        <Bdi className={classes.note}>{notesOf(reservation)}</Bdi>
      </td>
    </tr>
  );
}

function Card({ reservation, zone, glows, onOpen }: RowProps) {
  const { t } = useTranslation("reservations");
  const format = useZonedFormat(zone);
  const money = useMoney();
  const party = useParty();
  const { id, starts_at, customer_name, code, members, offering, state, total, currency } = reservation;
  const text = useReservationText();
  const note = notesOf(reservation);
  const facts = [
    offering.name,
    text.items(reservation),
    placeNames(reservation),
    total > 0 && money(total, currency),
    text.payment(reservation),
    code,
  ].filter(Boolean);
  return (
    <li className={classes.card} data-glow={glows ? "" : undefined}>
      <div className={classes.cardTop}>
        <span className={classes.strong}>
          {format.date(starts_at)}, {format.time(starts_at)}
        </span>
        <StateChip state={state}>{t(`state.${state}`)}</StateChip>
      </div>
      <div className={classes.cardTop}>
        <button type="button" className={`bare ${classes.open}`} onClick={() => onOpen(id)}>
          <Bdi>{customer_name || t("customer.deleted")}</Bdi>
        </button>
        <span className={classes.party}>
          <Icon of={IconUsers} size={16} />
          {party(reservation, t("party", { count: members }))}
        </span>
      </div>
      <Bdi className={classes.sub}>{facts.join(" · ")}</Bdi>
      {note && <Bdi className={classes.note}>{note}</Bdi>}
      <Answer reservation={reservation} onOpen={onOpen} />
    </li>
  );
}

/** Buttons of a reservation that awaits an answer. */
function Answer({
  reservation: { id, state, customer_name },
  onOpen,
}: Pick<RowProps, "reservation" | "onOpen">) {
  const { t } = useTranslation("reservations");
  const { setState } = useReservationChanges(id);
  if (state !== "awaiting_company") return null;
  const accept = () =>
    setState.mutate(
      { state: "confirmed", note: "" },
      {
        onSuccess: () => toast.success(t("done.confirmed")),
        onError: (error) => toast.error(t("notSaved"), error),
      },
    );
  return (
    <div className={classes.answer}>
      <Button
        color="terracotta"
        loading={setState.isPending}
        onClick={accept}
        aria-label={t("answer.accept", { name: customer_name })}
      >
        {t("action.confirmed")}
      </Button>
      <Button
        variant="default"
        onClick={() => onOpen(id, "declined")}
        aria-label={t("answer.decline", { name: customer_name })}
      >
        {t("action.declined")}
      </Button>
    </div>
  );
}
