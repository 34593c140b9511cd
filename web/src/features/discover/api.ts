import { api, unwrap } from "@/api/client";
import { type Page, toPage } from "@/api/pagination";
import type { components } from "@/api/schema";
import { type Whole, whole } from "@/api/whole";
import { readOffering } from "@/shared/offering/api";
import type { Cruise, ListedCompany, Offering } from "@/shared/offering/types";
import type { Variant } from "@/shared/variants/variants";
import type { Filters } from "./model/filters";
import { listQuery } from "./model/request";

type Schemas = components["schemas"];

/** Filter of the catalogue, as data. */
export type Feature = Schemas["Feature"];
/** Company in a list near a point. */
export type FoundCompany = ListedCompany;
export type Port = Whole<Schemas["Port"]>;
/** Cruise of a search. */
export type Sailing = Cruise;

const PAGE = 24;

export async function findCompanies(
  filters: Filters,
  page = 1,
  per_page = PAGE,
): Promise<Page<FoundCompany>> {
  const query = { ...listQuery({ ...filters, kind: null }), page, per_page };
  const answer = await unwrap(api.GET("/api/v1/users/companies/", { params: { query } }));
  return toPage({ ...answer, data: whole(answer.data) });
}

/** Companies on one page of a map: more than of a list, since each takes a pin only. */
const MAP_PAGE = 60;

/** Companies in an area, written as west, south, east and north. */
export async function findCompaniesIn(
  filters: Filters,
  bounds: string | undefined,
  page: number,
): Promise<Page<FoundCompany>> {
  const query = {
    ...listQuery({ ...filters, kind: null, distance: null }),
    bounds,
    page,
    per_page: MAP_PAGE,
  };
  const answer = await unwrap(api.GET("/api/v1/users/companies/", { params: { query } }));
  return toPage({ ...answer, data: whole(answer.data) });
}

export async function findOfferings(filters: Filters, page = 1, per_page = PAGE): Promise<Page<Offering>> {
  const query = { ...listQuery(filters), page, per_page };
  const answer = await unwrap(api.GET("/api/v1/users/offerings/", { params: { query } }));
  // The schema does not describe the values of the details.
  return toPage({ ...answer, data: answer.data as unknown as Offering[] });
}

export const readFeatures = async (): Promise<Feature[]> =>
  (await unwrap(api.GET("/api/v1/users/features/"))).data;

const PORTS = {
  departure: "/api/v1/admin/get-ports-list/",
  destination: "/api/v1/admin/get-Designatios-ports-list/",
} as const;

/** Ports that sailings use. */
export const readPorts = async (role: keyof typeof PORTS): Promise<Port[]> =>
  (await unwrap(api.GET(PORTS[role]))).data;

/** Colors, sizes and stock of a product. */
export const readVariants = async (id: number): Promise<Variant[]> => (await readOffering(id)).variants;

export interface SailingQuery {
  destination?: string;
  departure?: string;
  date?: string;
}

export async function findSailings(search: SailingQuery, page: number): Promise<Page<Sailing>> {
  const query = { ...search, page, per_page: PAGE };
  const answer = await unwrap(api.GET("/api/v1/users/cruise-products/", { params: { query } }));
  return toPage({ ...answer, data: answer.data as unknown as Sailing[] });
}
