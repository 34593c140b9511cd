import { IconCornerUpLeft, IconShare3 } from "@tabler/icons-react";
import { lazy, type MouseEvent, Suspense, useState } from "react";
import { displayName } from "@/lib/displayName";
import { useLive } from "@/live";
import { PersonLink } from "@/shared/person/PersonLink";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { agentOf, personOf } from "../../model/chat";
import { onlyEmoji } from "../../model/onlyEmoji";
import type { Bubble as BubbleRow } from "../../model/timeline";
import { useSwipeToReply } from "../../swipe/useSwipeToReply";
import { useLongPress } from "../../useLongPress";
import { useMessageList } from "../list/MessageListContext";
import { useMessageActions } from "../MessageActionsContext";
import classes from "./Bubble.module.css";
import { DeliveryStatus } from "./DeliveryStatus";
import { MessageText } from "./MessageText";
import { Pictures } from "./Pictures";
import { Quote } from "./Quote";
import { Reactions } from "./Reactions";

const MessageAttachments = lazy(() =>
  import("./MessageAttachments").then((file) => ({ default: file.MessageAttachments })),
);

/** For the pointer alone. */
const unspoken = { tabIndex: -1, "aria-hidden": true } as const;

interface BubbleProps {
  bubble: BubbleRow;
  /** A jump has just led here. */
  found: boolean;
}

export function Bubble({ bubble, found }: BubbleProps) {
  const { t, format, circle, personAt, onPerson } = useMessageList();
  const actions = useMessageActions();
  const { mine, first, last, at, status, seq, message, deleted, edited, replyTo } = bubble;
  const user = personOf(circle, bubble.sender);
  const name = user ? displayName(user) : t("people.somebody");
  const named = !mine && first && circle.chat.kind === "group";
  const agent = first && bubble.agent !== null && agentOf(circle, bubble.agent);
  // The time stands under the last of a group; a message that is not there yet always says so.
  const telling = last || status === "failed" || status === "queued" || status === "sending";
  const when = format.dateTime(at);
  const menu = (element: Element) =>
    message && actions.open({ kind: "menu", message, at: element.getBoundingClientRect() });
  const press = useLongPress((target) => menu(target));
  const mayReply = message && !deleted && circle.chat.can_write;
  const swipe = useSwipeToReply(mayReply ? () => actions.reply(message) : undefined);

  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    // A link keeps the browser's own menu, and so does text that is selected.
    const selected = !document.getSelection()?.isCollapsed;
    if (!message || selected || (event.target as Element).closest("a[href]")) return;
    event.preventDefault();
    const at = event.clientX || event.clientY ? new DOMRect(event.clientX, event.clientY) : undefined;
    actions.open({ kind: "menu", message, at: at ?? event.currentTarget.getBoundingClientRect() });
  };

  return (
    <article
      className={classes.row}
      data-mine={mine ? "" : undefined}
      data-first={first ? "" : undefined}
      data-last={last ? "" : undefined}
      data-found={found ? "" : undefined}
      data-emoji={standsAlone(bubble) ? "" : undefined}
      data-status={mine ? status : undefined}
      data-seq={seq}
      data-pulled={swipe.pulled ? "" : undefined}
      {...swipe.handlers}
      aria-label={t(mine ? "message.mine" : "message.theirs", { name, when })}
    >
      {swipe.pulled && (
        <span className={classes.reply}>
          <Icon of={IconCornerUpLeft} directed />
        </span>
      )}
      {!mine && (
        <span className={classes.avatar}>
          {last && (
            // Their name is the way for the keyboard: where the chat has one other, it heads the chat.
            <a
              {...unspoken}
              href={personAt(user ?? bubble.sender)}
              onClick={(event) => onPerson(event, user ?? bubble.sender)}
            >
              <Avatar id={bubble.sender} name={name} picture={user?.picture} size={32} />
            </a>
          )}
        </span>
      )}
      <div className={classes.column}>
        {named && (
          <PersonLink id={bubble.sender} className={classes.author}>
            <Bdi>{name}</Bdi>
          </PersonLink>
        )}
        {agent && (
          <span className={classes.agent}>
            <Bdi>{displayName(agent)}</Bdi>
          </span>
        )}
        {bubble.forwarded && !deleted && (
          <span className={classes.forwarded}>
            <Icon of={IconShare3} size={14} directed /> {t("message.forwarded")}
          </span>
        )}
        <div className={classes.line}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the menu's button beside it is the keyboard's and the screen reader's way */}
          <div className={classes.body} onContextMenu={onContextMenu} {...press}>
            {replyTo !== null && !deleted && <Quote seq={replyTo} message={bubble.answered} />}
            <Body bubble={bubble} when={when} />
          </div>
          {message && (
            // The library's own, and an icon of five elements, would cost as much as the rest of a message.
            <button
              type="button"
              className={classes.more}
              aria-haspopup="menu"
              aria-label={t("message.actions", { name: mine ? t("note.you") : name, when })}
              onClick={(event) => menu(event.currentTarget)}
            />
          )}
        </div>
        {message && bubble.reactions.length > 0 && !deleted && <Reactions message={message} />}
        {(telling || edited) && !(deleted && !telling) && (
          <p className={classes.meta}>
            {edited && !deleted && <span>{t("message.edited")}</span>}
            {telling && <time dateTime={new Date(at).toISOString()}>{format.time(at)}</time>}
            {mine && telling && !deleted && <DeliveryStatus status={status} />}
          </p>
        )}
        {status === "failed" && <Failed bubble={bubble} />}
      </div>
    </article>
  );
}

