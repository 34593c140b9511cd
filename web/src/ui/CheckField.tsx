import { Checkbox, type CheckboxProps } from "@mantine/core";

export function CheckField(props: CheckboxProps) {
  return <Checkbox {...props} />;
}
