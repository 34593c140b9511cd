import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import type { Cart } from "@/shared/cart/types";
import { ActionError } from "@/shared/forms/ActionError";
import type { CartDetails, Details } from "../hooks/useCartDetails";

type DetailsPart = "how" | "where" | "when" | "extras" | "promo" | "coins";

/** Returns the part that made a change. A new way may bring an address along. */
function partOf(change: Details, cart: Cart): DetailsPart {
  if (change.fulfilment !== cart.fulfilment || change.members !== undefined) return "how";
  if (change.address_id !== undefined) return "where";
  if (change.date !== undefined) return "when";
  if (change.promo_code !== undefined) return "promo";
  return change.use_coins === undefined ? "extras" : "coins";
}

interface ChangeRefusalProps {
  part: DetailsPart;
  cart: Cart;
  details: CartDetails;
}

/** Tells in a part that its last change was refused and taken back. */
export function ChangeRefusal({ part, cart, details: { error, variables } }: ChangeRefusalProps) {
  const { t } = useTranslation("cart");
  if (!error || !variables || partOf(variables, cart) !== part) return null;
  const fields = error instanceof ApiError ? error.fields : {};
  // Those of a time stand beside its fields.
  if (fields.date || fields.time) return null;
  return <ActionError error={error} text={t(fields.address_id ? "refused.address" : "refused.other")} />;
}
