import { requestUntyped } from "@/api/client";
import { type Page, toPage } from "@/api/pagination";
import type { CompanySummary, Offering } from "@/shared/offering/types";
import type { Variant } from "@/shared/variants/variants";
import type { Filters } from "./model/filters";
import { listQuery } from "./model/request";

/** Filter of the catalogue, as data. */
export interface Feature {
  key: string;
  kind: "range" | "flag";
}

/** Company in a list near a point. */
export type FoundCompany = CompanySummary & { distance_km?: number | null };

export interface Port {
  code: string;
  name: string;
  country: string;
}

/** Cruise with its upcoming departures. */
export interface Sailing extends Offering {
  occurrences: { id: number; starts_at: string; ends_at: string }[];
}

interface PageData<Item> {
  data: Item[];
  next?: number | null;
  total: number;
}

const PAGE = 24;

async function readPage<Item>(path: string, query: object, page: number, per_page: number) {
  const envelope = await requestUntyped<Item[]>("get", path, { query: { ...query, page, per_page } });
  return toPage(envelope as unknown as PageData<Item>);
}

export const findCompanies = (filters: Filters, page = 1, perPage = PAGE): Promise<Page<FoundCompany>> =>
  readPage("/api/v1/users/companies/", listQuery({ ...filters, kind: null }), page, perPage);

export const findOfferings = (filters: Filters, page = 1, perPage = PAGE): Promise<Page<Offering>> =>
  readPage("/api/v1/users/offerings/", listQuery(filters), page, perPage);

export const readFeatures = async (): Promise<Feature[]> =>
  (await requestUntyped<Feature[]>("get", "/api/v1/users/features/")).data;

/** Ports that sailings use. */
export const readPorts = async (role: "departure" | "destination"): Promise<Port[]> => {
  const path = { departure: "get-ports-list", destination: "get-Designatios-ports-list" }[role];
  return (await requestUntyped<Port[]>("get", `/api/v1/admin/${path}/`)).data;
};

/** Colors, sizes and stock of a product. */
export const readVariants = async (id: number): Promise<Variant[]> =>
  (await requestUntyped<{ variants: Variant[] }>("get", `/api/v1/users/product-purchase/${id}/`)).data
    .variants;

export interface SailingQuery {
  destination?: string;
  departure?: string;
  date?: string;
}

export const findSailings = (query: SailingQuery, page: number): Promise<Page<Sailing>> =>
  readPage("/api/v1/users/cruise-products/", query, page, PAGE);
