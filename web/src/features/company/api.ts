import { requestUntyped } from "@/api/client";
import { type Page, toPage } from "@/api/pagination";
import type { CompanySummary, OfferingKind } from "@/shared/offering/types";
import type {
  About,
  CaptionedPicture,
  CompanyDetails,
  Occurrence,
  OfferingSections,
  Review,
  ReviewSummary,
} from "./types";

const PAGE = 20;
const base = "/api/v1/users";

type Paged<T> = Parameters<typeof toPage<T>>[0];

/** Reads a list with page numbers. The envelope carries the page beside the data. */
async function readPage<T>(path: string, page: number, per_page = PAGE): Promise<Page<T>> {
  return toPage(
    (await requestUntyped<T[]>("get", path, { query: { page, per_page } })) as unknown as Paged<T>,
  );
}

/** `company` is the number or the handle. */
export async function readCompany(company: string): Promise<CompanyDetails> {
  const path = `${base}/company/${encodeURIComponent(company)}/details`;
  return (await requestUntyped<CompanyDetails>("get", path)).data;
}

export async function readItems(id: number, service: OfferingKind): Promise<OfferingSections> {
  const path = `${base}/company/items-by-service/${id}/`;
  return (await requestUntyped<OfferingSections>("post", path, { body: { service } })).data;
}

export const readMedia = (id: number, page: number): Promise<Page<CaptionedPicture>> =>
  readPage(`${base}/company/${id}/media/`, page, 40);

export const readEvents = (id: number, page: number): Promise<Page<Occurrence>> =>
  readPage(`${base}/company/${id}/event/`, page, 100);

export interface ReviewPage extends Page<Review> {
  summary: ReviewSummary;
}

export async function readReviews(id: number, page: number): Promise<ReviewPage> {
  const path = `${base}/company/${id}/feedback/`;
  const answer = await requestUntyped<Review[]>("get", path, { query: { page, per_page: 10 } });
  const envelope = answer as unknown as Paged<Review> & { summary: ReviewSummary };
  return { ...toPage(envelope), summary: envelope.summary };
}

export async function readAbout(id: number): Promise<About> {
  return (await requestUntyped<About>("get", `${base}/company-about-user/${id}/`)).data;
}

/** Companies of a category, the best rated first. */
export async function readSimilar(category: string): Promise<CompanySummary[]> {
  const query = { category, sort: "rating", per_page: 9 };
  return (await requestUntyped<CompanySummary[]>("get", `${base}/companies/`, { query })).data;
}

export const toggleFollow = (company_id: number) =>
  requestUntyped<unknown>("post", `${base}/company/follow-toggle/`, { query: { company_id } });
