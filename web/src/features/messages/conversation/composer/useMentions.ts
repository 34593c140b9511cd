import { type AriaAttributes, type KeyboardEvent, type RefObject, useEffect, useMemo, useState } from "react";
import type { UserCard } from "@/api/types";
import { readMembers } from "../../api";
import type { ChatState } from "../../model/chat";
import { completeMention, mentionQueryAt, suggestions } from "../../model/mentions";
import { useMe } from "../../useChatStreams";

export const listId = "mention-list";
export const optionId = (user: number) => `mention-${user}`;

export interface Mentions {
  open: boolean;
  found: readonly UserCard[];
  active: number;
  /** Everybody a text here may name. */
  people: readonly UserCard[];
  pick(person: UserCard): void;
  /** Puts text where the caret is. */
  insert(text: string): void;
  /** True when the key was for the list. */
  onKeyDown(event: KeyboardEvent): boolean;
  /** The caret moved, or the text under it. */
  moved(): void;
  field: AriaAttributes;
}

/** The list that "@" opens over the field. The focus stays in the field; the list is told about, not entered. */
export function useMentions(
  state: ChatState,
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  setText: (text: string) => void,
): Mentions {
  const me = useMe();
  const { chat } = state;
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  const [shut, setShut] = useState<number>();
  const [place, setPlace] = useState<number>();
  const asked = chat.kind === "group" ? mentionQueryAt(text, caret) : undefined;
  const far = useUnloadedMembers(chat.id, asked?.query, chat.members.length < chat.member_count);

  const people = useMemo(() => {
    const known = new Map([...far, ...chat.members].map(({ user }) => [user.id, user]));
    known.delete(me);
    return [...known.values()];
  }, [chat.members, far, me]);
  const found = asked ? suggestions(asked.query, people) : [];
  const open = found.length > 0 && shut !== asked?.from;
  const at = Math.min(active, found.length - 1);

  useEffect(() => {
    if (place === undefined) return;
    field.current?.focus();
    field.current?.setSelectionRange(place, place);
    setCaret(place);
    setPlace(undefined);
  }, [place, field]);

  const pick = (person: UserCard) => {
    if (!asked) return;
    const next = completeMention(text, asked, person.userName);
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
    else if (event.key === "Escape") setShut(asked?.from);
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
    people,
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
      "aria-autocomplete": chat.kind === "group" ? "list" : undefined,
      "aria-haspopup": chat.kind === "group" ? "listbox" : undefined,
      "aria-controls": open ? listId : undefined,
      "aria-activedescendant": person && optionId(person.id),
    },
  };
}

/** In a large group most members are not in the page; those whose name begins so are asked for. */
function useUnloadedMembers(chat: number, query: string | undefined, large: boolean) {
  const [far, setFar] = useState<readonly { user: UserCard }[]>([]);
  useEffect(() => {
    if (!large || !query) return;
    let wanted = true;
    readMembers(chat, query, 1).then(
      ({ items }) => {
        if (wanted) setFar((known) => [...known.slice(-200), ...items]);
      },
      // The members that are known can be named without it.
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [chat, query, large]);
  return far;
}
