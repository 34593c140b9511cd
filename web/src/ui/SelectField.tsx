import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { Icon } from "./Icon";

/** The system's own list: the best one there is on a phone. */
export function SelectField(props: NativeSelectProps) {
  return <NativeSelect size="md" rightSection={<Icon of={IconChevronDown} />} {...props} />;
}
