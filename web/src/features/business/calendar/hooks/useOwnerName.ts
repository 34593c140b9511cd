import { useTranslation } from "react-i18next";
import type { Change } from "../api";
import type { Shown } from "../model/columns";

type Owned = Pick<Change, "offering_id" | "resource_id">;

/** Returns the name of the owner of a block. */
export function useOwnerName({ resources, offerings }: Pick<Shown, "offerings" | "resources">) {
  const { t } = useTranslation("business-calendar");
  return ({ offering_id, resource_id }: Owned): string => {
    if (resource_id !== null)
      return resources.find(({ id }) => id === resource_id)?.name ?? t("block.otherResource");
    if (offering_id === null) return t("block.company");
    return offerings.find(({ id }) => id === offering_id)?.name ?? t("block.otherOffering");
  };
}
