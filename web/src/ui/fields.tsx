import {
  Checkbox,
  type CheckboxProps,
  NativeSelect,
  type NativeSelectProps,
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Icon } from "./Icon";

export function TextField(props: TextInputProps) {
  return <TextInput {...props} />;
}

export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      visibilityToggleIcon={({ reveal }) => <Icon of={reveal ? IconEyeOff : IconEye} />}
      visibilityToggleButtonProps={{ "aria-label": t("action.showPassword"), tabIndex: 0 }}
      {...props}
    />
  );
}

export function CheckField(props: CheckboxProps) {
  return <Checkbox {...props} />;
}

/** The system's own list: the best one there is on a phone. */
export function SelectField(props: NativeSelectProps) {
  return <NativeSelect size="md" {...props} />;
}
