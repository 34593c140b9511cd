import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useFormat } from "@/lib/format";
import { messagePreview } from "../messagePreview";
import { isMuted } from "../model/chats";
import { chatIdentity } from "../model/chatTitle";
import type { ChatSummary } from "../model/wire";
import { useChats, useMe } from "../useChatStreams";
import { chime } from "./chime";
import { chatAt, usePreviews } from "./previews";
import { permission, usePreference } from "./usePreference";

/** Returns messages newer than the last known sequence of each chat. */
export function notificationOf(
  known: ReadonlyMap<number, number>,
  chats: readonly ChatSummary[],
  me: number,
  now: number,
): ChatSummary[] {
  return chats.filter((chat) => {
    const { id, last_message, unread, mentioned, archived } = chat;
    if (!last_message || last_message.sender === me || last_message.system || last_message.deleted)
      return false;
    if (unread === 0 || last_message.seq <= (known.get(id) ?? 0)) return false;
    return mentioned || (!archived && !isMuted(chat, now));
  });
}

/** Notifies about a new message while this tab has no focus, if enabled. In a visible tab a preview shows it on other pages. */
export function useMessageNotifications(): void {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const navigate = useNavigate();
  const chats = useChats().state?.chats;
  const { on, sound, pushed } = usePreference();
  const show = usePreviews((state) => state.show);
  const known = useRef<ReadonlyMap<number, number>>(undefined);

  useEffect(() => {
    if (!chats) return;
    const before = known.current;
    known.current = new Map(chats.map(({ id, last_message }) => [id, last_message?.seq ?? 0]));
    // Messages of the first snapshot are not new.
    if (!before) return;
    const news = notificationOf(before, chats, me, Date.now());
    if (news.length === 0) return;
    const told = (chat: ChatSummary) => ({
      face: chatIdentity(chat, me, format.list),
      text: chat.last_message ? messagePreview(chat.last_message, t).text : "",
    });
    if (!document.hidden) {
      const open = chatAt(window.location.pathname);
      const elsewhere = news.filter(({ id }) => open !== "list" && id !== open);
      show(elsewhere.map((chat) => ({ chat: chat.id, seq: chat.last_message?.seq ?? 0, ...told(chat) })));
      return;
    }
    if (sound) chime();
    // The worker tells by itself, once for all tabs.
    if (!on || pushed || permission() !== "granted") return;
    for (const chat of news) {
      const { face, text: body } = told(chat);
      // One for each chat: the next replaces it, and so does another tab's.
      const shown = new Notification(face.name, {
        body,
        tag: `chat-${chat.id}`,
        icon: face.picture ?? "/mark.svg",
        silent: true,
      });
      shown.onclick = () => {
        window.focus();
        navigate(`/messages/${chat.id}`);
        shown.close();
      };
    }
  }, [chats, me, on, sound, pushed, format, t, navigate, show]);
}

/** A notification of the worker's was pressed while this page was open. */
export function useOpenedFromOutside(): void {
  const navigate = useNavigate();
  useEffect(() => {
    // Absent where the page is not a secure context.
    const worker: ServiceWorkerContainer | undefined = navigator.serviceWorker;
    const onMessage = ({ data }: MessageEvent) => {
      if (data?.type === "open" && typeof data.url === "string" && data.url.startsWith("/"))
        navigate(data.url);
    };
    worker?.addEventListener("message", onMessage);
    return () => worker?.removeEventListener("message", onMessage);
  }, [navigate]);
}

/** "(3) Messages": what waits, where the tab's name is all that is seen of a page. */
export function useTitleCount(count: number, shown: string): void {
  useEffect(() => {
    const title = document.querySelector("title");
    if (!title) return;
    const write = () => {
      const bare = document.title.replace(/^\([^)]*\) /, "");
      const next = count > 0 ? `(${shown}) ${bare}` : bare;
      if (document.title !== next) document.title = next;
    };
    write();
    // Screens name the tab; each new name gets the count in front.
    const watching = new MutationObserver(write);
    watching.observe(title, { childList: true });
    return () => watching.disconnect();
  }, [count, shown]);
}
