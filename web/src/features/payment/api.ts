import { api, unwrap } from "@/api/client";
import { asDeepRequired } from "@/api/deepRequired";
import type { Method, Order, PaymentResult, ProviderInfo, SavedCard } from "./types";

export const paymentKeys = {
  order: (id: number) => ["payment", "order", id] as const,
  together: (orders: readonly number[]) => ["payment", "together", ...orders] as const,
  provider: ["payment", "provider"] as const,
};

export const readOrder = async (order_id: number): Promise<Order> =>
  asDeepRequired(
    (await unwrap(api.GET("/api/v1/users/orders/{order_id}/", { params: { path: { order_id } } }))).data,
  );

/** Reads the orders of a payment. */
export const readTogether = (orders: readonly number[]): Promise<Order[]> =>
  Promise.all(orders.map(readOrder));

export const readProvider = async (): Promise<ProviderInfo> =>
  asDeepRequired((await unwrap(api.POST("/api/v1/payment/user/order/create-stripe-customer/"))).data);

export const pay = async (order_id: number, method: Method): Promise<PaymentResult> =>
  asDeepRequired(
    (await unwrap(api.POST("/api/v1/payment/user/order/payment/", { body: { order_id, ...method } }))).data,
  );

/** Reads a payment at the provider. */
export const readStatus = async (order_id: number): Promise<PaymentResult> =>
  asDeepRequired((await unwrap(api.POST("/api/v1/payment/user/order/status/", { body: { order_id } }))).data);

export const beginCard = async (): Promise<string> =>
  (await unwrap(api.POST("/api/v1/payment/setup-intent/"))).data.client_secret;

export const setDefaultCard = async (card_id: number): Promise<SavedCard[]> =>
  asDeepRequired(
    (await unwrap(api.PUT("/api/v1/payment/cards/{card_id}/default/", { params: { path: { card_id } } })))
      .data,
  );

export const addCard = async (payment_method: string): Promise<SavedCard[]> =>
  asDeepRequired((await unwrap(api.POST("/api/v1/payment/add-card/", { body: { payment_method } }))).data);

export const deleteCard = (card_id: number) =>
  unwrap(api.DELETE("/api/v1/payment/cards/{card_id}/", { params: { path: { card_id } } }));
