import { api, unwrap } from "@/api/client";
import { asDeepRequired } from "@/api/deepRequired";
import { KEEP_ALIVE } from "@/api/keepAlive";
import { openedFrom } from "@/shared/reels/opened";
import type { Cart, CartDetailsForm, CartLineForm, PromoCode } from "./types";

export const cartKeys = {
  carts: ["carts"] as const,
  promoCodes: (company: number) => ["carts", "promo-codes", company] as const,
};

export const readCarts = async (): Promise<Cart[]> =>
  asDeepRequired((await unwrap(api.GET("/api/v1/users/cart/my-carts/"))).data);

export const addLine = async (body: CartLineForm): Promise<Cart> =>
  asDeepRequired(
    (
      await unwrap(
        api.POST("/api/v1/users/cart/add/", { body: { ...body, reel_id: openedFrom(body.product_id) } }),
      )
    ).data,
  );

/** Returns all carts: the last line takes its cart with it. */
export const setQuantity = async (line_id: number, quantity: number): Promise<Cart[]> =>
  asDeepRequired(
    (
      await unwrap(
        api.PUT("/api/v1/users/cart/lines/{line_id}/", {
          ...KEEP_ALIVE,
          params: { path: { line_id } },
          body: { quantity },
        }),
      )
    ).data,
  );

/** Puts a held booking into the cart of its company. */
export const addBooking = async (booking_id: number): Promise<Cart> =>
  asDeepRequired((await unwrap(api.POST("/api/v1/users/cart/bookings/", { body: { booking_id } }))).data);

/** Gives a booking back. Returns all carts: the last line takes its cart with it. */
export const removeBooking = async (booking_id: number): Promise<Cart[]> =>
  asDeepRequired(
    (
      await unwrap(
        api.DELETE("/api/v1/users/cart/bookings/{booking_id}/", { params: { path: { booking_id } } }),
      )
    ).data,
  );

export const emptyCart = (company_id: number) =>
  unwrap(api.DELETE("/api/v1/users/cart/company/{company_id}/", { params: { path: { company_id } } }));

export const updateCart = async (
  company_id: number,
  order_type_key: number,
  body: CartDetailsForm,
): Promise<Cart> =>
  asDeepRequired(
    (
      await unwrap(
        api.PUT("/api/v1/users/cart/update-meta/{company_id}/{order_type_key}/", {
          params: { path: { company_id, order_type_key } },
          body,
        }),
      )
    ).data,
  );

export const readPromoCodes = async (company_id: number): Promise<PromoCode[]> =>
  asDeepRequired(
    (await unwrap(api.GET("/api/v1/users/promocodes/{company_id}/", { params: { path: { company_id } } })))
      .data,
  );
