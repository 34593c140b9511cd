import type { NativeSelectProps } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { SelectField } from "@/ui/SelectField";
import { useCountries } from "./api";
import { sortedCountries } from "./countries";

export function CountryField(props: NativeSelectProps) {
  const { t } = useTranslation("auth");
  const { tag } = useLanguage();
  const countries = useCountries().data;
  const data = useMemo(
    () => [
      { value: "", label: t("field.countryNone") },
      ...sortedCountries(
        (countries ?? []).map(({ code }) => code),
        tag,
      ),
    ],
    [countries, tag, t],
  );
  return <SelectField label={t("field.country")} autoComplete="country" {...props} data={data} />;
}
