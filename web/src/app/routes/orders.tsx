import type { RouteObject } from "react-router";
import { lazyScreen } from "../lazyScreen";

const OrdersScreen = lazyScreen(() =>
  import("@/features/orders/OrdersScreen").then((file) => file.OrdersScreen),
);
const OrderScreen = lazyScreen(() =>
  import("@/features/orders/OrderScreen").then((file) => file.OrderScreen),
);
const TrackScreen = lazyScreen(() =>
  import("@/features/orders/TrackScreen").then((file) => file.TrackScreen),
);
const ReceivedScreen = lazyScreen(() =>
  import("@/features/orders/ReceivedScreen").then((file) => file.ReceivedScreen),
);

const BookingReviewScreen = lazyScreen(() =>
  import("@/features/orders/BookingReviewScreen").then((file) => file.BookingReviewScreen),
);
const ReviewScreen = lazyScreen(() =>
  import("@/features/orders/ReviewScreen").then((file) => file.ReviewScreen),
);
const InvoiceScreen = lazyScreen(() =>
  import("@/features/orders/InvoiceScreen").then((file) => file.InvoiceScreen),
);

const ReturnScreen = lazyScreen(() =>
  import("@/features/orders/ReturnScreen").then((file) => file.ReturnScreen),
);
const LoyaltyScreen = lazyScreen(() =>
  import("@/features/loyalty/LoyaltyScreen").then((file) => file.LoyaltyScreen),
);

/** Orders and loyalty cards of the account. */
export const orderRoutes: RouteObject[] = [
  { path: "/orders", element: <OrdersScreen /> },
  { path: "/orders/:orderId", element: <OrderScreen /> },
  { path: "/orders/:orderId/track", element: <TrackScreen /> },
  { path: "/orders/:orderId/received", element: <ReceivedScreen /> },
  { path: "/orders/:orderId/review", element: <ReviewScreen /> },
  { path: "/reservations/:bookingId/review", element: <BookingReviewScreen /> },
  { path: "/orders/:orderId/return", element: <ReturnScreen /> },
  { path: "/orders/:orderId/invoice", element: <InvoiceScreen /> },
  { path: "/loyalty", element: <LoyaltyScreen /> },
];
