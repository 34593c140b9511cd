import { TextInput, type TextInputProps } from "@mantine/core";
import { type Marked, useMarked } from "./useMarked";

export type TextFieldProps = Omit<TextInputProps, keyof Marked | "withAsterisk"> & Marked;

export function TextField(props: TextFieldProps) {
  return <TextInput {...useMarked(props)} />;
}
