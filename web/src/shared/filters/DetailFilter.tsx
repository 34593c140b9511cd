import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import pills from "@/ui/Pills.module.css";
import { Count } from "./Count";
import {
  chooseDetail,
  countOf,
  type DetailCounts,
  detailOf,
  type FilterField,
  isStepped,
  toggleDetail,
  valuesOf,
} from "./details";
import classes from "./Filters.module.css";
import { useValueName } from "./useValueName";

interface DetailFilterProps {
  fields: readonly FilterField[];
  /** Chosen values. */
  details: readonly string[];
  /** Results of each value by field. Undefined until known. */
  counts: DetailCounts | undefined;
  onChange: (details: string[]) => void;
}

/** Filters by the detail fields of a category. Fields without results are left out. */
export function DetailFilter({ fields, ...props }: DetailFilterProps) {
  const { t } = useTranslation("catalogue");
  const shown = fields.filter((field) => hasResults({ field, ...props }));
  const flags = shown.filter(({ type }) => type === "flag");
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

interface FieldProps extends Omit<DetailFilterProps, "fields"> {
  field: FilterField;
}

type Field = Omit<FieldProps, "onChange">;

const countsOf = ({ field, counts }: Field) =>
  counts && (counts.find(({ key }) => key === field.key)?.values ?? []);

function resultsOf(field: Field, value: string): number | undefined {
  const counts = countsOf(field);
  return counts && countOf(counts, value);
}

const isChosen = ({ field, details }: Field, value: string) => details.includes(detailOf(field.key, value));

const hasResults = (field: Field) =>
  countsOf(field)?.length !== 0 || valuesOf(field.field).some((value) => isChosen(field, value));

/** Steps of a number, of which one is chosen. */
function Steps(props: FieldProps) {
  const { t } = useTranslation("catalogue");
  const format = useFormat();
  const name = useId();
  const { field, details, onChange } = props;
  const chosen = valuesOf(field).find((value) => isChosen(props, value)) ?? null;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t(`field.${field.key}`)}</legend>
      <div className={pills.pills}>
        {[null, ...valuesOf(field)].map((value) => {
          const count = value === null ? undefined : resultsOf(props, value);
          return (
            <label key={value} className={pills.pill}>
              <input
                type="radio"
                name={name}
                checked={chosen === value}
                disabled={count === 0 && chosen !== value}
                onChange={() => onChange(chooseDetail(details, field.key, value))}
              />
              <span>
                {value === null
                  ? t("filter.any")
                  : t(`step.${field.key}`, { value: format.number(Number(value)) })}
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
function Options(props: FieldProps) {
  const { t } = useTranslation("catalogue");
  const { field } = props;
  const values = valuesOf(field);
  const isShown = (value: string) =>
    values.length <= SHORT_LIST || resultsOf(props, value) !== 0 || isChosen(props, value);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t(`field.${field.key}`)}</legend>
      <div className={pills.pills}>
        {values.filter(isShown).map((value) => (
          <Option key={value} {...props} value={value} />
        ))}
      </div>
    </fieldset>
  );
}

function Option(props: FieldProps & { value: string }) {
  const valueName = useValueName();
  const { field, value, details, onChange } = props;
  const count = resultsOf(props, value);
  const checked = isChosen(props, value);
  return (
    <label className={pills.pill}>
      <input
        type="checkbox"
        checked={checked}
        disabled={count === 0 && !checked}
        onChange={() => onChange(toggleDetail(details, field.key, value))}
      />
      <span>
        {valueName(field, value)}
        {count !== undefined && <Count value={count} />}
      </span>
    </label>
  );
}
