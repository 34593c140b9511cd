import { IconAlertCircle, IconAt, IconBellOff, IconClock, IconPin } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useUser } from "@/api/auth";
import { displayName } from "@/lib/displayName";
import { useFormat } from "@/lib/format";
import { type Unsent, useUnsent } from "@/live";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { CountBadge } from "@/ui/CountBadge";
import { Icon } from "@/ui/Icon";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { useBasePath } from "../BasePathContext";
import { messagePreview, noteText } from "../messagePreview";
import { type ChatsState, isMuted } from "../model/chats";
import { chatIdentity, others } from "../model/chatTitle";
import type { ChatSummary, Media, Message } from "../model/wire";
import { TypingDots } from "../TypingDots";
import { streamOf, useInboxSearch, useMe, useTyping } from "../useChatStreams";
import classes from "./ChatRow.module.css";

interface ChatRowProps {
  chat: ChatSummary;
  state: ChatsState;
  open: boolean;
}

export function ChatRow({ chat, state, open }: ChatRowProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const basePath = useBasePath();
  const search = useInboxSearch();
  const face = chatIdentity(chat, me, format.list);
  const online = chat.kind === "direct" && others(chat, me).some(({ id }) => state.online.has(id));
  const writing = useTyping(state.typing[chat.id]).filter(({ user }) => user !== me);
  const waiting = useUnsent(streamOf(chat.id)).findLast(({ state }) => state !== "sent");
  return (
    <Link
      to={{ pathname: `${basePath}/${chat.id}`, search }}
      className={classes.row}
      aria-current={open ? "page" : undefined}
      data-unread={chat.unread > 0 ? "" : undefined}
    >
      <Avatar id={face.id} name={face.name} picture={face.picture} size={52} online={online} whenNear />
      <span className={classes.words}>
        <span className={classes.line}>
          <span className={classes.name}>
            <Bdi line>{face.name}</Bdi>
          </span>
          {chat.last_message && (
            <time className={classes.time} dateTime={chat.last_message.at}>
              {format.stamp(chat.last_message.at)}
            </time>
          )}
        </span>
        <span className={classes.line}>
          <span className={classes.preview}>
            {writing.length > 0 ? (
              <span className={classes.typing}>
                <TypingDots />{" "}
                {t(writing.every(({ what }) => what === "voice") ? "typing.voiceShort" : "typing.short")}
              </span>
            ) : waiting ? (
              <UnsentPreview item={waiting} />
            ) : (
              <Preview chat={chat} me={me} draft={open ? undefined : chat.draft?.text} />
            )}
          </span>
          {chat.pinned_at && <Sign of={IconPin} word={t("list.pinned")} />}
          {isMuted(chat) && <Sign of={IconBellOff} word={t("list.muted")} />}
          {chat.mentioned && <Sign of={IconAt} word={t("list.mentioned")} strong />}
          <CountBadge value={chat.unread} label={t("list.unread", { count: chat.unread })} />
        </span>
      </span>
    </Link>
  );
}

function Sign({ of, word, strong = false }: { of: typeof IconPin; word: string; strong?: boolean }) {
  return (
    <span className={classes.sign} data-strong={strong ? "" : undefined} title={word}>
      <Icon of={of} size={16} />
      <VisuallyHidden>{word}</VisuallyHidden>
    </span>
  );
}

/** The latest message that the server has not confirmed. */
function UnsentPreview({ item }: { item: Unsent }) {
  const { t } = useTranslation("messages");
  const failed = item.state === "failed";
  const media = (item.shown as readonly Media[] | undefined) ?? [];
  const { text } = messagePreview({ text: item.command.text, media: [...media], content: null }, t);
  return (
    <>
      <Icon of={failed ? IconAlertCircle : IconClock} size={16} />
      <VisuallyHidden>{t(failed ? "status.failed" : "status.queued")}</VisuallyHidden>
      <Bdi line>{text}</Bdi>
    </>
  );
}

function Preview({ chat, me, draft }: { chat: ChatSummary; me: number; draft: string | undefined }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const message = chat.last_message;
  if (draft) {
    return (
      <>
        <span className={classes.draft}>{t("list.draft")}</span> <Bdi line>{draft}</Bdi>
      </>
    );
  }
  if (!message) return <span>{t("list.nothingYet")}</span>;
  if (message.system) {
    const known = (id: number) => chat.members.find((member) => member.id === id);
    return <Bdi line>{noteText(message.system, message.sender, me, known, t, format.list)}</Bdi>;
  }
  return (
    <>
      <Author chat={chat} me={me} message={message} /> <PreviewText message={message} />
    </>
  );
}

function Author({ chat, me, message }: { chat: ChatSummary; me: number; message: Message }) {
  const { t } = useTranslation("messages");
  const viewer = useUser()?.id;
  const { sender, agent } = message;
  if (sender === me) {
    return <span className={classes.who}>{t(agent && agent !== viewer ? "list.team" : "list.you")}</span>;
  }
  const author = chat.kind === "group" ? chat.members.find(({ id }) => id === sender) : undefined;
  return author ? (
    <span className={classes.who}>
      <Bdi>{author.firstName || displayName(author)}</Bdi>:
    </span>
  ) : null;
}

function PreviewText({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  if (message.deleted) return <em>{t("message.deleted")}</em>;
  const { text, icon } = messagePreview(message, t);
  return (
    <>
      {icon && <Icon of={icon} size={16} />}
      <Bdi line>{text}</Bdi>
    </>
  );
}
