import { Skeleton } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { useCategories } from "./api";
import classes from "./CategoryPicker.module.css";
import { iconOf, nameKey } from "./categories";

interface CategoryPickerProps {
  legend: string;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Error message of the choice. */
  error?: string | null;
}

/** The categories, of which one chooses some. */
export function CategoryPicker({ legend, chosen, onChange, error }: CategoryPickerProps) {
  const { t } = useTranslation(["auth", "category"]);
  const categories = useCategories();
  if (categories.isError) {
    return <ErrorState title={t("auth:categories.failed")} onRetry={() => categories.refetch()} />;
  }
  const toggle = (key: string) =>
    onChange(chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key]);
  return (
    <fieldset className={classes.choice} aria-describedby={error ? "category-error" : undefined}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.grid}>
        {categories.data?.map(({ key, name_key }) => (
          <label key={key} className={classes.category} data-kind={key}>
            <input
              type="checkbox"
              className={classes.box}
              checked={chosen.includes(key)}
              onChange={() => toggle(key)}
            />
            <span className={classes.picture}>
              <Icon of={iconOf(key)} size={32} />
            </span>
            <span className={classes.name}>{t(nameKey(name_key))}</span>
            <span className={classes.tick}>
              <Icon of={IconCheck} size={16} />
            </span>
          </label>
        )) ??
          Array.from({ length: 10 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
            <Skeleton key={at} height={124} radius="lg" />
          ))}
      </div>
      {error && (
        <p id="category-error" className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
