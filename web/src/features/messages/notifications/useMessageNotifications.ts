import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useFormat } from "@/lib/format";
import { chime } from "@/shared/device-notifications/chime";
import { permission, usePreference } from "@/shared/device-notifications/usePreference";
import { messagePreview } from "../messagePreview";
import { newsOf } from "../model/arrival";
import { chatIdentity } from "../model/chatTitle";
import type { ChatSummary } from "../model/wire";
import { useChats, useMe } from "../useChatStreams";
import { areNoticesWanted, noticesQuery } from "./notices";

/** Notifies about a new message while this tab is hidden, if the account and this browser want it. */
export function useMessageNotifications(): void {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const navigate = useNavigate();
  const chats = useChats().state?.chats;
  const { on, sound, pushed } = usePreference();
  const queries = useQueryClient();
  const known = useRef<readonly ChatSummary[]>(undefined);

  const notify = useCallback(
    (news: readonly ChatSummary[]) => {
      if (sound) chime();
      // The worker tells by itself, once for all tabs.
      if (!on || pushed || permission() !== "granted") return;
      for (const chat of news) {
        const face = chatIdentity(chat, me, format.list);
        const body = chat.last_message ? messagePreview(chat.last_message, t).text : "";
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
    },
    [me, on, sound, pushed, format, t, navigate],
  );

  useEffect(() => {
    if (!chats) return;
    const before = known.current;
    known.current = chats;
    // Messages of the first snapshot are not new.
    if (!before || !document.hidden) return;
    const news = newsOf(before, { chats }, me, Date.now());
    // Asks for the settings only where a notice would follow.
    if (news.length === 0 || !(sound || on)) return;
    void queries
      .fetchQuery(noticesQuery)
      .catch(() => undefined)
      .then((settings) => areNoticesWanted(settings) && notify(news));
  }, [chats, me, on, sound, queries, notify]);
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
