import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { PersonLink } from "@/ui/PersonLink";
import { useActions } from "../chat/actions";
import type { ChatState } from "../model/chat";
import { faceOf, others } from "../model/names";
import type { Media } from "../model/wire";
import { useMe } from "../streams";
import { Controls } from "./Controls";
import { GroupFace } from "./GroupFace";
import classes from "./Info.module.css";
import { Members } from "./Members";

interface InfoProps {
  state: ChatState;
  onSearch: () => void;
  /** Something of the chat itself is to be shown: a panel over it gives way. */
  onAway?: () => void;
}

/** Who is in the chat, what the viewer keeps for themselves about it, and the pictures of the part that is loaded. */
export function Info({ state, onSearch, onAway }: InfoProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const { chat, messages } = state;
  const face = faceOf(chat, me, format.list);
  const [other] = others(chat, me);
  const pictures = messages
    .filter(({ deleted }) => !deleted)
    .flatMap(({ media, at }) => media.map((one) => ({ media: one, at })))
    .filter(({ media }) => media.kind === "image")
    .reverse();
  return (
    <div className={classes.people}>
      {chat.kind === "group" ? (
        <GroupFace state={state} />
      ) : (
        <div className={classes.face}>
          <Avatar id={face.id} name={face.name} picture={face.picture} size={96} />
          <p className={classes.name}>
            {other ? (
              <PersonLink id={other.id} className={classes.who}>
                <Bdi>{face.name}</Bdi>
              </PersonLink>
            ) : (
              <Bdi>{face.name}</Bdi>
            )}
          </p>
          {other && (
            <p className={classes.muted}>
              <bdi>@{other.userName}</bdi>
              {other.type === "professional" && ` · ${t("people.professional")}`}
            </p>
          )}
        </div>
      )}
      <Controls state={state} onSearch={onSearch} />
      {chat.kind === "group" && <Members state={state} />}
      {pictures.length > 0 && (
        <>
          <h3 className={classes.title}>{t("people.pictures")}</h3>
          <ul className={classes.pictures}>
            {pictures.slice(0, 12).map(({ media, at }) => (
              <li key={`${media.id}-${at}`}>
                <Thumb media={media} at={Date.parse(at)} onAway={onAway} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Thumb({ media, at, onAway }: { media: Media; at: number; onAway?: () => void }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const { picture } = useActions();
  return (
    <UnstyledButton
      className={classes.thumb}
      aria-label={t("picture.open", { when: format.dateTime(at) })}
      onClick={() => {
        onAway?.();
        picture({ media, at });
      }}
    >
      <img src={media.url} alt="" loading="lazy" decoding="async" />
    </UnstyledButton>
  );
}
