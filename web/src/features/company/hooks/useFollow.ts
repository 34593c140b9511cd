import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { setFollowed } from "@/shared/company-follow/setFollowed";
import type { CompanyDetails } from "../types";
import { DETAILS_KEY } from "./useCompany";

/** Follows or stops following a company. Its page shows it at once and takes it back if the server refuses. */
export function useFollow() {
  const { t } = useTranslation("company");
  const queries = useQueryClient();
  const show = (id: number, followed: boolean) =>
    queries.setQueriesData<CompanyDetails>({ queryKey: DETAILS_KEY }, (company) =>
      company?.id !== id || company.followed === followed
        ? company
        : { ...company, followed, follower_count: company.follower_count + (followed ? 1 : -1) },
    );
  const follow = useMutation({
    // One after the other: the last press decides.
    scope: { id: "follow" },
    mutationFn: ({ id, followed }: CompanyDetails) => setFollowed(id, !followed),
    onMutate: ({ id, followed }) => show(id, !followed),
    onError(error, company) {
      const { id, name, followed } = company;
      show(id, followed);
      toast.error(t("follow.failed", { company: name }), error, () => follow.mutate(company));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: DETAILS_KEY }),
  });
  return follow;
}
