import { Textarea } from "@mantine/core";
import type { FieldProps } from "@/lib/form";

interface TextAreaProps {
  field: FieldProps;
  label: string;
  description?: string;
  maxLength: number;
}

/** Field of a form for several lines. */
export function TextArea({ field: { onChange, value, ...field }, ...props }: TextAreaProps) {
  return (
    <Textarea
      {...field}
      {...props}
      value={value}
      rows={5}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
