import { CloseButton as Cross, type CloseButtonProps as CrossProps } from "@mantine/core";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";

interface CloseButtonProps extends Omit<CrossProps, "children" | "icon"> {
  /** Accessible name and tooltip. "Close" by default. */
  label?: string;
  ref?: Ref<HTMLButtonElement>;
  onClick: () => void;
}

/** Cross that closes, removes or clears, with an accessible name and a tooltip. */
export function CloseButton({ label, ...rest }: CloseButtonProps) {
  const { t } = useTranslation();
  const name = label ?? t("action.close");
  return <Cross size={44} {...rest} aria-label={name} data-tooltip={name} />;
}
