import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { displayName } from "@/lib/names";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { type ChatState, memberOf } from "../model/chat";
import { faceOf } from "../model/names";
import type { Row } from "../model/timeline";
import { useMe } from "../streams";
import { TypingDots } from "../TypingDots";
import { Bubble } from "./Bubble";
import type { Picture } from "./Lightbox";
import classes from "./LogRow.module.css";

export type ShownRow =
  | Row
  | { kind: "start"; key: string }
  | { kind: "end"; key: string }
  | { kind: "typing"; key: string; users: readonly number[] };

interface LogRowProps {
  row: ShownRow;
  state: ChatState;
  onPicture: (picture: Picture) => void;
}

export function LogRow({ row, state, onPicture }: LogRowProps) {
  switch (row.kind) {
    case "start":
      return <Start state={state} />;
    case "end":
      return <div className={classes.end} />;
    case "day":
      return <Day at={row.at} />;
    case "unread":
      return <UnreadLine />;
    case "typing":
      return <Writing state={state} users={row.users} />;
    case "bubble":
      return <Bubble bubble={row} state={state} onPicture={onPicture} />;
  }
}

function Start({ state }: { state: ChatState }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const face = faceOf(state.chat, useMe(), format.list);
  return (
    <div className={classes.start}>
      <Avatar id={face.id} name={face.name} picture={face.picture} size={72} />
      <p className={classes.startName}>
        <Bdi>{face.name}</Bdi>
      </p>
      <p className={classes.muted}>{t(state.messages.length === 0 ? "chat.empty" : "chat.start")}</p>
    </div>
  );
}

function Day({ at }: { at: number }) {
  const format = useFormat();
  return (
    <div className={classes.day}>
      <time dateTime={new Date(at).toISOString()}>{format.day(at)}</time>
    </div>
  );
}

function UnreadLine() {
  const { t } = useTranslation("messages");
  return (
    <div className={classes.unread}>
      <span>{t("unread.line")}</span>
    </div>
  );
}

function Writing({ state, users }: { state: ChatState; users: readonly number[] }) {
  const { t } = useTranslation("messages");
  const [first] = users;
  const user = first === undefined ? undefined : memberOf(state, first)?.user;
  if (!user) return <div />;
  return (
    <div className={classes.writing}>
      <Avatar id={user.id} name={displayName(user)} picture={user.picture} size={32} />
      <span className={classes.writingBubble} role="img" aria-label={t("typing.short")}>
        <TypingDots />
      </span>
    </div>
  );
}
