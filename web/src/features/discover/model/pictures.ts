import type { CompanySummary, Picture } from "@/shared/offering/types";

export interface CompanyPicture {
  picture: Picture;
  company: CompanySummary;
}

/** Returns the covers of companies. A picture that two companies share is listed once. */
export function companyPictures(companies: readonly CompanySummary[]): CompanyPicture[] {
  const known = new Set<number>();
  return companies.flatMap((company) => {
    const picture = company.cover;
    if (!picture || known.has(picture.id)) return [];
    known.add(picture.id);
    return [{ picture, company }];
  });
}
