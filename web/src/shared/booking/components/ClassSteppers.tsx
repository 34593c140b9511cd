import { useTranslation } from "react-i18next";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import { MAX_UNITS, type Quantities, unitsOf } from "../model/units";
import classes from "./ClassSteppers.module.css";
import { Stepper } from "./Stepper";

/** Class of tickets, cabins or places. */
export interface UnitClass {
  id: number;
  name: string;
  /** Minor units. */
  price: number;
  /** Units left at the chosen time. Undefined before a time is chosen. */
  left: number | undefined;
  /** Units of the own hold: they are not among those left. */
  own?: number;
}

interface ClassSteppersProps {
  units: readonly UnitClass[];
  currency: string;
  /** Units left from which their number is shown. */
  fewLeft: number;
  value: Quantities;
  onChange: (quantities: Quantities) => void;
}

/** Quantity of each class: adults and children, stalls and balcony, cabins. */
export function ClassSteppers({ units, currency, fewLeft, value, onChange }: ClassSteppersProps) {
  const { t } = useTranslation("booking");
  const money = useMoney();
  const chosen = unitsOf(value);
  return (
    <div className={classes.steppers}>
      {units.map(({ id, name: given, price, left, own = 0 }) => {
        const free = left ?? MAX_UNITS;
        const quantity = value[id] ?? 0;
        const max = Math.max(0, Math.min(free + own, MAX_UNITS));
        // The classes share the limit of a booking.
        const limit = Math.min(max, MAX_UNITS - chosen + quantity);
        const name = given || t("classes.ticket");
        const note = [
          money(price, currency, "tag"),
          max === 0 && t("occurrences.soldOut"),
          left !== undefined && free > 0 && free <= fewLeft && t("slot.left", { count: free }),
        ];
        return (
          <div key={id} data-sold-out={max === 0 || undefined}>
            <Stepper
              label={<Bdi>{name}</Bdi>}
              name={name}
              note={note.filter(Boolean).join(" · ")}
              value={quantity}
              limits={{ min: 0, max: limit }}
              onChange={(next) => onChange({ ...value, [id]: next })}
            />
          </div>
        );
      })}
    </div>
  );
}
