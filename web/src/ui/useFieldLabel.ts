import { useTranslation } from "react-i18next";

export interface FieldLabel {
  label?: string | undefined;
  /** It may stay empty. */
  optional?: boolean | undefined;
}

/** Properties of a field with the one mark of forms: the label of an optional field says so, and a required one has no mark. */
export function useFieldLabel<Props extends FieldLabel>({ optional = false, label, ...props }: Props) {
  const { t } = useTranslation();
  return {
    ...props,
    label: optional && label ? t("field.withOptional", { label }) : label,
    withAsterisk: false,
  };
}
