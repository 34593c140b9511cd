import { api, unwrap } from "@/api/client";
import type { OfferingDetails } from "./types";

/** Key of the page of an offering among the queries. */
export const offeringKey = (id: number) => ["offering", id] as const;

/** Reads the page of an offering. */
export async function readOffering(product_id: number): Promise<OfferingDetails> {
  const params = { path: { product_id } };
  const answer = await unwrap(api.GET("/api/v1/users/product/{product_id}/", { params }));
  // The schema does not describe the values of details and attributes.
  return answer.data as unknown as OfferingDetails;
}
