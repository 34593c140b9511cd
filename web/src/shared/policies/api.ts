import { api, unwrap } from "@/api/client";
import { asDeepRequired, type DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";

/** Facilities and policies of a company. */
export type About = DeepRequired<components["schemas"]["CompanyAbout"]>;
export type PolicyKind = keyof About["policies"];
export type Policy = About["policies"][PolicyKind][number];

export const aboutKey = (company: number) => ["company", "about", company] as const;

export async function readAbout(company: number): Promise<About> {
  const params = { path: { company_id: String(company) } };
  return asDeepRequired(
    (await unwrap(api.GET("/api/v1/users/company-about-user/{company_id}/", { params }))).data,
  );
}
