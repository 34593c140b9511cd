import { Textarea, type TextareaProps } from "@mantine/core";
import { type Marked, useMarked } from "./useMarked";

type TextAreaFieldProps = Omit<TextareaProps, keyof Marked | "withAsterisk"> & Marked;

export function TextAreaField(props: TextAreaFieldProps) {
  return <Textarea {...useMarked(props)} />;
}
