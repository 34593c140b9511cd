import { useCallback, useState } from "react";
import { readStored, writeStored } from "@/lib/storage";

/** The unsent text of a chat: it survives a reload, and goes with the tab. */
export function useDraft(me: number, chat: number): [string, (text: string) => void] {
  const key = `plaza.draft.${me}.${chat}`;
  const [text, setText] = useState(() => readStored(key, "session") ?? "");
  const write = useCallback(
    (next: string) => {
      setText(next);
      writeStored(key, next || null, "session");
    },
    [key],
  );
  return [text, write];
}
