import { ActionIcon } from "@mantine/core";
import { IconArrowLeft, IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { displayName } from "@/lib/names";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { usePhone } from "@/ui/breakpoints";
import { Icon } from "@/ui/Icon";
import { Sheet } from "@/ui/Sheet";
import type { ChatState } from "../model/chat";
import { faceOf, others } from "../model/names";
import { useMessagesPlace } from "../place";
import { useMe } from "../streams";
import { TypingDots } from "../TypingDots";
import classes from "./ChatHeader.module.css";
import type { Picture } from "./Lightbox";
import { People } from "./People";

interface ChatHeaderProps {
  state: ChatState;
  typing: readonly number[];
  onPicture: (picture: Picture) => void;
}

export function ChatHeader({ state, typing, onPicture }: ChatHeaderProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const place = useMessagesPlace();
  const phone = usePhone();
  const [people, setPeople] = useState(false);
  const face = faceOf(state.chat, me, format.list);
  const online = others(state.chat, me).some(({ id }) => state.online.has(id));
  // The list and its heading are hidden on a phone: the chat is then the page.
  const Heading = phone ? "h1" : "h2";
  return (
    <header className={classes.header}>
      <ActionIcon component={Link} to={place} className={classes.back} aria-label={t("chat.back")}>
        <Icon of={IconArrowLeft} directed />
      </ActionIcon>
      <Avatar id={face.id} name={face.name} picture={face.picture} size={44} online={online} />
      <div className={classes.words}>
        <Heading className={classes.name}>
          <Bdi>{face.name}</Bdi>
        </Heading>
        <p className={classes.presence}>
          <Presence state={state} typing={typing} online={online} />
        </p>
      </div>
      <ActionIcon className={classes.info} aria-label={t("people.open")} onClick={() => setPeople(true)}>
        <Icon of={IconUsers} />
      </ActionIcon>
      <Sheet opened={people} onClose={() => setPeople(false)} title={t("people.title")}>
        <People
          state={state}
          onPicture={(picture) => {
            setPeople(false);
            onPicture(picture);
          }}
        />
      </Sheet>
    </header>
  );
}

interface PresenceProps {
  state: ChatState;
  typing: readonly number[];
  online: boolean;
}

function Presence({ state: { chat, online: there }, typing, online }: PresenceProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const names = others(chat, me)
    .filter(({ id }) => typing.includes(id))
    .map((person) => person.firstName || displayName(person));
  if (names.length > 0) {
    return (
      <span className={classes.typing}>
        <TypingDots />{" "}
        {chat.kind === "direct"
          ? t("typing.short")
          : t("typing.named", { count: names.length, names: format.list(names) })}
      </span>
    );
  }
  if (chat.kind === "direct") return t(online ? "presence.online" : "presence.away");
  const count = others(chat, me).filter(({ id }) => there.has(id)).length;
  if (count === 0) return t("people.count", { count: chat.members.length });
  return t("presence.group", { count: chat.members.length, online: format.number(count) });
}
