import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { asDeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";
import type { Booking } from "@/shared/booking/types";
import type { Order } from "@/shared/orders/types";

export type OrderReview = components["schemas"]["OrderReview"];
export type ProductQuality = OrderReview["product_quality"];

/** Review as the customer fills it in. Null: not answered yet. */
export interface ReviewAnswers {
  rating: number | null;
  service_fast: boolean | null;
  as_described: boolean | null;
  meets_expectations: boolean | null;
  product_quality: ProductQuality | null;
  comments: string;
}

export type ReviewField = keyof ReviewAnswers;
export type CompleteReview = { [Field in ReviewField]: NonNullable<ReviewAnswers[Field]> };

export const COMMENTS_MAX = 500;
export const NO_ANSWERS: ReviewAnswers = {
  rating: null,
  service_fast: null,
  as_described: null,
  meets_expectations: null,
  product_quality: null,
  comments: "",
};

export const answersOf = (review: OrderReview | undefined): ReviewAnswers =>
  review
    ? {
        rating: review.rating,
        service_fast: review.service_fast,
        as_described: review.as_described,
        meets_expectations: review.meets_expectations,
        product_quality: review.product_quality,
        comments: review.comments,
      }
    : NO_ANSWERS;

/** Fields that are not answered, in their order. All are required. */
export const missingFields = (answers: ReviewAnswers): ReviewField[] =>
  (Object.keys(NO_ANSWERS) as ReviewField[]).filter((field) =>
    field === "comments" ? answers.comments.trim() === "" : answers[field] === null,
  );

export const isComplete = (answers: ReviewAnswers): answers is CompleteReview =>
  missingFields(answers).length === 0;

/** Products of an order and bookings that took place, each once. Deleted products are left out. */
export function productsOf({
  lines,
  bookings,
}: Pick<Order, "lines" | "bookings">): { id: number; name: string }[] {
  const names = new Map<number, string>();
  for (const { product_id, name, took_place } of bookings)
    if (product_id && took_place) names.set(product_id, name);
  for (const { product_id, name } of lines) if (product_id) names.set(product_id, name);
  return [...names].map(([id, name]) => ({ id, name }));
}

/** Order that is reviewed, or booking that no order pays. */
export type Purchase = { order_id: number } | { booking_id: number };

const reviewsKey = (purchase: Purchase) => ["orders", "reviews", purchase] as const;

export function useReviews(purchase: Purchase) {
  return useQuery({
    queryKey: reviewsKey(purchase),
    queryFn: async () => {
      const reviews =
        "order_id" in purchase
          ? api.GET("/api/v1/users/orders/{order_id}/reviews/", { params: { path: purchase } })
          : api.GET("/api/v1/users/bookings/{booking_id}/reviews/", { params: { path: purchase } });
      return (await unwrap(reviews)).data;
    },
  });
}

/** Reads the booking that is reviewed. */
export function useReviewedBooking(booking_id: number) {
  return useQuery({
    queryKey: ["orders", "reviewed-booking", booking_id],
    queryFn: async (): Promise<Booking> => {
      const params = { path: { booking_id } };
      const answer = await unwrap(api.GET("/api/v1/users/bookings/{booking_id}/", { params }));
      return asDeepRequired(answer.data) as Booking;
    },
  });
}

/** Writes the review of a product, or of the company (null). Another one replaces it. */
export function useWriteReview(purchase: Purchase, product: number | null) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (answers: CompleteReview) => {
      const body = { ...purchase, ...answers, comments: answers.comments.trim() };
      return product === null
        ? unwrap(api.POST("/api/v1/userprofessional/company/review/", { body }))
        : unwrap(api.POST("/api/v1/users/product/review/", { body: { ...body, product_id: product } }));
    },
    onSuccess: ({ data }) =>
      queries.setQueryData<OrderReview[]>(reviewsKey(purchase), (known = []) => [
        ...known.filter(({ id }) => id !== data.id),
        data,
      ]),
  });
}
