import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { ErrorMessage } from "@/shared/forms/ErrorMessage";
import forms from "@/shared/forms/forms.module.css";
import { SelectField, type SelectFieldProps } from "@/ui/SelectField";
import { useCountries } from "./api";
import { sortedCountries } from "./countries";

/** Country of an address. Until the list is loaded, it holds the chosen country only. */
export function CountryField({ value, ...props }: SelectFieldProps) {
  const { t } = useTranslation("auth");
  const { tag } = useLanguage();
  const { data: countries, isError, refetch } = useCountries();
  const data = useMemo(() => {
    const codes = countries?.map(({ code }) => code) ?? (value ? [String(value)] : []);
    return [{ value: "", label: t("field.countryNone") }, ...sortedCountries(codes, tag)];
  }, [countries, value, tag, t]);
  return (
    <div className={forms.field}>
      <SelectField label={t("field.country")} autoComplete="country" {...props} value={value} data={data} />
      {isError && <ErrorMessage text={t("field.countriesFailed")} onRetry={() => void refetch()} />}
    </div>
  );
}