/** A few emoji and nothing else are shown large, without a bubble. */
function standsAlone({ text, media, content, deleted, forwarded, replyTo }: BubbleRow): boolean {
  const accompanied = deleted || forwarded || media.length > 0 || content !== null || replyTo !== null;
  return !accompanied && text !== null && onlyEmoji(text);
}

function Body({ bubble, when }: { bubble: BubbleRow; when: string }) {
  const { t } = useMessageList();
  const { text, media, content, deleted, at, mentions } = bubble;
  if (deleted) {
    return (
      <p className={classes.bubble} title={when} data-deleted>
        <em>{t("message.deleted")}</em>
      </p>
    );
  }
  const pictures = media.filter(({ kind }) => kind === "image");
  const others = media.filter(({ kind }) => kind !== "image");
  return (
    <>
      {pictures.length > 0 && <Pictures media={pictures} at={at} />}
      {(others.length > 0 || content) && (
        <Suspense fallback={<span className={classes.coming} />}>
          <MessageAttachments media={others} content={content} at={at} />
        </Suspense>
      )}
      {text && <Text text={text} mentions={mentions} when={when} />}
    </>
  );
}

/** A text of more characters or lines is folded. */
const FOLD = { length: 900, lines: 15 };

function Text({ text, mentions, when }: Pick<BubbleRow, "mentions"> & { text: string; when: string }) {
  const { t } = useMessageList();
  const long = text.length > FOLD.length || text.split("\n", FOLD.lines + 1).length > FOLD.lines;
  const [open, setOpen] = useState(false);
  return (
    <>
      <p className={classes.bubble} title={when} data-folded={long && !open ? "" : undefined}>
        <Bdi>
          <MessageText text={text} mentions={mentions} />
        </Bdi>
      </p>
      {long && (
        <button
          type="button"
          className={`bare ${classes.action}`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t(open ? "message.less" : "message.whole")}
        </button>
      )}
    </>
  );
}

function Failed({ bubble }: { bubble: BubbleRow }) {
  const { t } = useMessageList();
  const outbox = useLive()?.outbox;
  return (
    <div className={classes.failed}>
      {bubble.error && <p>{bubble.error}</p>}
      <button type="button" className={`bare ${classes.action}`} onClick={() => outbox?.retry(bubble.id)}>
        {t("message.retry")}
      </button>
      <button type="button" className={`bare ${classes.action}`} onClick={() => outbox?.discard(bubble.id)}>
        {t("message.drop")}
      </button>
    </div>
  );
}
