import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { CompanyCard } from "@/shared/company-card/CompanyCard";
import { ScrollRow } from "@/shared/scroll-row/ScrollRow";
import { readSimilar } from "../api";
import type { CompanyDetails } from "../types";

/** Other companies of the same category, the best rated first. */
export function SimilarCompanies({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation("company");
  const [category = ""] = company.categories;
  const similar = useQuery({
    queryKey: ["company", "similar", category],
    queryFn: () => readSimilar(category),
    enabled: category !== "",
  });
  const others = similar.data?.filter(({ id }) => id !== company.id) ?? [];
  if (others.length === 0) return null;
  return (
    <ScrollRow title={t("similar.title")} all={`/categories/${category}`}>
      {others.map((other) => (
        <li key={other.id}>
          <CompanyCard company={other} />
        </li>
      ))}
    </ScrollRow>
  );
}
