import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { asDeepRequired } from "@/api/deepRequired";
import { toast } from "@/lib/toasts";
import { StateChip } from "@/shared/booking/components/StateChip";
import { Timeline } from "@/shared/booking/components/Timeline";
import { useParty } from "@/shared/booking/hooks/useParty";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { shownState } from "@/shared/booking/model/shownState";
import { Bdi } from "@/ui/Bdi";
import { MessageCustomer } from "../../components/MessageCustomer";
import { useReservationChanges } from "../api";
import { useProblem } from "../hooks/useProblem";
import { type CompanyState, canMove, needsReason, nextStates } from "../model/actions";
import { placeNames } from "../model/facts";
import type { Reservation } from "../types";
import { Problem } from "./Problem";
import { ReservationBill } from "./ReservationBill";
import classes from "./ReservationDetails.module.css";
import type { DrawerMode } from "./ReservationDrawer";
import { StaffNote } from "./StaffNote";

interface ReservationDetailsProps {
  reservation: Reservation;
  zone: string;
  onMode: (mode: DrawerMode) => void;
}

export function ReservationDetails({ reservation, zone, onMode }: ReservationDetailsProps) {
  const { t } = useTranslation("reservations");
  const format = useZonedFormat(zone);
  const { customer_name, code, state, note, cancel_reason, contact_number, email, customer_id } = reservation;
  return (
    <div className={classes.details}>
      <div className={classes.head}>
        <h2 className={classes.name}>
          <Bdi>{customer_name || t("customer.deleted")}</Bdi>
        </h2>
        <StateChip state={state}>{t(`state.${shownState(reservation)}`)}</StateChip>
        <span className={classes.muted}>
          {t("details.code", { code })}
          {!customer_id && ` · ${t("details.walkIn")}`}
        </span>
      </div>
      <Actions reservation={reservation} onMode={onMode} />
      <Facts reservation={reservation} zone={zone} />
      <ReservationBill reservation={reservation} />
      {(contact_number || email || customer_id) && (
        <section>
          <h3 className={classes.heading}>{t("details.contact")}</h3>
          {contact_number && (
            <a className={classes.link} href={`tel:${contact_number.replaceAll(/[^+\d]/g, "")}`}>
              <bdi>{contact_number}</bdi>
            </a>
          )}
          {email && (
            <a className={classes.link} href={`mailto:${email}`}>
              <bdi>{email}</bdi>
            </a>
          )}
          <MessageCustomer customer={customer_id} />
        </section>
      )}
      {note && <Note title={t("details.note")} text={note} />}
      {cancel_reason && <Note title={t("details.reason")} text={cancel_reason} />}
      <StaffNote reservation={reservation} />
      <section>
        <h3 className={classes.heading}>{t("details.timeline")}</h3>
        <Timeline
          steps={asDeepRequired(reservation.changes)}
          words={{
            step: (step) => t(step === "moved" ? "timeline.moved" : `state.${step}`),
            actor: (actor) => t(`actor.${actor}`),
            dateTime: format.dateTime,
          }}
        />
      </section>
    </div>
  );
}

function Note({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      <p className={classes.text}>
        <Bdi>{text}</Bdi>
      </p>
    </section>
  );
}

function Facts({ reservation, zone }: Pick<ReservationDetailsProps, "reservation" | "zone">) {
  const { t } = useTranslation("reservations");
  const format = useZonedFormat(zone);
  const party = useParty();
  const { starts_at, ends_at, members, offering } = reservation;
  const sameDay = format.date(starts_at) === format.date(ends_at);
  const end = sameDay ? format.time(ends_at) : `${format.date(ends_at)}, ${format.time(ends_at)}`;
  const facts = [
    ["time", `${format.date(starts_at)}, ${format.time(starts_at)} – ${end}`],
    ["party", party(reservation, t("party", { count: members }))],
    ["offering", offering.name],
    ["place", placeNames(reservation)],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([key, value]) => (
          <div key={key}>
            <dt>{t(`column.${key}`)}</dt>
            <dd>
              <Bdi>{value}</Bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}

function Actions({ reservation, onMode }: Omit<ReservationDetailsProps, "zone">) {
  const { t } = useTranslation("reservations");
  const problem = useProblem();
  const { setState } = useReservationChanges(reservation.id);
  const states = nextStates(reservation);
  if (states.length === 0) return null;
  const choose = (to: CompanyState) => {
    if (needsReason(to)) return onMode(to);
    setState.mutate({ state: to, note: "" }, { onSuccess: () => toast.success(t(`done.${to}`)) });
  };
  const pending = setState.isPending ? setState.variables.state : null;
  return (
    <div className={classes.actions}>
      <Problem text={setState.error && problem(setState.error)} />
      {states.map((to, index) => (
        <Button
          key={to}
          {...(index === 0 && !needsReason(to) ? { color: "terracotta" } : { variant: "default" })}
          loading={pending === to}
          disabled={pending !== null && pending !== to}
          onClick={() => choose(to)}
        >
          {t(`action.${to}`)}
        </Button>
      ))}
      {canMove(reservation.state) && (
        <Button variant="default" onClick={() => onMode("move")}>
          {t("action.move")}
        </Button>
      )}
    </div>
  );
}
