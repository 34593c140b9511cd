import { createContext } from "react";
import classes from "./FoundText.module.css";
import type { TextPart } from "./foundParts";

/** Query whose words are marked in the messages of the open chat. Empty for none. */
export const FoundQueryContext = createContext("");

/** Text with the found words marked. */
export function FoundText({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text, match }, at) =>
    match ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <mark key={at} className={classes.found}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
