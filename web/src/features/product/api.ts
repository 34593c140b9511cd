import { requestUntyped } from "@/api/client";
import { type Page, toPage } from "@/api/pagination";
import type { Offering, Picture } from "@/shared/offering/types";
import type { Variant } from "@/shared/variants/variants";

export interface Occurrence {
  id: number;
  starts_at: string;
  ends_at: string;
}

export interface StaffMember {
  id: number;
  name: string;
  title: string;
  picture: Picture | null;
}

export interface OptionGroup {
  name: string;
  required: boolean;
  max: number;
  choices: { name: string; price: number }[];
}

export interface ReviewsSummary {
  average: number | null;
  count: number;
  by_rating: number[];
}

/** Page of an offering. */
export interface OfferingDetails extends Offering {
  description: string;
  /** Hundredths of a percent, included in the price. */
  vat_rate: number;
  delivery_price: number | null;
  options: OptionGroup[];
  variants: Variant[];
  pictures: Picture[];
  occurrences: Occurrence[];
  staff: StaffMember[];
  reviews_summary: ReviewsSummary | null;
  similar: Offering[];
}

export interface Review {
  id: number;
  author: { id: number; name: string; picture: string | null };
  rating: number;
  comments: string;
  reply: string | null;
  created_at: string;
}

export const readOffering = async (id: number): Promise<OfferingDetails> =>
  (await requestUntyped<OfferingDetails>("get", `/api/v1/users/product/${id}`)).data;

export async function readReviews(company: number, product_id: number, page: number): Promise<Page<Review>> {
  const envelope = await requestUntyped<Review[]>("get", `/api/v1/users/company/${company}/feedback/`, {
    query: { product_id, page, per_page: 10 },
  });
  return toPage(envelope as unknown as Parameters<typeof toPage<Review>>[0]);
}
