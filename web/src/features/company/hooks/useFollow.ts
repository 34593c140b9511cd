import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { toast } from "@/lib/toasts";
import { toggleFollow } from "../api";
import type { CompanyDetails } from "../types";
import { companyKey } from "./useCompany";

/** Follows or stops following a company. The page shows it at once and takes it back if the server refuses. */
export function useFollow() {
  const { t } = useTranslation("company");
  const queries = useQueryClient();
  const { companyId = "" } = useParams();
  const key = companyKey(companyId);
  const flip = () =>
    queries.setQueryData<CompanyDetails>(
      key,
      (company) =>
        company && {
          ...company,
          followed: !company.followed,
          follower_count: company.follower_count + (company.followed ? -1 : 1),
        },
    );
  return useMutation({
    mutationFn: (company: CompanyDetails) => toggleFollow(company.id),
    onMutate() {
      flip();
      // The page may show another company by the time that the server refuses.
      return flip;
    },
    onError(error, _company, flipBack) {
      flipBack?.();
      toast.error(t("follow.failed"), error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
