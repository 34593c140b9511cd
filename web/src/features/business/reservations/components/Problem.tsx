import { FormError } from "@/shared/forms/FormError";

export function Problem({ text }: { text: string | null }) {
  return text ? <FormError text={text} /> : null;
}
