import { Textarea, type TextareaProps } from "@mantine/core";
import { type FieldLabel, useFieldLabel } from "./useFieldLabel";

type TextAreaFieldProps = Omit<TextareaProps, keyof FieldLabel | "withAsterisk"> & FieldLabel;

export function TextAreaField(props: TextAreaFieldProps) {
  return <Textarea {...useFieldLabel(props)} />;
}
