import { useTranslation } from "react-i18next";
import { Navigate, useParams } from "react-router";
import { ApiError } from "@/api/errors";
import type { Booking } from "@/shared/booking/types";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { Reviews } from "./components/Reviews";
import { useReviewedBooking } from "./reviewApi";

/** `/reservations/:bookingId/review`: reviews of the company and the offering of a booking that no order pays. */
export function BookingReviewScreen() {
  const { t } = useTranslation("orders");
  const id = Number(useParams().bookingId) || 0;
  const booking = useReviewedBooking(id);
  const missing = booking.error instanceof ApiError && booking.error.status === 404;
  return (
    <Screen title={t("review.bookingTitle")} back={`/reservations/${id}`}>
      {booking.data ? (
        <BookingReviews booking={booking.data} />
      ) : booking.isError ? (
        <ErrorState
          title={t(missing ? "review.bookingMissing" : "review.loadFailed")}
          onRetry={missing ? undefined : () => void booking.refetch()}
        />
      ) : (
        <ScreenSkeleton />
      )}
    </Screen>
  );
}

function BookingReviews({ booking: { id, company, offering, order_id, can } }: { booking: Booking }) {
  const { t } = useTranslation("orders");
  if (order_id) return <Navigate to={`/orders/${order_id}/review`} replace />;
  if (!can.review) return <p>{t("review.bookingEarly")}</p>;
  const subjects = [{ id: null, name: company.name }, offering];
  return <Reviews purchase={{ booking_id: id }} subjects={subjects} />;
}
