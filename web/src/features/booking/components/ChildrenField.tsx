import { useTranslation } from "react-i18next";
import { Stepper } from "@/shared/booking/components/Stepper";
import { quantityOf, type Selection } from "../model/selection";
import classes from "./Booking.module.css";

interface ChildrenFieldProps {
  selection: Selection;
  onChange: (change: Partial<Selection>) => void;
}

/** Children among those for whom places are chosen. One place is an adult's. */
export function ChildrenField({ selection, onChange }: ChildrenFieldProps) {
  const { t } = useTranslation("booking");
  const persons = quantityOf(selection);
  if (persons < 2) return null;
  const children = Math.min(selection.children, persons - 1);
  return (
    <div className={classes.steppers}>
      <Stepper
        label={t("party.children")}
        name={t("party.children")}
        note={t("party.childrenOf", { count: persons })}
        value={children}
        limits={{ min: 0, max: persons - 1 }}
        onChange={(next) => onChange({ children: next })}
      />
    </div>
  );
}
