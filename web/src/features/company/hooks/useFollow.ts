import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { setFollowed } from "@/shared/company-follow/setFollowed";
import { COMPANY_DETAILS_KEY, showFollowed } from "@/shared/company-follow/showFollowed";
import type { CompanyDetails } from "../types";

/** Follows or stops following a company. Its page and its reels show it at once and take it back if the server refuses. */
export function useFollow() {
  const { t } = useTranslation("company");
  const queries = useQueryClient();
  const follow = useMutation({
    // One after the other: the last press decides.
    scope: { id: "follow" },
    mutationFn: ({ id, followed }: CompanyDetails) => setFollowed(id, !followed),
    onMutate: ({ id, followed }) => showFollowed(queries, id, !followed),
    onError(error, company) {
      const { id, name, followed } = company;
      showFollowed(queries, id, followed);
      toast.error(t("follow.failed", { company: name }), error, () => follow.mutate(company));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: COMPANY_DETAILS_KEY }),
  });
  return follow;
}
