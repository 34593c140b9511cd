import { IconMicrophone } from "@tabler/icons-react";
import { memo } from "react";
import { displayName } from "@/lib/displayName";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { noteText } from "../../messagePreview";
import { personOf } from "../../model/chat";
import { chatIdentity } from "../../model/chatTitle";
import type { Note, Row } from "../../model/timeline";
import type { Writer } from "../../model/typing";
import { TypingDots } from "../../TypingDots";
import { Bubble } from "../bubble/Bubble";
import { useMessageList } from "./MessageListContext";
import classes from "./MessageListRow.module.css";

export type ShownRow =
  | Row
  | { kind: "start"; key: string; empty: boolean }
  | { kind: "end"; key: string }
  | { kind: "typing"; key: string; writers: readonly Writer[] };

interface MessageListRowProps {
  row: ShownRow;
  /** A jump has just led here. */
  found: boolean;
}

/** While one scrolls only rows that come into view are rendered: those that are there already stay as they are. */
export const MessageListRow = memo(function LogRow({ row, found }: MessageListRowProps) {
  switch (row.kind) {
    case "start":
      return <Start empty={row.empty} />;
    case "end":
      return <div className={classes.end} />;
    case "day":
      return <Day at={row.at} />;
    case "unread":
      return <UnreadLine />;
    case "typing":
      return <Writing writers={row.writers} />;
    case "note":
      return <NoteLine row={row} />;
    case "bubble":
      return <Bubble bubble={row} found={found} />;
  }
});

function Start({ empty }: { empty: boolean }) {
  const { t, format, me, circle } = useMessageList();
  const face = chatIdentity(circle.chat, me, format.list);
  return (
    <div className={classes.start}>
      <Avatar id={face.id} name={face.name} picture={face.picture} size={72} />
      <p className={classes.startName}>
        <Bdi>{face.name}</Bdi>
      </p>
      <p className={classes.muted}>{t(empty ? "chat.empty" : "chat.start")}</p>
    </div>
  );
}

function Day({ at }: { at: number }) {
  const { format } = useMessageList();
  return (
    <div className={classes.day}>
      <time dateTime={new Date(at).toISOString()}>{format.day(at)}</time>
    </div>
  );
}

function UnreadLine() {
  const { t } = useMessageList();
  return (
    <div className={classes.unread}>
      <span>{t("unread.line")}</span>
    </div>
  );
}

function NoteLine({ row }: { row: Note }) {
  const { t, format, me, circle } = useMessageList();
  return (
    <p className={classes.note} title={format.dateTime(row.at)}>
      <Bdi>{noteText(row.note, row.sender, me, (id) => personOf(circle, id), t, format.list)}</Bdi>
    </p>
  );
}

function Writing({ writers }: { writers: readonly Writer[] }) {
  const { t, circle } = useMessageList();
  const [first] = writers;
  const user = first && personOf(circle, first.user);
  if (!user) return <div />;
  const voice = first.what === "voice";
  return (
    <div className={classes.writing}>
      {circle.chat.kind === "group" && (
        <Avatar id={user.id} name={displayName(user)} picture={user.picture} size={32} />
      )}
      <span
        className={classes.writingBubble}
        role="img"
        aria-label={t(voice ? "typing.voiceShort" : "typing.short")}
      >
        {voice && <Icon of={IconMicrophone} />}
        <TypingDots />
      </span>
    </div>
  );
}
