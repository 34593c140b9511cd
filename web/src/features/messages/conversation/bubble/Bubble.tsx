import { IconCornerUpLeft, IconShare3 } from "@tabler/icons-react";
import { type MouseEvent, type ReactNode, Suspense, useState } from "react";
import { displayName } from "@/lib/displayName";
import { lazyPart } from "@/lib/lazyPart";
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
import { errorText } from "../errorText";
import { useMessageList } from "../list/MessageListContext";
import { useMessageActions } from "../MessageActionsContext";
import classes from "./Bubble.module.css";
import { DeliveryStatus } from "./DeliveryStatus";
import { MessageText } from "./MessageText";
import { Pictures } from "./Pictures";
import { Quote } from "./Quote";
import { Reactions } from "./Reactions";

const MessageAttachments = lazyPart(() =>
  import("./MessageAttachments").then((file) => file.MessageAttachments),
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
  const inGroup = circle.chat.kind === "group";
  const agent = first && bubble.agent !== null && agentOf(circle, bubble.agent);
  // The last of a group tells the time; a message that is not there yet always says so.
  const telling = last || status === "failed" || status === "queued" || status === "sending";
  const when = format.dateTime(at);
  const bodyId = `message-${bubble.key}`;
  const meta = (telling || edited) && !(deleted && !telling) && (
    <span className={classes.meta}>
      {edited && !deleted && <span>{t("message.edited")}</span>}
      {telling && <time dateTime={new Date(at).toISOString()}>{format.time(at)}</time>}
      {mine && telling && !deleted && <DeliveryStatus status={status} />}
    </span>
  );
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
      tabIndex={-1}
      aria-label={t(mine ? "message.mine" : "message.theirs", { name, when })}
      aria-describedby={bodyId}
    >
      {swipe.pulled && (
        <span className={classes.reply}>
          <Icon of={IconCornerUpLeft} directed />
        </span>
      )}
      {!mine && inGroup && (
        <span className={classes.avatar}>
          {last && (
            // Their name is the way for the keyboard.
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
        {!mine && inGroup && first && (
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
          <div className={classes.body} id={bodyId} onContextMenu={onContextMenu} {...press}>
            {replyTo !== null && !deleted && <Quote seq={replyTo} message={bubble.answered} />}
            <Body bubble={bubble} when={when} meta={meta} />
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
        {(status === "failed" || status === "queued") && <Unsent bubble={bubble} />}
      </div>
    </article>
  );
}

/** A few emoji and nothing else are shown large, without a bubble. */
function standsAlone({ text, media, content, deleted, forwarded, replyTo }: BubbleRow): boolean {
  const accompanied = deleted || forwarded || media.length > 0 || content !== null || replyTo !== null;
  return !accompanied && text !== null && onlyEmoji(text);
}

interface BodyProps {
  bubble: BubbleRow;
  when: string;
  /** Time and status: in the text, else on the pictures, else under what stands by itself. */
  meta: ReactNode;
}

function Body({ bubble, when, meta }: BodyProps) {
  const { t } = useMessageList();
  const { text, media, content, deleted, at, mentions } = bubble;
  if (deleted) {
    return (
      <p className={classes.bubble} title={when} data-deleted>
        <em>{t("message.deleted")}</em>
        {meta}
      </p>
    );
  }
  const pictures = media.filter(({ kind }) => kind === "image");
  const others = media.filter(({ kind }) => kind !== "image");
  const attached = others.length > 0 || content !== null;
  return (
    <>
      {pictures.length > 0 && <Pictures media={pictures} at={at} meta={!attached && !text && meta} />}
      {attached && (
        <Suspense fallback={<span className={classes.coming} />}>
          <MessageAttachments media={others} content={content} at={at} />
        </Suspense>
      )}
      {text ? <Text text={text} mentions={mentions} when={when} meta={meta} /> : attached && meta}
    </>
  );
}

/** A text of more characters or lines is folded. */
const FOLD = { length: 900, lines: 15 };

type TextProps = Pick<BubbleRow, "mentions"> & Pick<BodyProps, "when" | "meta"> & { text: string };

function Text({ text, mentions, when, meta }: TextProps) {
  const { t } = useMessageList();
  const long = text.length > FOLD.length || text.split("\n", FOLD.lines + 1).length > FOLD.lines;
  const [open, setOpen] = useState(false);
  const folded = long && !open;
  return (
    <>
      <p className={classes.bubble} title={when} data-folded={folded ? "" : undefined}>
        <Bdi>
          <MessageText text={text} mentions={mentions} />
        </Bdi>
        {!folded && meta}
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
      {folded && meta}
    </>
  );
}

/** A failed message is tried again or dropped, and one that waits for a connection is dropped. */
function Unsent({ bubble: { id, status, errorCode } }: { bubble: BubbleRow }) {
  const { t } = useMessageList();
  const outbox = useLive()?.outbox;
  return (
    <div className={classes.unsent}>
      {errorCode && <p>{errorText(errorCode, t)}</p>}
      {status === "failed" && (
        <button type="button" className={`bare ${classes.action}`} onClick={() => outbox?.retry(id)}>
          {t("message.retry")}
        </button>
      )}
      <button type="button" className={`bare ${classes.action}`} onClick={() => outbox?.discard(id)}>
        {t("message.drop")}
      </button>
    </div>
  );
}
