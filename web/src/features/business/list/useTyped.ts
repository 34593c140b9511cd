import { useEffect, useState } from "react";

const TYPING_MS = 250;

/** Text of a field that is applied after a pause. */
export function useTyped(applied: string, apply: (text: string) => void) {
  const [text, setText] = useState(applied);
  useEffect(() => {
    if (text === applied) return;
    const timer = setTimeout(() => apply(text), TYPING_MS);
    return () => clearTimeout(timer);
  });
  return [text, setText] as const;
}
