import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { readCompany } from "@/shared/company-chat/api";
import { OpeningState } from "@/shared/opening/OpeningState";

/** Opening state of the company in a chat. */
export function CompanyStatus({ handle }: { handle: string }) {
  const { t } = useTranslation("messages");
  const company = useQuery({
    queryKey: ["companies", "status", handle],
    queryFn: () => readCompany(handle),
    staleTime: 5 * 60_000,
  });
  if (!company.data) return t("people.professional");
  return <OpeningState opening={company.data.opening} zone={company.data.time_zone} />;
}
