import { type AriaAttributes, type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import type { UserCard } from "@/api/types";
import { completeMention, type MentionQuery, mentionQueryAt, suggestions } from "./mentionQuery";

export const listId = "mention-list";
export const optionId = (user: number) => `mention-${user}`;

type Field = RefObject<HTMLTextAreaElement | null>;

/** Caret of a field and the mention that is written at it. */
export interface CaretMention {
  caret: number;
  setCaret(caret: number): void;
  written: MentionQuery | undefined;
}

/** Finds the mention at the caret. Without `enabled`, "@" is a sign like others. */
export function useCaretMention(text: string, enabled: boolean): CaretMention {
  const [caret, setCaret] = useState(0);
  return { caret, setCaret, written: enabled ? mentionQueryAt(text, caret) : undefined };
}

interface MentionOptions {
  field: Field;
  text: string;
  setText: (text: string) => void;
  mention: CaretMention;
  enabled: boolean;
  /** Accounts that the text may mention. */
  people: readonly UserCard[];
}

export interface Mentions {
  open: boolean;
  found: readonly UserCard[];
  active: number;
  pick(person: UserCard): void;
  /** Inserts text at the caret. */
  insert(text: string): void;
  /** Returns true if the key was for the list. */
  onKeyDown(event: KeyboardEvent): boolean;
  /** The caret moved, or the text under it. */
  moved(): void;
  field: AriaAttributes;
}

/** List that "@" opens over a field. The focus stays in the field. */
export function useMentions({ field, text, setText, mention, enabled, people }: MentionOptions): Mentions {
  const { caret, setCaret, written } = mention;
  const [active, setActive] = useState(0);
  const [shut, setShut] = useState<number>();
  const [place, setPlace] = useState<number>();
  const found = written ? suggestions(written.query, people) : [];
  const open = found.length > 0 && shut !== written?.from;
  const at = Math.min(active, found.length - 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `setCaret` is a setter of a state
  useEffect(() => {
    if (place === undefined) return;
    field.current?.focus();
    field.current?.setSelectionRange(place, place);
    setCaret(place);
    setPlace(undefined);
  }, [place, field]);

  const pick = (person: UserCard) => {
    if (!written) return;
    const next = completeMention(text, written, person.userName);
    setText(next.text);
    setPlace(next.caret);
  };

  const insert = (piece: string) => {
    const { selectionStart, selectionEnd } = field.current ?? { selectionStart: caret, selectionEnd: caret };
    setText(text.slice(0, selectionStart) + piece + text.slice(selectionEnd));
    setPlace(selectionStart + piece.length);
  };

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!open) return false;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const person = found[at];
    if (move) setActive((at + move + found.length) % found.length);
    else if (event.key === "Escape") setShut(written?.from);
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && person) pick(person);
    else return false;
    event.preventDefault();
    return true;
  };

  const person = open ? found[at] : undefined;
  return {
    open,
    found,
    active: at,
    pick,
    insert,
    onKeyDown,
    moved: () => {
      const { selectionStart = 0 } = field.current ?? {};
      if (selectionStart === caret) return;
      setCaret(selectionStart);
      setActive(0);
    },
    field: {
      "aria-autocomplete": enabled ? "list" : undefined,
      "aria-haspopup": enabled ? "listbox" : undefined,
      "aria-controls": open ? listId : undefined,
      "aria-activedescendant": person && optionId(person.id),
    },
  };
}
