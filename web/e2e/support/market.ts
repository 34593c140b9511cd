import { expect, type Page } from "@playwright/test";

/** Offering of the catalogue. */
export interface Offered {
  id: number;
  name: string;
  availability: string;
  category: string;
  currency: string;
  sold_out: boolean;
  company: { id: number; name: string; handle: string; time_zone: string };
}

export interface Slot {
  starts_at: string;
  left: number;
  /** Minor units. */
  price: number;
  resources: number[];
  occurrence_id: number | null;
  variants: { variant_id: number; name: string; left: number }[];
}

/** Reads public data of the market. */
export const read = async <T>(path: string): Promise<T> => {
  const answer = await fetch(new URL(`/api/v1/users/${path}`, process.env.PLAZA_URL));
  expect(answer.ok, path).toBe(true);
  return ((await answer.json()) as { data: T }).data;
};

/** Offerings of a kind of availability, over the pages of the catalogue. */
export async function offered(availability: string): Promise<Offered[]> {
  const found: Offered[] = [];
  for (let page = 1; page <= 10; page += 1) {
    const offerings = await read<Offered[]>(`offerings/?page=${page}&per_page=100`);
    found.push(...offerings.filter((one) => one.availability === availability && !one.sold_out));
    if (offerings.length < 100) break;
  }
  return found;
}

export const dayAfter = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export async function fillContact(page: Page): Promise<void> {
  await page.getByLabel("Name").fill("Nora Field");
  await page.getByLabel("Phone").fill("+33 6 12 34 56 78");
}
