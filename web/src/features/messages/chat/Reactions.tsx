import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { displayName } from "@/lib/names";
import { type ChatState, personOf } from "../model/chat";
import type { Message } from "../model/wire";
import { useMe } from "../streams";
import { useActions } from "./actions";
import classes from "./Reactions.module.css";

const named = 12;

/** One chip for each emoji; it tells who, and adds or takes back the viewer's own. */
export function Reactions({ message, state }: { message: Message; state: ChatState }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const { react } = useActions();
  return (
    <ul className={classes.chips} aria-label={t("reaction.label")}>
      {message.reactions.map(({ emoji, count, users }) => {
        const shown = users.slice(0, named).map((id) => {
          const person = personOf(state, id);
          return id === me ? t("note.you") : person ? displayName(person) : t("people.somebody");
        });
        const rest = count - shown.length;
        const who = format.list(rest > 0 ? [...shown, t("reaction.more", { count: rest })] : shown);
        return (
          <li key={emoji}>
            <UnstyledButton
              className={classes.chip}
              aria-pressed={users.includes(me)}
              aria-label={t("reaction.by", { emoji, who })}
              title={who}
              onClick={() => react(message, emoji)}
            >
              <span aria-hidden="true">{emoji}</span>
              {count > 1 && <span className={classes.count}>{format.number(count)}</span>}
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}
