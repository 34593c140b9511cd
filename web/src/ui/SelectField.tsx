import { NativeSelect, type NativeSelectProps } from "@mantine/core";

/** The system's own list: the best one there is on a phone. */
export function SelectField(props: NativeSelectProps) {
  return <NativeSelect size="md" {...props} />;
}
