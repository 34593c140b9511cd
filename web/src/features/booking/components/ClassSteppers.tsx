import { useTranslation } from "react-i18next";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import { MAX_UNITS, type Selection } from "../model/selection";
import type { BookableOffering, Booking, VariantLeft } from "../types";
import classes from "./Booking.module.css";
import { Stepper } from "./Stepper";

interface ClassSteppersProps {
  offering: BookableOffering;
  /** Units left of each class at the chosen time. Undefined before a time is chosen. */
  left: readonly VariantLeft[] | undefined;
  /** Own hold: its units are not among those left. */
  held: Booking | null;
  fewLeft: number;
  selection: Selection;
  onChange: (change: Pick<Selection, "quantities">) => void;
}

/** Quantity of each class: adults and children, stalls and balcony, cabins. */
export function ClassSteppers({ offering, left, held, fewLeft, selection, onChange }: ClassSteppersProps) {
  const { t } = useTranslation("booking");
  const money = useMoney();
  const heldOf = (id: number) => held?.items.find((item) => item.variant_id === id)?.quantity ?? 0;
  return (
    <div className={classes.steppers}>
      {offering.variants.map((variant) => {
        const own = heldOf(variant.id);
        const known = left?.find(({ variant_id }) => variant_id === variant.id);
        const free = variant.sold_out ? 0 : (known?.left ?? MAX_UNITS);
        const max = Math.min(free + own, MAX_UNITS);
        const name = variant.name || t("classes.ticket");
        const note = [
          money(variant.price, offering.currency),
          max === 0 && t("occurrences.soldOut"),
          known && free > 0 && free <= fewLeft && t("slot.left", { count: free }),
        ];
        return (
          <Stepper
            key={variant.id}
            label={<Bdi>{name}</Bdi>}
            name={name}
            note={note.filter(Boolean).join(" · ")}
            value={selection.quantities[variant.id] ?? 0}
            limits={{ min: 0, max: Math.max(max, 0) }}
            onChange={(value) => onChange({ quantities: { ...selection.quantities, [variant.id]: value } })}
          />
        );
      })}
    </div>
  );
}
