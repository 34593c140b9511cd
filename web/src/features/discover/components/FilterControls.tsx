import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { SwitchField } from "@/ui/SwitchField";
import { useFeatures } from "../hooks/useFeatures";
import type { ChangeFilters } from "../hooks/useFilters";
import type { Filters } from "../model/filters";
import { DistanceFilter } from "./DistanceFilter";
import classes from "./FilterControls.module.css";
import { PriceFilter } from "./PriceFilter";

interface FilterControlsProps {
  filters: Filters;
  onChange: ChangeFilters;
}

/** All filter features of the catalogue, drawn from the server's list. */
export function FilterControls({ filters, onChange }: FilterControlsProps) {
  const { t } = useTranslation(["discover", "catalogue"]);
  const features = useFeatures();
  const toggle = (key: string) => {
    const { features: chosen } = filters;
    const next = chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key];
    onChange({ features: next.sort() });
  };
  return (
    <div className={classes.controls}>
      <SwitchField
        label={t("filter.openNow")}
        checked={filters.openNow}
        onChange={(openNow) => onChange({ openNow })}
      />
      <DistanceFilter filters={filters} onChange={onChange} />
      <PriceFilter filters={filters} onChange={onChange} />
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t("filter.features")}</legend>
        {features.isPending && <Skeleton height={220} radius="md" />}
        {features.isError && <p className={classes.hint}>{t("filter.failed")}</p>}
        <div className={classes.pills}>
          {features.data
            ?.filter(({ kind }) => kind === "flag")
            .map(({ key }) => (
              <label key={key} className={classes.pill}>
                <input
                  type="checkbox"
                  checked={filters.features.includes(key)}
                  onChange={() => toggle(key)}
                />
                <span>{t(`feature.${key}`, { ns: "catalogue", defaultValue: key })}</span>
              </label>
            ))}
        </div>
      </fieldset>
    </div>
  );
}
