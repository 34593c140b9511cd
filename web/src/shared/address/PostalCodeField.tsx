import { useId, useState } from "react";
import { TextField, type TextFieldProps } from "@/ui/TextField";

interface PostalCodeFieldProps extends TextFieldProps {
  codes: readonly string[];
}

/** Postal code with suggestions of the browser. */
export function PostalCodeField({ codes, ...props }: PostalCodeFieldProps) {
  const id = useId();
  return (
    <>
      <TextField {...props} autoComplete="postal-code" list={id} />
      <datalist id={id}>
        {codes.map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
    </>
  );
}

/** Postal codes of the town that was chosen last. `choose` returns the code that the field holds from then on. */
export function usePostalCodes() {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const choose = (ofTown: readonly string[], typed: string) => {
    setCodes(ofTown);
    return postalCodeIn(ofTown, typed, codes);
  };
  return { codes, choose };
}

/** The only code of a town, or the typed one if it can be right. `before` are the codes of the town before. */
function postalCodeIn(codes: readonly string[], typed: string, before: readonly string[]): string {
  const [only] = codes;
  if (only !== undefined && codes.length === 1) return only;
  const isRight = codes.length === 0 ? !before.includes(typed) : codes.includes(typed);
  return isRight ? typed : "";
}
