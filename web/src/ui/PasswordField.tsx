import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Icon } from "./Icon";
import { type FieldLabel, useFieldLabel } from "./useFieldLabel";

type PasswordFieldProps = Omit<PasswordInputProps, keyof FieldLabel | "withAsterisk"> & FieldLabel;

export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      rightSectionWidth={48}
      visibilityToggleIcon={({ reveal }) => <Icon of={reveal ? IconEyeOff : IconEye} />}
      visibilityToggleButtonProps={{ "aria-label": t("action.showPassword"), tabIndex: 0 }}
      {...useFieldLabel(props)}
    />
  );
}
