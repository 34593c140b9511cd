import { useCallback, useEffect, useRef, useState } from "react";
import { readStored, writeStored } from "@/lib/storage";
import { sendDraft } from "./draftQueue";
import type { Draft } from "./model/wire";

/** Saves the draft when typing pauses, not after each key. */
const rests = 900;

/**
 * The unsent text of a chat. This tab keeps it through a reload; the server keeps it for the account's other devices. What another
 * device wrote is taken over only where nothing is being written: never under somebody's hands.
 */
export function useDraft(me: number, chat: number, kept: Draft | null): [string, (text: string) => void] {
  const key = `plaza.draft.${me}.${chat}`;
  const [text, setText] = useState(() => readStored(key, "session") ?? kept?.text ?? "");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Text known to both sides. */
  const agreed = useRef(kept?.text ?? "");
  const current = useRef(text);
  /** Text sent by this tab. The server echoes it later; the echo is ignored. */
  const told = useRef<string[]>([]);

  const write = useCallback(
    (next: string) => {
      current.current = next;
      setText(next);
      writeStored(key, next || null, "session");
    },
    [key],
  );

  const tell = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const said = current.current;
    if (said === agreed.current) return;
    agreed.current = said;
    told.current = [...told.current.slice(-9), said];
    sendDraft(chat, said);
  }, [chat]);

  const change = useCallback(
    (next: string) => {
      write(next);
      clearTimeout(timer.current);
      // A message that was sent leaves no draft behind on the other devices.
      timer.current = setTimeout(tell, next === "" ? 0 : rests);
    },
    [write, tell],
  );

  const elsewhere = kept?.text ?? "";
  useEffect(() => {
    if (elsewhere === agreed.current || told.current.includes(elsewhere)) return;
    const resting = current.current === agreed.current && timer.current === undefined;
    const underHands = document.activeElement instanceof HTMLTextAreaElement && current.current !== "";
    if (!resting || underHands) return;
    agreed.current = elsewhere;
    write(elsewhere);
  }, [elsewhere, write]);

  // Going to another chat is a rest of the hand as well.
  useEffect(() => () => tell(), [tell]);

  return [text, change];
}
