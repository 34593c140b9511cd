import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { displayName } from "@/lib/names";
import { useLive } from "@/live";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { type ChatState, memberOf } from "../model/chat";
import { pieces } from "../model/links";
import type { Bubble as BubbleRow } from "../model/timeline";
import classes from "./Bubble.module.css";
import type { Picture } from "./Lightbox";
import { Pictures } from "./Pictures";
import { StatusMark } from "./StatusMark";

interface BubbleProps {
  bubble: BubbleRow;
  state: ChatState;
  onPicture: (picture: Picture) => void;
}

export function Bubble({ bubble, state, onPicture }: BubbleProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const { mine, first, last, text, media, at, status, deleted } = bubble;
  const user = memberOf(state, bubble.sender)?.user;
  const named = !mine && first && state.chat.kind === "group" && user;
  // The time stands under the last of a group; a message that is not there yet always says so.
  const telling = last || status === "failed" || status === "queued" || status === "sending";
  return (
    <article
      className={classes.row}
      data-mine={mine ? "" : undefined}
      data-first={first ? "" : undefined}
      data-last={last ? "" : undefined}
      data-status={mine ? status : undefined}
      aria-label={t(mine ? "message.mine" : "message.theirs", {
        name: user ? displayName(user) : "",
        when: format.dateTime(at),
      })}
    >
      {!mine && (
        <span className={classes.avatar}>
          {last && user && <Avatar id={user.id} name={displayName(user)} picture={user.picture} size={32} />}
        </span>
      )}
      <div className={classes.column}>
        {named && <Bdi className={classes.author}>{displayName(user)}</Bdi>}
        {media.length > 0 && !deleted && <Pictures media={media} at={at} onPicture={onPicture} />}
        {deleted ? (
          <p className={classes.bubble} title={format.dateTime(at)}>
            <em>{t("message.deleted")}</em>
          </p>
        ) : (
          text && (
            <p className={classes.bubble} title={format.dateTime(at)}>
              <Bdi>
                <Text text={text} />
              </Bdi>
            </p>
          )
        )}
        {telling && (
          <p className={classes.meta}>
            <time dateTime={new Date(at).toISOString()}>{format.time(at)}</time>
            {mine && <StatusMark status={status} />}
          </p>
        )}
        {status === "failed" && <Failed bubble={bubble} />}
      </div>
    </article>
  );
}

function Text({ text }: { text: string }) {
  return pieces(text).map(({ text: shown, href }, at) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {shown}
      </a>
    ) : (
      shown
    ),
  );
}

function Failed({ bubble }: { bubble: BubbleRow }) {
  const { t } = useTranslation("messages");
  const outbox = useLive()?.outbox;
  return (
    <div className={classes.failed}>
      {bubble.error && <p>{bubble.error}</p>}
      <UnstyledButton className={classes.action} onClick={() => outbox?.retry(bubble.id)}>
        {t("message.retry")}
      </UnstyledButton>
      <UnstyledButton className={classes.action} onClick={() => outbox?.discard(bubble.id)}>
        {t("message.drop")}
      </UnstyledButton>
    </div>
  );
}
