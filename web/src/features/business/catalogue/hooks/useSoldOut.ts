import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { type OfferingRow, useSetSoldOut } from "../api";

/** Switch of an offering that is sold out. It moves at once, and back if it could not be saved. */
export function useSoldOut({ id, name, sold_out }: OfferingRow) {
  const { t } = useTranslation("business-catalogue");
  const set = useSetSoldOut();
  const save = (soldOut: boolean): void =>
    set.mutate(
      { id, soldOut },
      { onError: (error) => toast.error(t("soldOutFailed", { name }), error, () => save(soldOut)) },
    );
  return { soldOut: set.isPending ? set.variables.soldOut : sold_out, save };
}
