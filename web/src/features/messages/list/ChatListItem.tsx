import { IconDotsVertical } from "@tabler/icons-react";
import { type RefObject, Suspense, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { lazyPart } from "@/lib/lazyPart";
import { IconButton } from "@/ui/IconButton";
import type { ChatsState } from "../model/chats";
import { chatIdentity } from "../model/chatTitle";
import type { ChatSummary } from "../model/wire";
import { mergeHandlers } from "../swipe/mergeHandlers";
import { useSwipeActions } from "../swipe/useSwipeActions";
import { useMe } from "../useChatStreams";
import { useLongPress } from "../useLongPress";
import classes from "./ChatList.module.css";
import { ChatRow } from "./ChatRow";

const RowMenu = lazyPart(() => import("./RowMenu").then((file) => file.RowMenu));
const SwipeActions = lazyPart(() => import("./SwipeActions").then((file) => file.SwipeActions));

interface ChatListItemProps {
  chat: ChatSummary;
  state: ChatsState;
  open: boolean;
}

/** A row of the list with its menu: by the button, the other mouse button, or a finger that rests on it. */
export function ChatListItem({ chat, state, open }: ChatListItemProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const [menu, setMenu] = useState<DOMRect>();
  const label = t("list.actions", { name: chatIdentity(chat, me, format.list).name });
  const press = useLongPress((target) => setMenu(target.getBoundingClientRect()));
  const tray = useSwipeActions(chat.id);
  const row = useRef<HTMLDivElement>(null);
  useHandsOn(row);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is the keyboard's way to the same menu
    <div
      ref={row}
      className={classes.swiped}
      data-tray={tray.stands}
      {...mergeHandlers(press, tray.handlers)}
      onContextMenu={(event) => {
        event.preventDefault();
        setMenu(new DOMRect(event.clientX, event.clientY));
      }}
    >
      {tray.stands && (
        <Suspense>
          <SwipeActions chat={chat} stands={tray.stands} onClose={tray.close} />
        </Suspense>
      )}
      <div className={classes.front}>
        <ChatRow chat={chat} state={state} open={open} />
      </div>
      <IconButton
        icon={IconDotsVertical}
        iconSize={18}
        className={classes.more}
        size={36}
        radius="xl"
        data-open={menu ? "" : undefined}
        aria-haspopup="menu"
        aria-expanded={menu !== undefined}
        label={label}
        onClick={(event) => setMenu(event.currentTarget.getBoundingClientRect())}
      />
      {menu && (
        <Suspense>
          <RowMenu chat={chat} label={label} at={menu} onClose={() => setMenu(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

/** A row that goes while one is at it, because its chat was put away, hands the focus on to its neighbour. */
function useHandsOn(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = row;
    return () => {
      if (!current?.contains(document.activeElement)) return;
      const item = current.parentElement;
      const neighbour = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector("a");
      queueMicrotask(() => document.activeElement === document.body && neighbour?.focus());
    };
  }, [row]);
}
