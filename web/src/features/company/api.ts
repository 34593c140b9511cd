import { api, requestUntyped, unwrap } from "@/api/client";
import { type Page, toPage } from "@/api/pagination";
import { whole } from "@/api/whole";
import type { CompanySummary, OfferingKind } from "@/shared/offering/types";
import type {
  About,
  CaptionedPicture,
  CompanyDetails,
  News,
  Occurrence,
  OfferingSections,
  Review,
  ReviewSummary,
} from "./types";

const PAGE = 20;
const REVIEWS = 10;
const base = "/api/v1/users";

type Paged<T> = Parameters<typeof toPage<T>>[0];

/** Reads a list with page numbers. The envelope carries the page beside the data. */
async function readPage<T>(path: string, page: number, per_page = PAGE): Promise<Page<T>> {
  return toPage(
    (await requestUntyped<T[]>("get", path, { query: { page, per_page } })) as unknown as Paged<T>,
  );
}

const at = (company_id: string) => ({ path: { company_id } });

/** `company` is the number or the handle. */
export async function readCompany(company: string): Promise<CompanyDetails> {
  const answer = await unwrap(
    api.GET("/api/v1/users/company/{company_id}/details/", { params: at(company) }),
  );
  return whole(answer.data);
}

export async function readItems(id: number, service: OfferingKind): Promise<OfferingSections> {
  const answer = await unwrap(
    api.POST("/api/v1/users/company/items-by-service/{company_id}/", {
      params: at(String(id)),
      body: { service },
    }),
  );
  // The schema does not describe the values of the details.
  return answer.data as unknown as OfferingSections;
}

export const readMedia = (id: number, page: number): Promise<Page<CaptionedPicture>> =>
  readPage(`${base}/company/${id}/media/`, page, 40);

export const readNews = (id: number, page: number): Promise<Page<News>> =>
  readPage(`${base}/company/${id}/news/`, page, 6);

export const readEvents = (id: number, page: number): Promise<Page<Occurrence>> =>
  readPage(`${base}/company/${id}/event/`, page, 100);

export interface ReviewPage extends Page<Review> {
  summary: ReviewSummary;
}

export async function readReviews(id: number, page: number): Promise<ReviewPage> {
  const query = { page, per_page: REVIEWS };
  const answer = await unwrap(
    api.GET("/api/v1/users/company/{company_id}/feedback/", { params: { ...at(String(id)), query } }),
  );
  return whole({ ...toPage(answer), summary: answer.summary });
}

export async function readAbout(id: number): Promise<About> {
  return (await requestUntyped<About>("get", `${base}/company-about-user/${id}/`)).data;
}

/** Names of the listed facilities, by key. */
export async function readFacilities(lang: string): Promise<ReadonlyMap<string, string>> {
  const path = "/api/v1/admin/facility/list/";
  const answer = await requestUntyped<{ key: string; label: string }[]>("get", path, { query: { lang } });
  return new Map(answer.data.map(({ key, label }) => [key, label]));
}

/** Companies of a category, the best rated first. */
export async function readSimilar(category: string): Promise<CompanySummary[]> {
  const query = { category, sort: "rating", per_page: 9 } as const;
  return whole((await unwrap(api.GET("/api/v1/users/companies/", { params: { query } }))).data);
}

export const toggleFollow = (company_id: number) =>
  requestUntyped<unknown>("post", `${base}/company/follow-toggle/`, { query: { company_id } });
