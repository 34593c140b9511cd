import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useChats } from "../useChatStreams";

/** Shortcuts of the messages. `?` lists them. Letter keys act only outside text fields. */
export function useShortcuts(basePath: string): { help: boolean; closeHelp: () => void } {
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  const { state } = useChats();
  const act = useRef<(event: KeyboardEvent) => void>(undefined);

  act.current = (event) => {
    if (event.isComposing || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    if (document.querySelector("[role=dialog], dialog[open]")) return;
    const arrow = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.altKey && arrow) {
      // By the address: a key that comes fast finds the chat before still on the screen.
      const open = Number(window.location.pathname.slice(basePath.length + 1)) || undefined;
      const chats = (state?.chats ?? []).filter(({ archived, id }) => !archived || id === open);
      const at = chats.findIndex(({ id }) => id === open);
      const next = chats[at < 0 ? 0 : at + arrow];
      if (next) navigate(`${basePath}/${next.id}`);
      event.preventDefault();
      return;
    }
    if (event.altKey || isTextField(event.target)) return;
    if (event.key === "?") setHelp(true);
    else if (event.key === "/") shortcut("search")?.focus();
    else if (event.key === "n") startNewChat();
    else return;
    event.preventDefault();
  };

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => act.current?.(event);
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return { help, closeHelp: () => setHelp(false) };
}

/** As a press on the list's own button. */
export function startNewChat(): void {
  shortcut("new")?.click();
}

function shortcut(name: string): HTMLElement | null {
  return document.querySelector(`[data-shortcut="${name}"]`);
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}
