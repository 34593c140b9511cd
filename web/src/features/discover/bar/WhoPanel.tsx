import { useTranslation } from "react-i18next";
import { Stepper } from "@/shared/booking/components/Stepper";
import { useCategories } from "@/shared/categories/api";
import { type Filters, MAX_PARTY } from "../model/filters";
import classes from "./Panels.module.css";

interface WhoPanelProps {
  filters: Filters;
  onChange: (patch: Partial<Filters>) => void;
}

/** Party of the search. Some categories tell adults from children, others count people. */
export function WhoPanel({ filters, onChange }: WhoPanelProps) {
  const { t } = useTranslation("discover");
  const categories = useCategories();
  const spec = categories.data?.find(({ key }) => key === filters.category);
  const countsChildren = !spec || spec.party === "adults_and_children";
  const { adults, children } = filters;
  const setAdults = (value: number) => onChange({ adults: value === 0 ? null : value });
  return (
    <div className={classes.panel}>
      <Stepper
        label={t(countsChildren ? "who.adults" : "who.party")}
        name={t(countsChildren ? "who.adults" : "who.party")}
        value={adults ?? 0}
        limits={{ min: 0, max: MAX_PARTY }}
        onChange={setAdults}
      />
      {countsChildren && (
        <Stepper
          label={t("who.children")}
          name={t("who.children")}
          value={children}
          limits={{ min: 0, max: MAX_PARTY }}
          onChange={(value) => onChange({ adults: adults ?? 1, children: value })}
        />
      )}
    </div>
  );
}
