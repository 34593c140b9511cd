import { api, unwrap } from "@/api/client";
import { asDeepRequired, type DeepRequired } from "@/api/deepRequired";
import type { components, operations } from "@/api/schema";
import type { Bookable } from "@/shared/booking/bookable/types";
import { readOffering } from "@/shared/offering/api";
import type { CompanySummary, Cruise, Offering } from "@/shared/offering/types";
import type { Reel } from "@/shared/reels/types";
import type { Variant } from "@/shared/variants/variants";
import type { SearchRequest } from "./model/request";
import type { sailingParams } from "./model/sailings";

type Schemas = components["schemas"];

/** Filter of the catalogue, as data. */
export type Feature = Schemas["Feature"];
export type Port = DeepRequired<Schemas["Port"]>;
/** Cruise of a search. */
export type Sailing = Cruise;
export type Facets = DeepRequired<Schemas["SearchFacets"]>;
export type CruiseFacets = DeepRequired<Schemas["CruiseFacets"]>;
export type Understood = DeepRequired<Schemas["SearchUnderstood"]>;
export type Relaxation = Schemas["SearchRelaxation"];
export type Suggestions = DeepRequired<Schemas["SuggestionAnswer"]>;
export type FoundPerson = Schemas["Person"];

interface CommonHit {
  /** Null without a position. */
  distance_km: number | null;
  bookable: Bookable | null;
}

export interface CompanyHit extends CommonHit {
  type: "company";
  company: CompanySummary;
  price_from: number | null;
}

export interface OfferingHit extends CommonHit {
  type: "offering";
  offering: Offering;
  latitude: number | null;
  longitude: number | null;
}

export type SearchHit = CompanyHit | OfferingHit;

/** Page of a search. */
export interface SearchPage {
  hits: SearchHit[];
  people: FoundPerson[];
  /** Reels of their tab, or some beside the first results of all tabs. */
  reels: Reel[];
  total: number;
  facets: Facets;
  understood: Understood;
  relaxed: Relaxation[];
  /** The index is being made: more results follow. */
  preparing: boolean;
  next: string | null;
}

export async function search(body: SearchRequest): Promise<SearchPage> {
  // The schema does not describe the values of the details.
  const answer = asDeepRequired(
    (await unwrap(api.POST("/api/v1/users/search-tab/", { body }))).data,
  ) as unknown as Answer;
  const hits = answer.hits.filter((hit) => hit.type !== "reel");
  const reels = answer.hits.flatMap((hit) => (hit.type === "reel" ? [hit.reel] : []));
  return { ...answer, hits, reels: [...answer.reels, ...reels] };
}

type Answer = Omit<SearchPage, "hits"> & { hits: (SearchHit | { type: "reel"; reel: Reel })[] };

export interface SuggestionQuery {
  q: string;
  lang: operations["search_suggest"]["parameters"]["query"]["lang"];
  latitude?: number;
  longitude?: number;
}

export const readSuggestions = async (query: SuggestionQuery): Promise<Suggestions> =>
  asDeepRequired((await unwrap(api.GET("/api/v1/users/search-suggestions/", { params: { query } }))).data);

const PEOPLE = 4;

/** People whose names begin so. */
export async function suggestPeople(query: string): Promise<FoundPerson[]> {
  const params = { query: { query, userType: "regular" as const, page: 1, per_page: PEOPLE } };
  return (await unwrap(api.GET("/api/v1/users/search/friends/", { params }))).data;
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

/** Search for cruises. Days are those of a departure, `price` is in whole units of the currency for one person. */
export interface SailingQuery {
  q?: string;
  destination?: string;
  departure?: string;
  call?: string;
  date?: string;
  until?: string;
  /** Least and most nights, such as `4-7`. */
  nights?: string;
  people?: number;
  price?: number;
  facilities?: string[];
  sort?: "relevance" | "price" | "price_desc" | "rating";
}

/** Page of cruises. */
export interface SailingPage {
  items: Sailing[];
  total: number;
  facets: Facets;
  relaxed: Relaxation[];
  next: string | null;
}

const PAGE = 24;

export async function findSailings(
  search: ReturnType<typeof sailingParams>,
  cursor: string | undefined,
): Promise<SailingPage> {
  const query = { ...search, cursor, limit: PAGE };
  const answer = asDeepRequired(
    (await unwrap(api.GET("/api/v1/users/cruise-products/", { params: { query } }))).data,
  );
  // The schema does not describe the values of the details.
  return { ...answer, items: answer.cruises } as unknown as SailingPage;
}
