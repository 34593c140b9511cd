import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { Icon } from "./Icon";
import { type FieldLabel, useFieldLabel } from "./useFieldLabel";

export type SelectFieldProps = Omit<NativeSelectProps, keyof FieldLabel | "withAsterisk"> & FieldLabel;

/** The system's own list: the best one there is on a phone. */
export function SelectField(props: SelectFieldProps) {
  return <NativeSelect size="md" rightSection={<Icon of={IconChevronDown} />} {...useFieldLabel(props)} />;
}
