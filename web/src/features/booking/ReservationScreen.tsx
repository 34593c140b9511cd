import { Button } from "@mantine/core";
import {
  IconCalendarRepeat,
  IconFileInvoice,
  IconMapPin,
  IconRefresh,
  IconStar,
  IconTicket,
  IconX,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { ApiError } from "@/api/errors";
import { useFormat } from "@/lib/format";
import { StateChip } from "@/shared/booking/components/StateChip";
import { Timeline } from "@/shared/booking/components/Timeline";
import { shownState } from "@/shared/booking/model/shownState";
import type { Booking } from "@/shared/booking/types";
import { useMoney } from "@/shared/money/formatMoney";
import { bookingPath } from "@/shared/offering/availability";
import { directionsLink } from "@/shared/place/directions";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { bookingKeys, readBooking } from "./api";
import { BookingActions } from "./components/BookingActions";
import { BookingFacts } from "./components/BookingFacts";
import { BookingPicture } from "./components/BookingPicture";
import { CancelDialog } from "./components/CancelDialog";
import { CancellationTerms } from "./components/CancellationTerms";
import { PriceLines } from "./components/PriceLines";
import classes from "./components/Reservation.module.css";
import { useBookingFormat } from "./hooks/useBookingFormat";
import { useBookingInvoices } from "./hooks/useBookingInvoices";

/** One reservation with its timeline and actions. */
export function ReservationScreen() {
  const { t } = useTranslation("booking");
  const id = Number(useParams().bookingId);
  const booking = useQuery({
    queryKey: bookingKeys.booking(id),
    queryFn: () => readBooking(id),
    // The company may confirm, decline or check in meanwhile.
    refetchInterval: 30_000,
  });
  const missing = booking.error instanceof ApiError && booking.error.status === 404;
  return (
    <Screen title={t("reservation.title")} back="/reservations">
      {booking.data ? (
        <Reservation booking={booking.data} />
      ) : booking.isError ? (
        <ErrorState
          title={t(missing ? "reservation.missing" : "bookingFailed")}
          onRetry={missing ? undefined : () => void booking.refetch()}
        />
      ) : (
        <ScreenSkeleton />
      )}
    </Screen>
  );
}

function Reservation({ booking }: { booking: Booking }) {
  const { t } = useTranslation("booking");
  const { company, offering, code, can, changes } = booking;
  const format = useBookingFormat(company.time_zone);
  const moment = useFormat();
  const invoices = useBookingInvoices(booking.id, booking.state);
  const [cancelling, setCancelling] = useState(false);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div className={classes.picture}>
          <BookingPicture booking={booking} sizes="(min-width: 48em) 240px, 100vw" />
        </div>
        <div className={classes.words}>
          <StateChip state={booking.state}>{t(`state.${shownState(booking)}`)}</StateChip>
          <h2 className={classes.name}>
            <Link to={`/products/${offering.id}`} className={classes.link}>
              <Bdi>{offering.name}</Bdi>
            </Link>
          </h2>
          <Link to={`/companies/${company.handle}`} className={classes.company}>
            <Bdi>{company.name}</Bdi>
          </Link>
          <p>
            {t("code.label")}{" "}
            <strong>
              <bdi dir="ltr">{code}</bdi>
            </strong>
          </p>
        </div>
      </div>
      <section className={classes.section} aria-label={t("summary")}>
        <BookingFacts booking={booking} format={format} withPlace />
        <PriceLines booking={booking} format={format} />
        <Fees booking={booking} />
        {shownState(booking) === "unanswered" && <p>{t("reservation.unanswered")}</p>}
        {can.cancel && <CancellationTerms terms={booking} format={format} />}
      </section>
      <BookingActions booking={booking}>
        <Button
          component="a"
          href={directionsLink(company, navigator.userAgent)}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<Icon of={IconMapPin} />}
        >
          {t("directions")}
        </Button>
        {invoices.data && invoices.data.length > 0 && (
          <Button
            component={Link}
            to={`/reservations/${booking.id}/invoice`}
            variant="default"
            leftSection={<Icon of={IconFileInvoice} />}
          >
            {t("invoice.action")}
          </Button>
        )}
        {can.reschedule && (
          <Button
            component={Link}
            to={`/reservations/${booking.id}/reschedule`}
            variant="default"
            leftSection={<Icon of={IconCalendarRepeat} />}
          >
            {t("move.action")}
          </Button>
        )}
        <TicketButton booking={booking} />
        {can.review && (
          <Button
            component={Link}
            to={
              booking.order_id ? `/orders/${booking.order_id}/review` : `/reservations/${booking.id}/review`
            }
            variant="default"
            leftSection={<Icon of={IconStar} />}
          >
            {t("review")}
          </Button>
        )}
        <Button
          component={Link}
          to={bookingPath(offering)}
          variant="default"
          leftSection={<Icon of={IconRefresh} />}
        >
          {t("again")}
        </Button>
        {can.cancel && (
          <Button
            variant="default"
            className={classes.danger}
            leftSection={<Icon of={IconX} />}
            onClick={() => setCancelling(true)}
          >
            {t("cancel.action")}
          </Button>
        )}
      </BookingActions>
      <GivenContact booking={booking} />
      <section className={classes.section}>
        <h2 className={classes.title}>{t("timeline.title")}</h2>
        <Timeline
          steps={changes}
          words={{
            step: (step) => t(`timeline.${step}`),
            actor: (actor) => t(`actor.${actor}`),
            dateTime: moment.dateTime,
          }}
        />
      </section>
      <CancelDialog booking={booking} opened={cancelling} onClose={() => setCancelling(false)} />
    </div>
  );
}

/** A booking that an order pays has the tickets of the order. */
function TicketButton({ booking: { id, order_id, ticket_id, state } }: { booking: Booking }) {
  const { t } = useTranslation("booking");
  const user = useUser();
  // Guests have no tickets.
  if (!user || isGuest(user) || state === "held" || state === "expired") return null;
  const about = order_id ? `order=${order_id}` : `booking=${id}`;
  return (
    <Button
      component={Link}
      to={ticket_id ? `/support/tickets/${ticket_id}` : `/support/tickets/new?${about}`}
      variant="default"
      leftSection={<Icon of={IconTicket} />}
    >
      {t(ticket_id ? "ticket.open" : "ticket.raise")}
    </Button>
  );
}

/** Fee that was charged for a cancellation. */
function Fees({ booking: { state, cancel_fee, currency } }: { booking: Booking }) {
  const { t } = useTranslation("booking");
  const money = useMoney();
  if (state !== "cancelled_by_user" || cancel_fee === 0) return null;
  return <p>{t("cancel.charged", { fee: money(cancel_fee, currency) })}</p>;
}

/** Contact that the company received. */
function GivenContact({ booking }: { booking: Booking }) {
  const { t } = useTranslation("booking");
  const { customer_name, contact_number, email, note } = booking;
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{t("contact.given")}</h2>
      <ul className={classes.contact}>
        <li>
          <Bdi>{customer_name}</Bdi>
        </li>
        <li>
          <bdi dir="ltr">{contact_number}</bdi>
        </li>
        <li>
          <bdi dir="ltr">{email}</bdi>
        </li>
        {note && (
          <li>
            <Bdi>{note}</Bdi>
          </li>
        )}
      </ul>
    </section>
  );
}
