import { Button } from "@mantine/core";
import { IconCheck, IconHourglass } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Booking } from "@/shared/booking/types";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { bookingKeys, readBooking } from "./api";
import { BookingActions } from "./components/BookingActions";
import { BookingFacts } from "./components/BookingFacts";
import { CancellationTerms } from "./components/CancellationTerms";
import classes from "./components/Confirmation.module.css";
import { PriceLines } from "./components/PriceLines";
import { useBookingFormat } from "./hooks/useBookingFormat";

/** Confirmation of a booking that was just made. */
export function ConfirmationScreen({ id }: { id: number }) {
  const { t } = useTranslation("booking");
  const booking = useQuery({ queryKey: bookingKeys.booking(id), queryFn: () => readBooking(id) });
  return (
    <Screen title={t("confirmed.title")} back="/reservations">
      {booking.data ? (
        <Confirmed booking={booking.data} />
      ) : booking.isError ? (
        <ErrorState title={t("bookingFailed")} onRetry={() => void booking.refetch()} />
      ) : (
        <ScreenSkeleton />
      )}
    </Screen>
  );
}

function Confirmed({ booking }: { booking: Booking }) {
  const { t } = useTranslation("booking");
  const { company, offering, code, email } = booking;
  const format = useBookingFormat(company.time_zone);
  const waits = booking.state === "awaiting_company";
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <span className={classes.mark}>
          <Icon of={waits ? IconHourglass : IconCheck} size={32} />
        </span>
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {t(waits ? "confirmed.sent" : "confirmed.done", { when: format.brief(booking.starts_at) })}
        </h2>
        <p className={classes.lead}>
          {waits
            ? t("confirmed.waits", { company: company.name })
            : t("confirmed.next", { company: company.name, email })}
        </p>
        <p className={classes.codeBox}>
          <span>{t("code.label")}</span>
          <strong className={classes.code}>
            <bdi dir="ltr">{code}</bdi>
          </strong>
        </p>
      </div>
      <section className={classes.card} aria-label={t("summary")}>
        <Bdi className={classes.name}>{offering.name}</Bdi>
        <BookingFacts booking={booking} format={format} withPlace />
        <PriceLines booking={booking} format={format} />
        <CancellationTerms terms={booking} format={format} />
      </section>
      <BookingActions booking={booking} />
      <Button component={Link} to="/reservations" color="terracotta">
        {t("reservations.mine")}
      </Button>
    </div>
  );
}
