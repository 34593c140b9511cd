import { api, unwrap } from "@/api/client";
import { asDeepRequired, type DeepRequired } from "@/api/deepRequired";
import { type Page, toPage } from "@/api/pagination";
import type { components } from "@/api/schema";

export type LoyaltyCard = DeepRequired<components["schemas"]["LoyaltyCard"]>;
export type CoinTransaction = components["schemas"]["CoinTransaction"];

export const loyaltyKeys = {
  cards: ["loyalty", "cards"] as const,
  history: (company: number) => ["loyalty", "history", company] as const,
};

const PER_PAGE = 50;

export async function readCards(page: number): Promise<Page<LoyaltyCard>> {
  const params = { query: { page, per_page: PER_PAGE } };
  const { items, ...rest } = toPage(await unwrap(api.GET("/api/v1/users/loyalty-points/", { params })));
  return { ...rest, items: asDeepRequired(items) };
}

export async function readHistory(company_id: number, page: number): Promise<Page<CoinTransaction>> {
  const params = { path: { company_id }, query: { page, per_page: PER_PAGE } };
  return toPage(await unwrap(api.GET("/api/v1/users/loyalty-points/{company_id}/", { params })));
}
