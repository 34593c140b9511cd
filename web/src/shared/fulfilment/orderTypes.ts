/** Order types of the specification, section 9. */
export const ORDER_TYPES = ["delivery", "collect", "onsite"] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

/** Name of the order type in the URL of a screen. */
export const ORDER_TYPE_PARAM = "order_type";

export const readOrderType = (params: URLSearchParams): OrderType | null =>
  ORDER_TYPES.find((type) => type === params.get(ORDER_TYPE_PARAM)) ?? null;
