import type { RouteObject } from "react-router";
import { lazyScreen } from "../lazyScreen";
import type { RouteHandle } from "./RouteHandle";

const BookingScreen = lazyScreen(() =>
  import("@/features/booking/BookingScreen").then((file) => file.BookingScreen),
);
const ReservationsScreen = lazyScreen(() =>
  import("@/features/booking/ReservationsScreen").then((file) => file.ReservationsScreen),
);
const ReservationScreen = lazyScreen(() =>
  import("@/features/booking/ReservationScreen").then((file) => file.ReservationScreen),
);
const BookingInvoiceScreen = lazyScreen(() =>
  import("@/features/booking/BookingInvoiceScreen").then((file) => file.BookingInvoiceScreen),
);
const AcceptOfferScreen = lazyScreen(() =>
  import("@/features/booking/AcceptOfferScreen").then((file) => file.AcceptOfferScreen),
);
const RescheduleScreen = lazyScreen(() =>
  import("@/features/booking/RescheduleScreen").then((file) => file.RescheduleScreen),
);

/** The bar of the booking takes the place of the navigation. */
const handle: RouteHandle = { hideBottomBar: true };

/** Booking of an offering, and the reservations of the account. */
export const bookingRoutes: RouteObject[] = [
  { path: "/bookAppointment", element: <BookingScreen />, handle },
  { path: "/reservations", element: <ReservationsScreen /> },
  { path: "/reservations/:bookingId", element: <ReservationScreen /> },
  { path: "/reservations/:bookingId/accept", element: <AcceptOfferScreen />, handle },
  { path: "/reservations/:bookingId/invoice", element: <BookingInvoiceScreen /> },
  { path: "/reservations/:bookingId/reschedule", element: <RescheduleScreen />, handle },
];
