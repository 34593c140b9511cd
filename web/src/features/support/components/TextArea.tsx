import type { FieldProps } from "@/lib/form";
import { TextAreaField } from "@/ui/TextAreaField";

interface TextAreaProps {
  field: FieldProps;
  label: string;
  description?: string;
  maxLength: number;
}

/** Field of a form for several lines that must be filled in. */
export function TextArea({ field: { onChange, value, ...field }, ...props }: TextAreaProps) {
  return (
    <TextAreaField
      {...field}
      {...props}
      value={value}
      required
      rows={5}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
