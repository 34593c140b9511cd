import { api, unwrap } from "@/api/client";
import { asDeepRequired } from "@/api/deepRequired";
import { type Page, toPage } from "@/api/pagination";
import type { components, paths } from "@/api/schema";
import type { CompanySummary, Cruise, Offering, OfferingKind } from "@/shared/offering/types";
import type { Reel } from "@/shared/reels/types";
import type { StaySearch } from "./model/staySearch";
import type {
  CaptionedPicture,
  CompanyDetails,
  News,
  Occurrence,
  OfferingSections,
  Review,
  ReviewSummary,
  RoomOffer,
} from "./types";

export { readAbout } from "@/shared/policies/api";

type Schemas = components["schemas"];

const REVIEWS = 10;
const PICTURES = 40;
const NEWS = 6;
const REELS = 12;
const EVENTS = 100;
const ROOMS = 100;
const CRUISES = 20;

type Lang = NonNullable<paths["/api/v1/admin/facility/list/"]["get"]["parameters"]["query"]>["lang"];

const at = (company_id: string) => ({ path: { company_id } });

/** `company` is the number or the handle. */
export async function readCompany(company: string): Promise<CompanyDetails> {
  const answer = await unwrap(
    api.GET("/api/v1/users/company/{company_id}/details/", { params: at(company) }),
  );
  return asDeepRequired(answer.data);
}

export const itemsKey = (id: number, kind: OfferingKind, words = "") =>
  ["company", "items", id, kind, ...(words ? [words] : [])] as const;

const readMenu = async (id: number, body: Schemas["MenuRequest"]): Promise<OfferingSections> => {
  const answer = await unwrap(
    api.POST("/api/v1/users/company/items-by-service/{company_id}/", { params: at(String(id)), body }),
  );
  // The schema does not describe the values of the details.
  return answer.data as unknown as OfferingSections;
};

/** Lists at most 500 offerings of one kind: all, or those that match the words. */
export const readItems = (id: number, service: OfferingKind, words = ""): Promise<OfferingSections> =>
  readMenu(id, { service, ...(words && { filters: { q: words } }) });

/** Lists at most 500 offerings of one kind in a folder. */
export async function readFolder(id: number, kind: OfferingKind, folder: number): Promise<Offering[]> {
  const { sections } = await readMenu(id, { service: String(folder) });
  return sections.flatMap(({ items }) => items).filter((item) => item.kind === kind);
}

export async function readMedia(id: number, page: number): Promise<Page<CaptionedPicture>> {
  const params = { ...at(String(id)), query: { page, per_page: PICTURES } };
  const answer = await unwrap(api.GET("/api/v1/users/company/{company_id}/media/", { params }));
  return toPage({ ...answer, data: asDeepRequired(answer.data) });
}

export async function readReels(id: number, page: number): Promise<Page<Reel>> {
  const params = { path: { company_id: id }, query: { page, per_page: REELS } };
  const answer = await unwrap(api.GET("/api/v1/users/company/{company_id}/reels/", { params }));
  // The schema does not describe the values of an offering's details.
  return toPage({ ...answer, data: answer.data as unknown as Reel[] });
}

export async function readNews(id: number, page: number): Promise<Page<News>> {
  const params = { ...at(String(id)), query: { page, per_page: NEWS } };
  const answer = await unwrap(api.GET("/api/v1/users/company/{company_id}/news/", { params }));
  return toPage({ ...answer, data: asDeepRequired(answer.data) });
}

export async function readEvents(id: number, page: number): Promise<Page<Occurrence>> {
  const params = { ...at(String(id)), query: { page, per_page: EVENTS } };
  const answer = await unwrap(api.GET("/api/v1/users/company/{company_id}/event/", { params }));
  return toPage({ ...answer, data: answer.data as unknown as Occurrence[] });
}

export interface ReviewPage extends Page<Review> {
  summary: ReviewSummary;
}

/** Reviews with that many stars, or all. The summary is that of all. */
export async function readReviews(id: number, page: number, rating: number | null): Promise<ReviewPage> {
  const query = { page, per_page: REVIEWS, ...(rating !== null && { rating }) };
  const answer = await unwrap(
    api.GET("/api/v1/users/company/{company_id}/feedback/", { params: { ...at(String(id)), query } }),
  );
  return asDeepRequired({ ...toPage(answer), summary: answer.summary });
}

/** Names of the listed facilities, by key. */
export async function readFacilities(language: string): Promise<ReadonlyMap<string, string>> {
  const answer = await unwrap(
    api.GET("/api/v1/admin/facility/list/", { params: { query: { lang: language as Lang } } }),
  );
  return new Map(answer.data.map(({ key, label }) => [key, label]));
}

/** Companies of a category, the best rated first. */
export async function readSimilar(category: string): Promise<CompanySummary[]> {
  const query = { category, sort: "rating", per_page: 9 } as const;
  return asDeepRequired((await unwrap(api.GET("/api/v1/users/companies/", { params: { query } }))).data);
}

/** Room types for a party. With both dates, each has the price of the stay and the rooms left. */
export async function readRooms(company_id: number, stay: StaySearch): Promise<RoomOffer[]> {
  const { date, until, adults, children, rooms } = stay;
  const dates = date !== null && until !== null ? { check_in: date, check_out: until } : {};
  const query = { company_id, ...dates, adults, children, rooms, per_page: ROOMS };
  const answer = await unwrap(api.GET("/api/v1/users/hotel-products/", { params: { query } }));
  return answer.data as unknown as RoomOffer[];
}

export async function readCruises(company_id: number, cursor?: string) {
  const query = { company_id, cursor, limit: CRUISES };
  const { data } = await unwrap(api.GET("/api/v1/users/cruise-products/", { params: { query } }));
  return { items: data.cruises as unknown as Cruise[], next: data.next ?? null };
}
