import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { Icon } from "./Icon";
import { type Marked, useMarked } from "./useMarked";

export type SelectFieldProps = Omit<NativeSelectProps, keyof Marked | "withAsterisk"> & Marked;

/** The system's own list: the best one there is on a phone. */
export function SelectField(props: SelectFieldProps) {
  return <NativeSelect size="md" rightSection={<Icon of={IconChevronDown} />} {...useMarked(props)} />;
}
