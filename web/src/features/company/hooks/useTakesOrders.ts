import { useFulfilment } from "@/shared/fulfilment/useFulfilment";
import { takesOrders } from "../model/tabs";
import type { CompanyDetails } from "../types";

/** Returns true if something can be ordered and the company offers a way to get it, also until the ways are read. */
export function useTakesOrders(company: CompanyDetails): boolean {
  const sells = takesOrders(company);
  const ways = useFulfilment(company.id, sells);
  return sells && ways.data?.options.length !== 0;
}
