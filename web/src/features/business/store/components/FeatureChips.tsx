import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { ChoiceChips } from "./ChoiceChips";
import type { SectionProps } from "./StoreForm";

/** Features that people filter by, of those that the server lists. */
export function FeatureChips({ form }: SectionProps) {
  const { t } = useTranslation(["business-store", "catalogue"]);
  const features = useQuery({
    queryKey: ["features"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/users/features/"))).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const flags = features.data?.filter(({ kind }) => kind === "flag") ?? [];
  if (flags.length === 0) return null;
  return (
    <ChoiceChips
      legend={t("common:field.withOptional", { label: t("field.features") })}
      choices={flags.map(({ key }) => ({
        key,
        label: t(`catalogue:feature.${key}` as "catalogue:feature.vegan"),
      }))}
      chosen={form.values.features}
      onChange={(chosen) => form.setFieldValue("features", chosen)}
    />
  );
}
