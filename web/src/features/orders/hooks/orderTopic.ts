import type { Topic } from "@/live";
import { latest } from "@/shared/orders/order";
import type { Order } from "@/shared/orders/types";

/** Stream `order:{order}`. */
export const orderTopic: Topic<Order> = {
  snapshot: (data) => (data as { order: Order }).order,
  event(known, event) {
    const { type, order } = event as { type: string; order: Order };
    return type === "order" ? latest(known, order) : known;
  },
};
