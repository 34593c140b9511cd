import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, matchPath, useLocation } from "react-router";
import { displayName } from "@/lib/displayName";
import { useFormat } from "@/lib/format";
import { slide, useSwipe } from "@/shared/swipe/useSwipe";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { CloseButton } from "@/ui/CloseButton";
import { Icon } from "@/ui/Icon";
import { messagePreview } from "../messagePreview";
import { type Arrival, arrivalOf, chatOfArrival } from "../model/arrival";
import { chatIdentity } from "../model/chatTitle";
import type { ChatSummary, Message } from "../model/wire";
import { useChats, useMe } from "../useChatStreams";
import classes from "./MessagePreview.module.css";
import { areNoticesWanted, noticesQuery } from "./notices";

/** A preview closes by itself after this time, counted while neither pointer nor focus is on it. */
export const PREVIEW_MS = 6000;

/** A swipe of this length closes it. */
const SWIPE_PX = 72;

/** Preview of a message that arrives while the viewer looks at another screen or another chat. The newest replaces the one before. */
export function MessagePreview({ basePath }: { basePath: string }) {
  const { t } = useTranslation("messages");
  const { arrival, dismiss } = useArrival();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const chats = useChats().state?.chats ?? [];
  const { pathname } = useLocation();
  // The list itself shows what is new.
  const isList = matchPath(basePath, pathname) !== null;
  const open = Number(matchPath(`${basePath}/:chat`, pathname)?.params.chat);
  const { data: settings } = useQuery({ ...noticesQuery, enabled: arrival !== undefined });
  const isWanted = areNoticesWanted(settings);
  const chat = arrival && isWanted ? chatOfArrival(chats, arrival, Date.now()) : undefined;
  const shown = chat && !isList && chat.id !== open ? chat : undefined;
  const held = shown !== undefined && (hovered || focused);

  useEffect(() => {
    if (!arrival || held) return;
    const timer = setTimeout(dismiss, PREVIEW_MS);
    return () => clearTimeout(timer);
  }, [arrival, held, dismiss]);

  const close = () => {
    // The focus would be lost with the card.
    if (focused) document.getElementById("main")?.focus({ preventScroll: true });
    setFocused(false);
    setHovered(false);
    dismiss();
  };
  const swipe = useSwipe(1, {
    onMove: slide,
    onEnd(card, by) {
      slide(card, 0);
      if (by >= SWIPE_PX) close();
    },
  });
  return (
    // The live region is there before its first card, so that the card is read when it comes.
    <div className={classes.place} aria-live="polite" aria-atomic="true" data-testid="message-preview">
      {shown?.last_message && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
        <div
          role="group"
          aria-label={t("arrived.label")}
          className={classes.card}
          {...swipe}
          onMouseEnter={() => setHovered(true)}
          onMouseLeave={() => setHovered(false)}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onKeyDown={({ key }) => key === "Escape" && close()}
        >
          <Link to={`${basePath}/${shown.id}`} className={classes.open} draggable={false} onClick={close}>
            <Content chat={shown} message={shown.last_message} />
          </Link>
          <CloseButton variant="transparent" onClick={close} />
        </div>
      )}
    </div>
  );
}

function Content({ chat, message }: { chat: ChatSummary; message: Message }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const face = chatIdentity(chat, useMe(), format.list);
  const author = chat.kind === "group" ? chat.members.find(({ id }) => id === message.sender) : undefined;
  const { text, icon } = messagePreview(message, t);
  return (
    <>
      <Avatar id={face.id} name={face.name} picture={face.picture} size={40} />
      <span className={classes.words}>
        <span className={classes.name}>
          <Bdi line>{face.name}</Bdi>
        </span>
        <span className={classes.text}>
          {author && (
            <span className={classes.author}>
              <Bdi>{author.firstName || displayName(author)}</Bdi>:
            </span>
          )}
          {icon && <Icon of={icon} size={16} />}
          <Bdi line>{text.trim().split("\n", 1)[0]}</Bdi>
        </span>
      </span>
    </>
  );
}

/** The last message that arrived while this page was in view. */
function useArrival(): { arrival: Arrival | undefined; dismiss: () => void } {
  const me = useMe();
  const { state } = useChats();
  const [arrival, setArrival] = useState<Arrival>();
  const known = useRef<readonly ChatSummary[]>(undefined);
  useEffect(() => {
    if (!state) return;
    const before = known.current;
    known.current = state.chats;
    // Chats of the first snapshot are not new. A hidden page notifies in another way.
    if (!before || document.hidden) return;
    const next = arrivalOf(before, state, me, Date.now());
    if (next) setArrival(next);
  }, [state, me]);
  const dismiss = useRef(() => setArrival(undefined)).current;
  return { arrival, dismiss };
}
