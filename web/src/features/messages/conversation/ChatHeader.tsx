import { IconArrowLeft, IconBellOff, IconInfoCircle, IconSearch } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { useFormat } from "@/lib/format";
import { lazyPart } from "@/lib/lazyPart";
import { useSocket } from "@/live";
import { CompanyOpening } from "@/shared/company-chat/CompanyOpening";
import { PersonLink } from "@/shared/person/PersonLink";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { usePhone } from "@/ui/breakpoints";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Sheet } from "@/ui/Sheet";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { useBasePath } from "../BasePathContext";
import { InfoSkeleton } from "../info/InfoSkeleton";
import { type ChatState, personOf } from "../model/chat";
import { isMuted } from "../model/chats";
import { chatIdentity, others } from "../model/chatTitle";
import type { Writer } from "../model/typing";
import { TypingDots } from "../TypingDots";
import { useInboxSearch, useMe } from "../useChatStreams";
import classes from "./ChatHeader.module.css";

const Info = lazyPart(() => import("../info/Info").then((file) => file.Info));

interface ChatHeaderProps {
  state: ChatState;
  typing: readonly Writer[];
  onSearch: () => void;
}

export function ChatHeader({ state, typing, onSearch }: ChatHeaderProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const basePath = useBasePath();
  const search = useInboxSearch();
  const phone = usePhone();
  const [info, setInfo] = useState(false);
  const face = chatIdentity(state.chat, me, format.list);
  const [other] = state.chat.kind === "direct" ? others(state.chat, me) : [];
  // Presence is unknown without a connection.
  const cut = useSocket().state === "offline";
  const online = !cut && other !== undefined && state.online.has(other.id);
  // The list and its heading are hidden on a phone: the chat is then the page.
  const Heading = phone ? "h1" : "h2";
  return (
    <header className={classes.header}>
      <IconButton
        icon={IconArrowLeft}
        directed
        to={basePath + search}
        className={classes.back}
        label={t("chat.back")}
      />
      <Avatar id={face.id} name={face.name} picture={face.picture} size={44} online={online} />
      <div className={classes.words}>
        <Heading className={classes.name}>
          {other ? (
            <PersonLink id={other.id} card={other} className={classes.who}>
              <Bdi line>{face.name}</Bdi>
            </PersonLink>
          ) : (
            <Bdi line>{face.name}</Bdi>
          )}
          {isMuted(state.chat) && (
            <span className={classes.muted}>
              <Icon of={IconBellOff} size={16} />
              <VisuallyHidden>{t("list.muted")}</VisuallyHidden>
            </span>
          )}
        </Heading>
        <p className={classes.presence}>
          {cut ? t("status.queued") : <Presence state={state} typing={typing} online={online} />}
        </p>
      </div>
      <IconButton icon={IconSearch} label={t("search.inChat")} onClick={onSearch} />
      <IconButton
        icon={IconInfoCircle}
        className={classes.info}
        label={t("people.open")}
        onClick={() => setInfo(true)}
      />
      <Sheet opened={info} onClose={() => setInfo(false)} title={t(other ? "people.open" : "people.title")}>
        <Suspense fallback={<InfoSkeleton />}>
          <Info
            state={state}
            onAway={() => setInfo(false)}
            onSearch={() => {
              setInfo(false);
              onSearch();
            }}
          />
        </Suspense>
      </Sheet>
    </header>
  );
}

interface PresenceProps {
  state: ChatState;
  typing: readonly Writer[];
  online: boolean;
}

function Presence({ state, typing, online }: PresenceProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const { chat } = state;
  if (typing.length > 0) {
    const voice = typing.every(({ what }) => what === "voice");
    const names = typing.map(({ user }) => {
      const person = personOf(state, user);
      return person ? person.firstName || displayName(person) : t("people.somebody");
    });
    const values = { count: names.length, names: format.list(names) };
    return (
      <span className={classes.typing}>
        <TypingDots />{" "}
        {chat.kind === "direct"
          ? t(voice ? "typing.voiceShort" : "typing.short")
          : t(voice ? "typing.voice" : "typing.named", values)}
      </span>
    );
  }
  const company = chat.kind === "direct" && others(chat, me).find(({ type }) => type === "company");
  if (company) return <CompanyOpening handle={company.userName} fallback={t("people.professional")} />;
  // A request shows no presence: "offline" would be a guess.
  if (chat.request) return t("request.label");
  if (chat.kind === "direct") {
    const seen = chat.members.find(({ user }) => user.id !== me)?.last_seen_at;
    if (online) return t("presence.online");
    return seen ? t("presence.seen", { when: format.relative(seen) }) : t("presence.away");
  }
  const there = state.here ?? others(chat, me).filter(({ id }) => state.online.has(id)).length;
  if (there === 0) return t("people.count", { count: chat.member_count });
  return t("presence.group", { count: chat.member_count, online: format.number(there) });
}
