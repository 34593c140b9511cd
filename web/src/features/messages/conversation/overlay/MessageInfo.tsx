import { IconCheck, IconChecks, IconCircleCheckFilled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { useFormat } from "@/lib/format";
import { PersonLink } from "@/shared/person/PersonLink";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { type ChatState, personOf } from "../../model/chat";
import type { Member, Message } from "../../model/wire";
import { useMe } from "../../useChatStreams";
import { Quoted } from "../bubble/Quote";
import classes from "./overlay.module.css";

/** Lists readers, recipients and reactions of a message. */
export function MessageInfo({ message, state }: { message: Message; state: ChatState }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const others = state.chat.members.filter(({ user }) => user.id !== me);
  const read = others.filter(({ read_seq }) => read_seq >= message.seq);
  const delivered = others.filter((one) => one.delivered_seq >= message.seq && one.read_seq < message.seq);
  const sent = others.filter(({ delivered_seq }) => delivered_seq < message.seq);
  return (
    <div className={classes.stack}>
      <div className={classes.quote}>
        <Quoted message={message} />
      </div>
      <p className={classes.note}>{t("info.sent", { when: format.dateTime(message.at) })}</p>
      {message.edited_at && (
        <p className={classes.note}>{t("info.edited", { when: format.dateTime(message.edited_at) })}</p>
      )}
      <div className={classes.scroll}>
        <People title={t("info.read")} icon={IconCircleCheckFilled} members={read} />
        <People title={t("info.delivered")} icon={IconChecks} members={delivered} />
        <People title={t("info.waiting")} icon={IconCheck} members={sent} />
        {message.reactions.length > 0 && (
          <section>
            <h3 className={classes.title}>{t("reaction.label")}</h3>
            <ul className={classes.list}>
              {message.reactions.flatMap(({ emoji, users }) =>
                users.map((id) => <Reacted key={`${emoji} ${id}`} id={id} emoji={emoji} state={state} />),
              )}
            </ul>
          </section>
        )}
      </div>
      <p className={classes.note}>{t("info.privacy")}</p>
    </div>
  );
}

/** The viewer themselves is no way to anywhere. */
function Reacted({ id, emoji, state }: { id: number; emoji: string; state: ChatState }) {
  const { t } = useTranslation("messages");
  const me = useMe();
  const person = personOf(state, id);
  const name = person ? displayName(person) : t("people.somebody");
  return (
    <li className={classes.person}>
      <Avatar id={id} name={name} picture={person?.picture} size={36} />
      {id === me || !person ? (
        <span className={classes.name}>{id === me ? t("people.you") : name}</span>
      ) : (
        <PersonLink id={id} className={classes.name}>
          <Bdi line>{name}</Bdi>
        </PersonLink>
      )}
      <span className={classes.reaction}>{emoji}</span>
    </li>
  );
}

interface PeopleProps {
  title: string;
  icon: typeof IconCheck;
  members: readonly Member[];
}

function People({ title, icon, members }: PeopleProps) {
  if (members.length === 0) return null;
  return (
    <section>
      <h3 className={classes.title}>
        <Icon of={icon} size={18} /> {title}
      </h3>
      <ul className={classes.list}>
        {members.map(({ user }) => (
          <li key={user.id} className={classes.person}>
            <Avatar id={user.id} name={displayName(user)} picture={user.picture} size={36} />
            <PersonLink id={user.id} className={classes.name}>
              <Bdi line>{displayName(user)}</Bdi>
            </PersonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
