import { resync, type Topic } from "@/live";
import { type LiveOrders, ordersTopic } from "../orders/model/liveOrders";
import { type LiveReservations, reservationsTopic } from "../reservations/model/liveReservations";

/** Open orders and reservations of a company. */
export interface CompanyLive {
  reservations: LiveReservations;
  orders: LiveOrders;
}

/** Stream `orders:{company}`. All its followers share one reducer. */
export const companyTopic: Topic<CompanyLive> = {
  snapshot: (data, before) => ({
    reservations: reservationsTopic.snapshot(data, before?.reservations),
    orders: ordersTopic.snapshot(data, before?.orders),
  }),
  event(state, event, seq) {
    const reservations = reservationsTopic.event(state.reservations, event, seq);
    const orders = ordersTopic.event(state.orders, event, seq);
    if (reservations === resync || orders === resync) return resync;
    return { reservations, orders };
  },
};
