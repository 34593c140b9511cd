import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { readCompanies } from "../api";
import { CompanySection } from "./CompanySection";

/** Companies that joined last. */
export function NewHereSection() {
  const { t } = useTranslation("home");
  const companies = useQuery({
    queryKey: ["home", "new-here"],
    queryFn: () => readCompanies({ sort: "newest" }),
  });
  return (
    <CompanySection title={t("newHere.title")} all="/search?tab=places&sort=newest" companies={companies} />
  );
}
