import { useTranslation } from "react-i18next";
import { Stepper } from "./Stepper";

interface ChildrenStepperProps {
  /** Those for whom places are chosen. */
  persons: number;
  value: number;
  onChange: (children: number) => void;
}

/** Children among those for whom places are chosen. One place is an adult's. */
export function ChildrenStepper({ persons, value, onChange }: ChildrenStepperProps) {
  const { t } = useTranslation("booking");
  if (persons < 2) return null;
  return (
    <Stepper
      label={t("party.children")}
      name={t("party.children")}
      note={t("party.childrenOf", { count: persons })}
      value={Math.min(value, persons - 1)}
      limits={{ min: 0, max: persons - 1 }}
      onChange={onChange}
    />
  );
}
