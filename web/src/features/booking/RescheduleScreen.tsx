import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { toast } from "@/lib/toasts";
import { rereadAvailability } from "@/shared/booking/hooks/useLiveAvailability";
import { horizonOf } from "@/shared/booking/model/horizon";
import { newTotal } from "@/shared/booking/model/newTotal";
import type { BookableOffering, Booking, BookingTime, CompanyTerms } from "@/shared/booking/types";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { bookingKeys, moveBooking, readBookedOffering, readBooking, readCompany } from "./api";
import classes from "./components/Booking.module.css";
import { When } from "./components/BookingFacts";
import { CancellationTerms } from "./components/CancellationTerms";
import { Notice } from "./components/Notice";
import { RequestHint } from "./components/RequestHint";
import { TimePicker } from "./components/TimePicker";
import { useBookingFormat } from "./hooks/useBookingFormat";
import { MissingMessages, useMissing } from "./hooks/useMissing";
import { useTotal } from "./hooks/useTotal";
import { movedTerms, selectionOf } from "./model/moved";
import { type Problem, problemOf } from "./model/problem";
import { timeOf } from "./model/selection";

/** Another time for a booking. */
export function RescheduleScreen() {
  const { t } = useTranslation("booking");
  const id = Number(useParams().bookingId);
  const booking = useQuery({ queryKey: bookingKeys.booking(id), queryFn: () => readBooking(id) });
  const companyId = booking.data?.company.id ?? 0;
  const offering = useQuery({
    queryKey: bookingKeys.bookedOffering(id),
    queryFn: () => readBookedOffering(id),
  });
  const company = useQuery({
    queryKey: bookingKeys.company(companyId),
    queryFn: () => readCompany(companyId),
    enabled: companyId > 0,
  });
  if (booking.data && offering.data && company.data) {
    return <Reschedule booking={booking.data} offering={offering.data} company={company.data} />;
  }
  const failed = [booking, offering, company].find(({ isError }) => isError);
  return (
    <Screen title={t("move.title")} back={`/reservations/${id}`}>
      {failed ? (
        <ErrorState title={t("bookingFailed")} onRetry={() => void failed.refetch()} />
      ) : (
        <ScreenSkeleton />
      )}
    </Screen>
  );
}

interface RescheduleProps {
  booking: Booking;
  offering: BookableOffering;
  company: CompanyTerms;
}

function Reschedule({ booking, offering, company }: RescheduleProps) {
  const { t } = useTranslation("booking");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const format = useBookingFormat(company.time_zone);
  const [selection, setSelection] = useState(() => selectionOf(offering, booking));
  const [problem, setProblem] = useState<Problem | null>(null);
  const total = useTotal();
  /** Total that is shown: that of the booking, then that of another time. */
  const [seen, setSeen] = useState(booking.total);
  const { approves_bookings } = company.reservation;
  const time = timeOf(offering, selection);
  const missing = useMissing(offering, selection);
  const back = `/reservations/${booking.id}`;
  const move = useMutation({
    mutationFn: (to: BookingTime) => moveBooking(booking, to, seen),
    onSuccess(moved) {
      queries.setQueryData(bookingKeys.booking(booking.id), moved);
      void queries.invalidateQueries({ queryKey: bookingKeys.lists });
      const waits = moved.state === "awaiting_company";
      toast.success(waits ? t("move.requested", { company: company.name }) : t("move.done"));
      void navigate(back, { replace: true });
    },
    onError(error) {
      const changed = newTotal(error);
      if (changed !== null) {
        setSeen(changed);
        const [now, before] = [changed, booking.total].map((amount) => total(amount, booking.currency));
        return setProblem({
          title: t("move.price", { now, before }),
          text: t("move.priceText"),
          gone: false,
        });
      }
      const refused = problemOf(error, offering.availability, t);
      setProblem(refused);
      if (!refused.gone) return;
      setSelection((before) => ({ ...before, startsAt: null, until: null }));
      rereadAvailability(queries, offering.id);
    },
  });
  const start =
    selection.startsAt ?? offering.occurrences.find(({ id }) => id === selection.occurrence)?.starts_at;
  function submitText(): string {
    if (seen !== booking.total) return t("move.submitTotal", { total: total(seen, booking.currency) });
    if (!start) return t("move.submitPlain");
    return t(approves_bookings ? "request.free" : "move.submit", { when: format.brief(start) });
  }
  return (
    <Screen
      title={t("move.title")}
      back={back}
      bottomAction={
        <Button
          color="terracotta"
          fullWidth
          disabled={!booking.can.reschedule}
          loading={move.isPending}
          onClick={() => (time ? move.mutate(time) : missing.check())}
        >
          {submitText()}
        </Button>
      }
    >
      <div className={classes.page}>
        <div>
          <p className={classes.note}>{t("move.now")}</p>
          <When booking={booking} format={format} />
        </div>
        {!booking.can.reschedule && <Notice title={t("move.closed")} />}
        {problem && <Notice title={problem.title} text={problem.text} />}
        <MissingMessages value={missing.messages}>
          <TimePicker
            offering={offering}
            horizon={horizonOf(company)}
            selection={selection}
            onChange={(change) => {
              setProblem(null);
              setSeen(booking.total);
              setSelection((before) => ({ ...before, ...change }));
            }}
            held={booking}
            timeOnly
          />
        </MissingMessages>
        {approves_bookings && <RequestHint company={company.name} isMove />}
        {start && <CancellationTerms terms={movedTerms(booking, start, seen)} format={format} />}
      </div>
    </Screen>
  );
}
