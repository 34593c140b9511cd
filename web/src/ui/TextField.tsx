import { TextInput, type TextInputProps } from "@mantine/core";
import { type FieldLabel, useFieldLabel } from "./useFieldLabel";

export type TextFieldProps = Omit<TextInputProps, keyof FieldLabel | "withAsterisk"> & FieldLabel;

export function TextField(props: TextFieldProps) {
  return <TextInput {...useFieldLabel(props)} />;
}
