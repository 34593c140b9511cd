import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Media, UserCard } from "@/api/types";
import { useFormat } from "@/lib/format";
import { displayName } from "@/lib/names";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import type { ChatState } from "../model/chat";
import { faceOf, others } from "../model/names";
import { useMe } from "../streams";
import type { Picture } from "./Lightbox";
import classes from "./People.module.css";

interface PeopleProps {
  state: ChatState;
  onPicture: (picture: Picture) => void;
}

/** Who is in the chat, and the pictures of the part that is loaded. */
export function People({ state, onPicture }: PeopleProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const { chat, messages, online } = state;
  const face = faceOf(chat, me, format.list);
  const [other] = others(chat, me);
  const pictures = messages
    .filter(({ deleted }) => !deleted)
    .flatMap(({ media, at }) => media.map((one) => ({ media: one, at })))
    .reverse();
  return (
    <div className={classes.people}>
      <div className={classes.face}>
        <Avatar id={face.id} name={face.name} picture={face.picture} size={96} />
        <p className={classes.name}>
          <Bdi>{face.name}</Bdi>
        </p>
        {chat.kind === "direct" && other ? (
          <p className={classes.muted}>
            <bdi>@{other.userName}</bdi>
          </p>
        ) : (
          <p className={classes.muted}>{t("people.count", { count: chat.members.length })}</p>
        )}
      </div>
      <h3 className={classes.title}>{t("people.title")}</h3>
      <ul className={classes.list}>
        {chat.members.map(({ user, role }) => (
          <Person
            key={user.id}
            user={user}
            me={user.id === me}
            owner={chat.kind === "group" && role === "owner"}
            online={online.has(user.id)}
          />
        ))}
      </ul>
      {pictures.length > 0 && (
        <>
          <h3 className={classes.title}>{t("people.pictures")}</h3>
          <ul className={classes.pictures}>
            {pictures.slice(0, 12).map(({ media, at }) => (
              <li key={`${media.id}-${at}`}>
                <Thumb media={media} at={Date.parse(at)} onPicture={onPicture} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface PersonProps {
  user: UserCard;
  me: boolean;
  owner: boolean;
  online: boolean;
}

function Person({ user, me, owner, online }: PersonProps) {
  const { t } = useTranslation("messages");
  const notes = [
    me && t("people.you"),
    owner && t("people.owner"),
    user.type === "professional" && t("people.professional"),
  ];
  return (
    <li className={classes.person}>
      <Avatar id={user.id} name={displayName(user)} picture={user.picture} size={40} online={online || me} />
      <span className={classes.words}>
        <span className={classes.personName}>
          <Bdi>{displayName(user)}</Bdi>
        </span>
        <span className={classes.muted}>
          {notes.filter(Boolean).join(" · ") || t(online ? "presence.online" : "presence.away")}
        </span>
      </span>
    </li>
  );
}

function Thumb({
  media,
  at,
  onPicture,
}: {
  media: Media;
  at: number;
  onPicture: (picture: Picture) => void;
}) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  return (
    <UnstyledButton
      className={classes.thumb}
      aria-label={t("picture.open", { when: format.dateTime(at) })}
      onClick={() => onPicture({ media, at })}
    >
      <img src={media.url} alt="" loading="lazy" decoding="async" />
    </UnstyledButton>
  );
}
