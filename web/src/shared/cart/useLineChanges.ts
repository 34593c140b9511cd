import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import type { CartLine } from "./types";
import { useAddLine, useSetQuantity } from "./useCarts";

/** Quantities of lines, and the removed lines that can be taken back. */
export function useLineChanges(company: number) {
  const { t } = useTranslation("cart");
  const failed = (error: Error) => toast.error(t("quantity.failed"), error);
  const quantity = useSetQuantity(failed);
  const add = useAddLine();
  const [removed, setRemoved] = useState<CartLine[]>([]);
  const forget = (line: CartLine) => setRemoved((lines) => lines.filter(({ id }) => id !== line.id));
  const change = (line: CartLine, value: number) => {
    if (value === 0) setRemoved((lines) => [...lines, line]);
    // A line that could not be removed is in the cart again.
    quantity.mutateAsync({ line: line.id, quantity: value }).catch(() => forget(line));
  };
  const undo = (line: CartLine) =>
    add.mutate(
      {
        company_id: company,
        product_id: line.product_id,
        variant_id: line.variant_id,
        quantity: line.quantity,
        options: line.options.map(({ group, choice }) => ({ group, choice })),
        note: line.note,
      },
      { onSuccess: () => forget(line), onError: failed },
    );
  return { removed, change, undo, undoing: add.isPending };
}

export type LineChanges = ReturnType<typeof useLineChanges>;
