import { api, unwrap } from "@/api/client";
import { asDeepRequired, type DeepRequired } from "@/api/deepRequired";
import { type Page, toPage } from "@/api/pagination";
import type { components } from "@/api/schema";

export type { OfferingDetails } from "@/shared/offering/types";
export type Review = DeepRequired<components["schemas"]["Page_Review"]["data"][number]>;

const at = (company: number) => ({ path: { company_id: String(company) } });

export async function readReviews(company: number, product_id: number, page: number): Promise<Page<Review>> {
  const params = { ...at(company), query: { product_id, page, per_page: 10 } };
  const answer = await unwrap(api.GET("/api/v1/users/company/{company_id}/feedback/", { params }));
  return asDeepRequired(toPage(answer)) as Page<Review>;
}
