import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useCategorySpec } from "@/shared/offering/useCategorySpec";
import pills from "@/ui/Pills.module.css";
import type { Facets } from "../api";
import { useValueName } from "../hooks/useDetailName";
import type { ChangeFilters } from "../hooks/useFilters";
import {
  chooseDetail,
  detailOf,
  type FilterField,
  filterFields,
  isStepped,
  toggleDetail,
  valuesOf,
} from "../model/details";
import { countOf } from "../model/facets";
import type { Filters } from "../model/filters";
import { Count } from "./Count";
import classes from "./FilterControls.module.css";

interface DetailFilterProps {
  filters: Filters;
  facets: Facets | undefined;
  onChange: ChangeFilters;
}

/** Filters by the detail fields of the chosen category. Fields without results are left out. */
export function DetailFilter({ filters, facets, onChange }: DetailFilterProps) {
  const { t } = useTranslation("discover");
  const spec = useCategorySpec(filters.category ?? undefined);
  const shown = filterFields(spec?.fields ?? []).filter((field) => hasResults(field, filters, facets));
  const flags = shown.filter(({ type }) => type === "flag");
  const props = { filters, facets, onChange };
  return (
    <>
      {shown
        .filter(({ type }) => type !== "flag")
        .map((field) =>
          isStepped(field) ? (
            <Steps key={field.key} field={field} {...props} />
          ) : (
            <Options key={field.key} field={field} {...props} />
          ),
        )}
      {flags.length > 0 && (
        <fieldset className={classes.group}>
          <legend className={classes.legend}>{t("filter.details")}</legend>
          <div className={pills.pills}>
            {flags.map((field) => (
              <Option key={field.key} field={field} value="true" {...props} />
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}

const countsOf = (field: FilterField, facets: Facets | undefined) =>
  facets && (facets.details.find(({ key }) => key === field.key)?.values ?? []);

const hasResults = (field: FilterField, { details }: Filters, facets: Facets | undefined) =>
  countsOf(field, facets)?.length !== 0 ||
  valuesOf(field).some((value) => details.includes(detailOf(field.key, value)));

interface FieldProps extends DetailFilterProps {
  field: FilterField;
}

/** Steps of a number, of which one is chosen. */
function Steps({ field, filters, facets, onChange }: FieldProps) {
  const { t } = useTranslation(["discover", "catalogue"]);
  const format = useFormat();
  const name = useId();
  const counts = countsOf(field, facets);
  const chosen =
    valuesOf(field).find((value) => filters.details.includes(detailOf(field.key, value))) ?? null;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t(`field.${field.key}`, { ns: "catalogue" })}</legend>
      <div className={pills.pills}>
        {[null, ...valuesOf(field)].map((value) => {
          const count = value !== null && counts ? countOf(counts, value) : undefined;
          return (
            <label key={value} className={pills.pill}>
              <input
                type="radio"
                name={name}
                checked={chosen === value}
                disabled={count === 0 && chosen !== value}
                onChange={() => onChange({ details: chooseDetail(filters.details, field.key, value) })}
              />
              <span>
                {value === null
                  ? t("filter.any")
                  : t(`step.${field.key}`, { ns: "catalogue", value: format.number(Number(value)) })}
                {count !== undefined && <Count value={count} />}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** A longer list leaves out the options without results. */
const SHORT_LIST = 8;

/** Options of which several may be chosen. */
function Options({ field, ...props }: FieldProps) {
  const { t } = useTranslation("catalogue");
  const values = valuesOf(field);
  const counts = countsOf(field, props.facets);
  const isShown = (value: string) =>
    values.length <= SHORT_LIST ||
    !counts ||
    countOf(counts, value) > 0 ||
    props.filters.details.includes(detailOf(field.key, value));
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t(`field.${field.key}`)}</legend>
      <div className={pills.pills}>
        {values.filter(isShown).map((value) => (
          <Option key={value} field={field} value={value} {...props} />
        ))}
      </div>
    </fieldset>
  );
}

function Option({ field, value, filters, facets, onChange }: FieldProps & { value: string }) {
  const valueName = useValueName();
  const counts = countsOf(field, facets);
  const count = counts && countOf(counts, value);
  const checked = filters.details.includes(detailOf(field.key, value));
  return (
    <label className={pills.pill}>
      <input
        type="checkbox"
        checked={checked}
        disabled={count === 0 && !checked}
        onChange={() => onChange({ details: toggleDetail(filters.details, field.key, value) })}
      />
      <span>
        {valueName(field, value)}
        {count !== undefined && <Count value={count} />}
      </span>
    </label>
  );
}
