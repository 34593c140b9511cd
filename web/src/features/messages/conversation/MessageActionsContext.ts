import { createContext, useContext } from "react";
import type { Message } from "../model/wire";
import type { Picture } from "./bubble/Lightbox";

/** Dialogs above the chat. Their code loads with the first dialog. */
export type Overlay =
  | { kind: "menu"; message: Message; at: DOMRect }
  | { kind: "emoji"; message: Message; at: DOMRect }
  | { kind: "delete"; message: Message }
  | { kind: "forward"; message: Message }
  | { kind: "info"; message: Message }
  | { kind: "report"; message: Message };

/** Actions on messages of the open chat. Constant while it is open, so that rows do not render again. */
export interface MessageActions {
  picture(picture: Picture): void;
  /** At a place of the window, for a menu; the focus comes back to where it was. */
  open(overlay: Overlay): void;
  jump(seq: number): void;
  react(message: Message, emoji: string | null): void;
  reply(message: Message): void;
  edit(message: Message): void;
}

export const MessageActionsContext = createContext<MessageActions | null>(null);

export function useMessageActions(): MessageActions {
  const actions = useContext(MessageActionsContext);
  if (!actions) throw new Error("messages are shown inside a chat");
  return actions;
}
