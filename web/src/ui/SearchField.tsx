import { IconSearch } from "@tabler/icons-react";
import { type ComponentProps, useRef } from "react";
import { useTranslation } from "react-i18next";
import { CloseButton } from "./CloseButton";
import { Icon } from "./Icon";
import classes from "./SearchField.module.css";

interface SearchFieldProps extends Omit<ComponentProps<"input">, "value" | "onChange" | "className" | "ref"> {
  label: string;
  value: string;
  onChange: (text: string) => void;
  className?: string;
}

/** A field that is emptied by Escape, or by its cross, and then still has the focus. */
export function SearchField({ label, value, onChange, className, ...rest }: SearchFieldProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  return (
    <search className={className ? `${classes.search} ${className}` : classes.search}>
      <Icon of={IconSearch} size={18} />
      <input
        {...rest}
        ref={field}
        type="search"
        className={classes.field}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && onChange("")}
      />
      {value && (
        <CloseButton
          radius="xl"
          label={t("search.clear")}
          onClick={() => {
            onChange("");
            field.current?.focus();
          }}
        />
      )}
    </search>
  );
}
