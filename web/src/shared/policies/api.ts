import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { type Whole, whole } from "@/api/whole";

/** Facilities and policies of a company. */
export type About = Whole<components["schemas"]["CompanyAbout"]>;
export type PolicyKind = keyof About["policies"];
export type Policy = About["policies"][PolicyKind][number];

export const aboutKey = (company: number) => ["company", "about", company] as const;

export async function readAbout(company: number): Promise<About> {
  const params = { path: { company_id: String(company) } };
  return whole((await unwrap(api.GET("/api/v1/users/company-about-user/{company_id}/", { params }))).data);
}
